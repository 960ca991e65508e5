#include <array>

#include "fem/element_formulation.h"

namespace febem::fem {

#define FEBEM_PLUGIN(NAME) extern const FormulationEntry NAME##_formulation;
#include "fem/list.inc"
#undef FEBEM_PLUGIN

std::span<const FormulationEntry> formulations() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_formulation,
#include "fem/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

}  // namespace febem::fem
