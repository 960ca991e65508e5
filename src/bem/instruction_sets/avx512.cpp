// Eight lanes: x86-64-v4.
#ifdef __x86_64__
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {
FEBEM_KERNELS(avx512, 8)
}
#endif
