#include "stages/merge/merge.h"

#include <array>

#include "core/registry.h"

namespace febem::merge {

#define FEBEM_METHOD(factory) Method factory();
#include "stages/merge/methods.h"
#undef FEBEM_METHOD

namespace {

const std::array registered{
#define FEBEM_METHOD(factory) factory(),
#include "stages/merge/methods.h"
#undef FEBEM_METHOD
};

}  // namespace

std::span<const Method> methods() { return registered; }

pipeline::Factor run(const pipeline::ElementSystem& system, const Options& options,
                     const pipeline::StageContext& context) {
  auto factor = core::find(methods(), options.method, "merge method").run(system, options, context);
  factor.method = options.method;
  factor.motions = system.motions;
  return factor;
}

}  // namespace febem::merge
