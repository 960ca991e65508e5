#include "stages/eliminate/eliminate.h"

#include <array>

#include "core/registry.h"

namespace febem::eliminate {

#define FEBEM_PLUGIN(NAME) extern const Method NAME##_method;
#include "stages/eliminate/list.inc"
#undef FEBEM_PLUGIN

std::span<const Method> methods() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_method,
#include "stages/eliminate/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

const Method& method(std::string_view name) { return core::find(methods(), name, "elimination method"); }

}  // namespace febem::eliminate
