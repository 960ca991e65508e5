#include "stages/merge/merge.h"

#include <array>
#include <vector>

#include "core/registry.h"

namespace febem::merge {

#define FEBEM_METHODS "stages/merge/list.inc"
#include "stages/methods.inc"

const Method& method(std::string_view name) { return core::find(methods(), name, "merge method"); }

common::Factor run(const common::ElementSystem& system, const Options& options,
    const common::StageContext& context) {
  auto factor = method(options.method).run(system, options, context);
  factor.method = options.method;
  factor.motions = system.motions;
  return factor;
}

}  // namespace febem::merge
