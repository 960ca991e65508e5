// Two lanes, as in SSE2 and NEON, which every processor of the architecture has. The compiler makes
// plain code where there is neither.
#include "bem/instruction_sets/kernels_on_lanes.h"

namespace febem::bem {
FEBEM_KERNELS(baseline, 2)
}
