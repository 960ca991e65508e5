#include <array>

#include "fem/element_formulation.h"

namespace febem::fem {

#define FEBEM_LIST "fem/list.inc"
#define FEBEM_ENTRY FormulationEntry
#define FEBEM_ENTRIES formulations
#define FEBEM_OBJECT(NAME) NAME##_formulation
#include "core/plugins.inc"

}  // namespace febem::fem
