// Four lanes with fused multiplication and addition: x86-64-v3.
#ifdef __x86_64__
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {
FEBEM_KERNELS(avx2, 4)
}
#endif
