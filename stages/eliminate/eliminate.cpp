#include "stages/eliminate/eliminate.h"

#include <array>

#include "core/registry.h"

// A method that needs PETSc is one of the program where that is built in.
#ifdef FEBEM_PETSC
#define FEBEM_PETSC_PLUGIN(NAME) FEBEM_PLUGIN(NAME)
#else
#define FEBEM_PETSC_PLUGIN(NAME)
#endif

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

std::span<const std::string_view> methods_missing() {
#ifdef FEBEM_PETSC
  return {};
#else
#define FEBEM_PLUGIN(NAME)
#undef FEBEM_PETSC_PLUGIN
#define FEBEM_PETSC_PLUGIN(NAME) #NAME,
  static constexpr std::string_view missing[] = {
#include "stages/eliminate/list.inc"
  };
#undef FEBEM_PLUGIN
  return missing;
#endif
}

const Method& method(std::string_view name) { return core::find(methods(), name, "elimination method"); }

}  // namespace febem::eliminate
