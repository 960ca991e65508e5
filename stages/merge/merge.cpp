#include "stages/merge/merge.h"

#include <array>

#include "core/registry.h"

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

const Method& method(std::string_view name) { return core::find(methods(), name, "merge method"); }

pipeline::Factor run(const pipeline::ElementSystem& system, const Options& options,
                     const execution::StageContext& context) {
  auto factor = method(options.method).run(system, options, context);
  factor.method = options.method;
  factor.motions = system.motions;
  return factor;
}

}  // namespace febem::merge
