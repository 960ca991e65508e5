#include "stages/merge/merge.h"

#include <array>

#include "core/registry.h"

// A method that needs PETSc is one of the program where that is built in.
#ifdef FEBEM_PETSC
#define FEBEM_PETSC_PLUGIN(NAME) FEBEM_PLUGIN(NAME)
#else
#define FEBEM_PETSC_PLUGIN(NAME)
#endif

namespace febem::merge {

#define FEBEM_PLUGIN(NAME) extern const Method NAME##_method;
#include "stages/merge/list.inc"
#undef FEBEM_PLUGIN

std::span<const Method> methods() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_method,
#include "stages/merge/list.inc"
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
#include "stages/merge/list.inc"
  };
#undef FEBEM_PLUGIN
  return missing;
#endif
}

const Method& method(std::string_view name) { return core::find(methods(), name, "merge method"); }

pipeline::Factor run(const pipeline::ElementSystem& system, const Options& options,
                     const execution::StageContext& context) {
  auto factor = method(options.method).run(system, options, context);
  factor.method = options.method;
  factor.motions = system.motions;
  return factor;
}

}  // namespace febem::merge
