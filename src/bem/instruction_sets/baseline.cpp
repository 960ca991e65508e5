// What every processor of the kind has: two lanes, as in SSE2 and NEON; the compiler makes plain code where there is neither.
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {

typedef double Real __attribute__((vector_size(2 * sizeof(double))));
typedef std::int64_t Integer __attribute__((vector_size(2 * sizeof(double))));

extern constinit const PanelKernels baseline_kernels = KernelsOnLanes<Real, Integer>::table("baseline");

}  // namespace febem::bem
