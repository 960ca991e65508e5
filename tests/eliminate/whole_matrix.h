// A matrix by its products, for what iterates, and what is asked of every such method.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "pipeline/owned_vector.h"
#include "pipeline/row_operator.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/world.h"

namespace febem::test {

/// Every rank has the whole matrix; what is sent is the vector.
class WholeMatrix final : public pipeline::RowOperator {
 public:
  WholeMatrix(la::Matrix a, la::Index block, World& world)
      : a_(std::move(a)), map_(a_.rows(), block, world.ranks()), rank_(world.rank()) {}

  const la::RowMap& map() const override { return map_; }
  la::Vector apply(const la::Vector& own, const execution::StageContext& context) override {
    ++applied_;
    return pipeline::own_entries(map_, a_ * pipeline::all_entries(map_, own, context.messages), rank_);
  }
  la::Vector diagonal() const override { return pipeline::own_entries(map_, a_.diagonal(), rank_); }
  comm::Traffic traffic(const comm::Messenger& messages) const override { return pipeline::all_entries_traffic(map_, messages); }

  /// Products so far.
  la::Index applied() const { return applied_; }

 private:
  la::Matrix a_;
  la::RowMap map_;
  int rank_;
  la::Index applied_ = 0;
};

/// By every route, cut and pace, `solve(world, products, names)` sends what `expected(products, iteration, messages)` says, and cut and
/// pace change no bit of the solution.
template <class Solve, class Expected>
void check_messages(const la::Matrix& a, Solve&& solve, Expected&& expected) {
  World world;
  std::map<std::string, la::Vector> of_route;
  for (const auto& names : cli::strategy_grid({{"all"}, {"whole", "48"}, {"all"}}, {})) {
    INFO(text(names));
    if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
    World own;
    WholeMatrix products(a, 2, own);
    const eliminate::Elimination result = solve(own, products, names);
    CHECK(own.sent(core::Stage::eliminate) == expected(products, *result.iteration, own.messenger(names)));
    // The MPI library adds up in whatever order it likes.
    const auto first = of_route.emplace(names.route, result.solution).first;
    if (!names.route.starts_with("native")) CHECK(result.solution == first->second);
  }
  CHECK(of_route.size() > 3);
}

}  // namespace febem::test
