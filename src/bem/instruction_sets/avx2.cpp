// Four lanes with fused multiplication and addition: x86-64-v3.
#ifdef __x86_64__
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {

typedef double Real __attribute__((vector_size(4 * sizeof(double))));
typedef std::int64_t Integer __attribute__((vector_size(4 * sizeof(double))));

extern constinit const PanelKernels avx2_kernels = KernelsOnLanes<Real, Integer>::table("avx2");

}  // namespace febem::bem
#endif
