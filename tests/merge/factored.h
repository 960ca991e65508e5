// Stage 1 as a test runs it.
#pragma once

#include <memory>

#include "stages/merge/merge.h"
#include "support/world.h"

namespace febem::test {

/// The factor of the system by a method with panels of `block` columns. Collective.
inline common::Factor factored(World& world, const common::ElementSystem& system,
    std::string_view method, la::Index block, const comm::StrategyNames& names = {}) {
  auto analysed = system;
  if (system.dissection)
    analysed.tree =
        std::make_shared<analysis::EliminationTree>(elimination_tree(system, world.ranks()));
  return world.section(core::Stage::merge, names, [&](const common::StageContext& context) {
    return merge::run(analysed, {std::string(method), block}, context);
  });
}

}  // namespace febem::test
