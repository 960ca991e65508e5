// The multifrontal method on any number of ranks.

#include "element_systems.h"
#include "merge/costs.h"
#include "merge/factored.h"
#include "reduce/costs.h"
#include "stages/merge/merge.h"
#include "support/catch.h"
#include "support/world.h"

using core::Complex;
using test::Index;
using test::Matrix;

namespace {

common::Factor substructure_factor(World& world, const common::ElementSystem& system, Index block,
    const comm::StrategyNames& names = {}) {
  return factored(world, system, "substructure", block, names);
}

/// x such that A x = b by the panels, on the master.
Matrix solved_by_subdomains(World& world, const common::Factor& factor, const Matrix& b,
    const comm::StrategyNames& names = {}) {
  return world.section(core::Stage::check, names, [&](const common::StageContext& context) {
    return Matrix(solved_rows(factor, b.transpose(), context).transpose());
  });
}

}  // namespace

TEST_CASE("the subdomains' factor solves, for every block size, whatever the number of ranks") {
  World world;
  for (const auto& [nx, ny] : {std::pair<Index, Index>{19, 6}, {1, 1}, {7, 1}, {13, 12}}) {
    const auto whole = lattice(nx, ny, 0.3);
    const Matrix a = test::assembled(whole), b = right_hand_sides(whole.size);
    for (const Index block : {1, 3, 17, 1000}) {
      INFO(nx << " x " << ny << " cells, block " << block);
      const auto system = block == 1000 ? whole : spread(whole, block);
      const auto factor = substructure_factor(world, system, block);
      CHECK_FALSE(factor.report.singular);
      CHECK(factor.report.growth <= 100);
      const Matrix x = solved_by_subdomains(world, factor, b);
      if (world.rank() == core::master) CHECK(backward_error(a, x, b) < 1e-13);
    }
  }
}

TEST_CASE(
    "each rank has the panels of its subdomain and of what it shares, and all know the pivots of "
    "all") {
  World world;
  const auto system = lattice(19, 6, 0.3);
  const auto factor = substructure_factor(world, system, 8);
  REQUIRE(factor.subdomains);
  const auto& parts = *factor.subdomains;
  REQUIRE(factor.panels.size() == factor.shapes.size());
  REQUIRE(parts.nodes.size() == factor.shapes.size());
  Index eliminated = 0;
  core::Count entries = 0;
  auto expected = parts.tree->nodes_of(world.rank());
  CHECK(parts.own_panels == std::ssize(expected));
  for (const Index v : parts.tree->shared_by(world.rank())) expected.push_back(v);
  CHECK(parts.nodes == expected);
  for (std::size_t k = 0; k < factor.shapes.size(); ++k) {
    const auto& shape = factor.shapes[k];
    const Index v = parts.nodes[k];
    CHECK(shape.front() == parts.front(v));
    CHECK(shape.pivots == parts.pivots[v]);
    CHECK(factor.panels[k].rows() == shape.front());
    CHECK(factor.panels[k].cols() == shape.pivots);
  }
  for (Index v = 0; v < std::ssize(parts.tree->nodes); ++v) {
    eliminated += parts.pivots[v];
    for (Index j = 0; j < parts.pivots[v]; ++j) entries += parts.front(v) - j;
  }
  CHECK(eliminated == system.size);
  CHECK(factor.report.entries == entries);
}

TEST_CASE("subdomains whose diagonals are zero need pivots of two") {
  World world;
  const auto system =
      changed(lattice(16, 5, 0.0), [](Index, Matrix& a) { a.diagonal().setZero(); });
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  for (const Index block : {1, 4, 30, -1, -2, -5}) {
    const auto factor = block > 0 ? substructure_factor(world, system, block)
                                  : substructure_factor(world, spread(system, -block), 4);
    CHECK_FALSE(factor.report.singular);
    CHECK(factor.report.two_by_two_pivots > 0);
    CHECK(factor.report.growth <= 100);
    const Matrix x = solved_by_subdomains(world, factor, b);
    if (world.rank() == core::master) CHECK(backward_error(a, x, b) < 1e-12);
  }
}

TEST_CASE("columns without a good pivot move up the tree, at last into what ranks share") {
  World world;
  const auto system = delaying_lattice(24, 3);
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  for (const auto& names : {comm::StrategyNames{"star", "whole", "blocking"},
           comm::StrategyNames{"binomial", "100", "window:2"}}) {
    const bool is_spread = names.route == "binomial";
    const auto factor =
        substructure_factor(world, is_spread ? spread(system, 2) : system, 2, names);
    CHECK(factor.report.delayed_pivots > 0);
    const auto& parts = *factor.subdomains;
    Index delayed = 0;
    for (int rank = 0; rank < world.ranks(); ++rank)
      for (const Index v : parts.tree->roots_of(rank)) delayed += parts.delayed(v);
    CHECK((delayed > 0) == (world.ranks() > 1));
    CHECK(factor.report.growth <= 100);
    CHECK_FALSE(factor.report.singular);
    const Matrix x = solved_by_subdomains(world, factor, b, names);
    if (world.rank() == core::master) CHECK(backward_error(a, x, b) < 1e-12);
  }
}

