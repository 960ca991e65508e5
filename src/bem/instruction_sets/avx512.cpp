// Eight lanes: x86-64-v4.
#ifdef __x86_64__
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {

typedef double Real __attribute__((vector_size(8 * sizeof(double))));
typedef std::int64_t Integer __attribute__((vector_size(8 * sizeof(double))));

extern constinit const PanelKernels avx512_kernels = KernelsOnLanes<Real, Integer>::table("avx512");

}  // namespace febem::bem
#endif
