#include "stages/eliminate/eliminate.h"

#include <array>

#include "core/registry.h"

namespace febem::eliminate {

#define FEBEM_METHOD(factory) Method factory();
#include "stages/eliminate/methods.h"
#undef FEBEM_METHOD

namespace {

const std::array registered{
#define FEBEM_METHOD(factory) factory(),
#include "stages/eliminate/methods.h"
#undef FEBEM_METHOD
};

}  // namespace

std::span<const Method> methods() { return registered; }

Elimination run(const std::string& method, la::OwnedRows matrix, Vector right_hand_side,
                const pipeline::StageContext& context) {
  return core::find(methods(), method, "elimination method").run(std::move(matrix), std::move(right_hand_side), context);
}

}  // namespace febem::eliminate