TEST_CASE(
    "a front whose columns are spread has the pivots and the panel of one that a rank eliminates "
    "alone") {
  World world;
  const auto system = lattice(19, 12, 0.3);
  const auto alone = substructure_factor(world, system, 4),
             together = substructure_factor(world, spread(system, 4), 4);
  const auto& parts = *together.subdomains;
  auto pivots = alone.subdomains->pivots;
  if (world.ranks() > 1) pivots.push_back(0);  // of the node above the root, which delays none
  CHECK(parts.pivots == pivots);
  CHECK(together.report.entries == alone.report.entries);
  CHECK(together.report.front_size == alone.report.front_size);
  CHECK(together.report.two_by_two_pivots == alone.report.two_by_two_pivots);
  CHECK(together.report.growth == Approx(alone.report.growth));
  Index spread = 0;
  for (std::size_t k = 0; k < together.panels.size(); ++k) {
    const auto& nodes = alone.subdomains->nodes;  // of another cut
    const auto same = std::find(nodes.begin(), nodes.end(), parts.nodes[k]) - nodes.begin();
    if (same == std::ssize(nodes)) continue;
    spread += parts.tree->nodes[parts.nodes[k]].is_spread;
    CHECK(together.shapes[k].rows == alone.shapes[same].rows);
    CHECK((together.panels[k] - alone.panels[same]).norm() <= 1e-11 * alone.panels[same].norm());
  }
  if (world.ranks() > 3) CHECK(spread > 0);
}

TEST_CASE("what a spread root delays is eliminated by one rank at a node above it") {
  const auto plain = lattice(24, 6, 1.0);
  const auto at_root = [top = elimination_tree(plain, 1)](
                           Index dof) { return top.node_of_dof[dof] == std::ssize(top.nodes) - 1; };
  const auto system = changed(plain, [&](Index e, Matrix& a) {
    const auto& dofs = plain.dofs[e];
    for (Index j = 0; j < a.cols(); ++j)
      for (Index i = 0; i < a.rows(); ++i)
        if (at_root(dofs[i]) || at_root(dofs[j]))
          a(i, j) *= i == j ? 1e-6 : at_root(dofs[i]) && at_root(dofs[j]) ? 1 : 1e-3;
  });
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  for (const Index width : {1, 3, 50}) {
    World world;
    const auto factor = substructure_factor(world, spread(system, width), 4);
    const auto& parts = *factor.subdomains;
    const auto& top = parts.tree->nodes.back();
    CHECK(top.eliminated.empty() == (world.ranks() > 1));
    if (world.ranks() > 1) {
      const Index root = top.children.front();
      CHECK(parts.tree->nodes[root].is_spread);
      CHECK((parts.delayed(root) > 0) == (width < 50));
      CHECK(parts.pivots.back() == parts.delayed(root));
    }
    CHECK(parts.delayed(std::ssize(parts.tree->nodes) - 1) == 0);
    CHECK_FALSE(factor.report.singular);
    CHECK(world.sent(core::Stage::merge) ==
          test::substructure_cost(factor, test::Costs(comm::StrategyNames(), world.ranks())));
    const Matrix x = solved_by_subdomains(world, factor, b);
    if (world.rank() == core::master) CHECK(backward_error(a, x, b) < 1e-12);
  }
}

TEST_CASE("an element matrix that is not a number is called singular") {
  World world;
  const auto system = changed(lattice(15, 4, 0.3), [](Index e, Matrix& a) {
    if (e == 31) a(1, 2) = a(2, 1) = std::nan("");
  });
  CHECK(substructure_factor(world, system, 8).report.singular);
  CHECK(substructure_factor(world, spread(system, 3), 8).report.singular);
}

TEST_CASE(
    "the ledger shows what subdomains cost by the model, to the byte, with delayed pivots too") {
  auto systems = forests();
  systems.push_back(lattice(17, 5, 0.5));
  systems.push_back(delaying_lattice(24, 3));
  systems.push_back(lattice(2, 1, 0.5));
  for (std::size_t k = systems.size(); k-- > 0;)
    systems.push_back(spread(systems[k], 1 + static_cast<Index>(k)));
  for (const auto& system : systems)
    for (const auto& names : {comm::StrategyNames{"star", "whole", "blocking"},
             comm::StrategyNames{"star", "4KiB", "ack"},
             comm::StrategyNames{"binomial", "100", "window:2"},
             comm::StrategyNames{"native", "1KiB", "sync"}}) {
      World world;
      const auto factor = substructure_factor(world, system, 6, names);
      CHECK(world.sent(core::Stage::merge) ==
            test::substructure_cost(factor, test::Costs(names, world.ranks())));
      solved_by_subdomains(world, factor, right_hand_sides(system.size).leftCols(1), names);
      CHECK(world.sent(core::Stage::check) ==
            test::solve_cost(factor, test::Costs(names, world.ranks())));
    }
}

TEST_CASE("the subdomains' factor does not depend on route, cut and pace, to the last bit") {
  World world;
  for (const auto& system : {lattice(16, 6, 0.4), spread(lattice(16, 6, 0.4), 2),
           side_by_side({lattice(8, 5, 0.3), lattice(8, 5, 0.4)})}) {
    const auto reference = substructure_factor(world, system, 5, {"star", "whole", "blocking"});
    for (const char* route : {"star", "binomial"})
      for (const char* cut : {"whole", "48", "1KiB"})
        for (const char* pace : {"blocking", "sync", "ack", "window:3"}) {
          const auto other = substructure_factor(world, system, 5, {route, cut, pace});
          REQUIRE(other.panels.size() == reference.panels.size());
          for (std::size_t k = 0; k < reference.panels.size(); ++k)
            CHECK(other.panels[k] == reference.panels[k]);
        }
  }
}
