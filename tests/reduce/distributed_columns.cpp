// Stage 3 by columns against the same algebra with whole matrices on one process.

#include "merge/factored.h"
#include "reduce/costs.h"
#include "reduce/coupled_problem.h"
#include "stages/analysis/surface_tree.h"
#include "stages/common/row_operator.h"
#include "support/catch.h"
#include "support/world.h"

using la::Index;
using la::Matrix;
using Problem = CoupledProblem;

namespace {

struct Reduced {
  common::System rows;
  core::Traffic sent, expected;
};

Reduced reduced(World& world, const Problem& problem, Index block, const comm::StrategyNames& names,
    std::string_view method = "columns") {
  const la::RowMap map(problem.panels, block, world.ranks());
  auto factor = factored(world, problem.structure, "substructure", block, names);
  const auto surface = problem.condition(factor, world.rank());
  auto rows = world.section(core::Stage::reduce, names, [&](const common::StageContext& context) {
    return reduce::run(problem.owned(problem.h, map, world.rank()),
        problem.owned(problem.b, map, world.rank()), surface, reduce::method(method), context);
  });
  return {std::move(rows), world.sent(core::Stage::reduce),
      test::reduce_cost(surface, problem.panels, method, test::Costs(names, world.ranks()))};
}

}  // namespace

TEST_CASE("the structure is condensed onto own rows by columns") {
  for (const auto& names : strategies)
    for (const Index panels : {1, 23, 90})
      for (const Index block : {1, 5, 64}) {
        INFO(panels << " panels, block " << block << ", " << text(names));
        const Problem problem(lattice(19, 4, 1.0), panels);
        World world;
        const auto found = reduced(world, problem, block, names);
        CHECK(error(found.rows, problem, world.rank()) < 1e-10);
        CHECK(found.sent == found.expected);
      }
}

TEST_CASE("many load cases are reduced together, by every method and factor") {
  for (const auto& names : strategies)
    for (const auto& structure : {lattice(19, 4, 1.0), delaying_lattice(24, 3)})
      for (const Index loads : {2, 7}) {
        const Problem problem(structure, 23, loads);
        for (const char* method : {"columns", "rows"}) {
          INFO(method << ", " << loads << " load cases, " << text(names));
          World world;
          const auto found = reduced(world, problem, 5, names, method);
          CHECK(error(found.rows, problem, world.rank()) < 1e-9);
          CHECK(found.sent == found.expected);
        }
      }
}

TEST_CASE(
    "a shared node of many pivots is part of a block, whose columns the ranks add up together") {
  for (const auto& names : strategies)
    for (const auto& structure : {lattice(16, 16, 1.0), spread(delaying_lattice(16, 12), 2)})
      for (const Index panels : {3, 17, 40}) {
        INFO(panels << " panels, " << text(names));
        const Problem problem(structure, panels);
        World world;
        const auto found = reduced(world, problem, 4, names);
        CHECK(error(found.rows, problem, world.rank()) < 1e-9);
        CHECK(found.sent == found.expected);
        auto factor = factored(world, problem.structure, "substructure", 4, names);
        const auto tree = surface_tree(*factor.subdomains->tree, problem.coupling);
        const auto& shared = factor.subdomains->tree->shared;
        const auto in_block = std::count_if(shared.begin(), shared.end(),
            [&](Index v) { return tree.storage[v] != analysis::Storage::factored; });
        if (panels == 17 && world.ranks() > 2) CHECK(in_block > 1);
      }
}

TEST_CASE(
    "in mixed precision the matrix is near, and its operator and right-hand side are as in "
    "double") {
  for (const auto& names : strategies)
    for (const auto& structure : {lattice(19, 4, 1.0), delaying_lattice(24, 3)})
      for (const Index panels : {1, 61}) {
        INFO(panels << " panels, " << text(names));
        const Problem problem(structure, panels);
        World world;
        const la::RowMap map(panels, 5, world.ranks());
        const int rank = world.rank();
        auto factor = factored(world, problem.structure, "substructure", 5, names);
        auto surface = problem.condition(factor, rank);
        surface.admittance = random_matrix(panels, 1, 12);
        const auto b = problem.owned(problem.b, map, rank);
        const auto& method = reduce::method("columns");
        const auto system =
            world.section(core::Stage::reduce, names, [&](const common::StageContext& context) {
              return reduce::run(problem.owned(problem.h, map, rank), b, surface, method, context,
                  reduce::Precision::mixed);
            });
        CHECK(world.sent(core::Stage::reduce) == test::reduce_cost(surface, panels, "columns",
                                                     test::Costs(names, world.ranks()),
                                                     reduce::Precision::mixed));
        auto [a, right_hand_side] = problem.reduced();
        a += problem.b * surface.admittance.asDiagonal();
        REQUIRE(std::holds_alternative<common::MixedSystem>(system));
        const auto& rows = std::get<common::MixedSystem>(system);
        const auto expected = problem.owned(a, map, rank);
        const double error =
            la::max_norm(rows.matrix.values.cast<core::Complex>() - expected.values) /
            la::max_norm(a);
        CHECK(error < 1e-4);
        CHECK(la::max_norm(rows.right_hand_side - common::own_entries(map, right_hand_side, rank)) <
              1e-9 * la::max_norm(a));
        const la::Vector x = random_matrix(panels, 1, 6);
        const auto product =
            world.section(core::Stage::eliminate, names, [&](const common::StageContext& context) {
              return rows.product->apply(common::own_entries(map, x, rank), context);
            });
        CHECK(
            la::max_norm(product - common::own_entries(map, a * x, rank)) < 1e-9 * la::max_norm(a));
      }
}

TEST_CASE("fronts whose columns are spread condense the structure too, by columns and by rows") {
  for (const auto& names : strategies)
    for (const auto& structure : {lattice(19, 4, 1.0), delaying_lattice(24, 3)})
      for (const char* method : {"columns", "rows", "matrix-free"}) {
        INFO(method << ", " << text(names));
        const Problem problem(spread(structure, 2), 61);
        World world;
        const auto found = reduced(world, problem, 5, names, method);
        if (method != std::string_view("matrix-free"))
          CHECK(error(found.rows, problem, world.rank()) < 1e-9);
        CHECK(found.sent == found.expected);
      }
}

TEST_CASE("delayed pivots and pivots of two do no harm to the columns") {
  const auto paired =
      changed(lattice(16, 5, 0.0), [](Index, Matrix& a) { a.diagonal().setZero(); });
  for (const auto& system : {delaying_lattice(24, 3), paired}) {
    const Problem problem(system, 61);
    World world;
    const auto found = reduced(world, problem, 4, {});
    CHECK(error(found.rows, problem, world.rank()) < 1e-9);
    CHECK(found.sent == found.expected);
  }
}

TEST_CASE("bodies that share nothing are condensed together, by columns and by rows") {
  for (const auto& names : strategies)
    for (const auto& system : forests())
      for (const char* method : {"columns", "rows"})
        for (const Index panels : {1, 61}) {
          INFO(method << ", " << system.elements() << " elements, " << panels << " panels, "
                      << text(names));
          const Problem problem(system, panels);
          World world;
          const auto found = reduced(world, problem, 5, names, method);
          CHECK(error(found.rows, problem, world.rank()) < 1e-10);
          CHECK(found.sent == found.expected);
        }
}

TEST_CASE("rows takes the factor of subdomains too, from whoever has each panel") {
  for (const auto& names : strategies)
    for (const auto& system : {lattice(19, 4, 1.0), delaying_lattice(24, 3)}) {
      const Problem problem(system, 23);
      World world;
      const auto found = reduced(world, problem, 5, names, "rows");
      CHECK(error(found.rows, problem, world.rank()) < 1e-10);
      CHECK(found.sent == found.expected);
    }
}

TEST_CASE("columns takes every factor that says it takes sparse right-hand sides") {
  Problem problem(lattice(19, 4, 1.0), 61);
  problem.structure.coupling = &problem.coupling;
  int tried = 0;
  for (const auto& method : merge::methods()) {
    if (!method.sparse_columns) continue;
    ++tried;
    INFO(method.name);
    World world;
    const la::RowMap map(problem.panels, 5, world.ranks());
    auto factor = factored(world, problem.structure, method.name, 8);
    const auto rows =
        world.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
          return reduce::run(problem.owned(problem.h, map, world.rank()),
              problem.owned(problem.b, map, world.rank()), problem.condition(factor, world.rank()),
              reduce::method("columns"), context);
        });
    CHECK(error(rows, problem, world.rank()) < 1e-10);
  }
  CHECK(tried > 0);
}

TEST_CASE("the columns do not depend on cut and pace, to the last bit") {
  const Problem problem(lattice(19, 4, 1.0), 41);
  World world;
  for (const char* route : {"star", "binomial"}) {
    const auto reference = reduced(world, problem, 3, {route, "whole", "blocking"});
    for (const char* cut : {"whole", "48", "1KiB"})
      for (const char* pace : {"sync", "ack", "window:3"}) {
        const auto other = reduced(world, problem, 3, {route, cut, pace});
        const auto &found = std::get<common::DenseSystem>(other.rows),
                   &expected = std::get<common::DenseSystem>(reference.rows);
        CHECK(found.matrix.values == expected.matrix.values);
        CHECK(found.right_hand_side == expected.right_hand_side);
      }
  }
}

TEST_CASE("columns refuses a factor that the master has, and a panel that no element has all of") {
  World world;
  const Problem problem(lattice(19, 4, 1.0), 5);
  const la::RowMap map(problem.panels, 2, world.ranks());
  const auto run = [&](const Problem& p, const char* method) {
    auto factor = factored(world, p.structure, method, 4);
    world.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
      return reduce::run(p.owned(p.h, map, world.rank()), p.owned(p.b, map, world.rank()),
          p.condition(factor, world.rank()), reduce::method("columns"), context);
    });
  };
  CHECK_THROWS_WITH(
      run(problem, "frontal"), Contains("needs a factor that takes sparse right-hand sides"));
  Problem torn = problem;
  torn.coupling.coeffRef(0, 2) = 1;
  torn.coupling.coeffRef(problem.structure.size - 1, 2) = 1;
  CHECK_THROWS_WITH(run(torn, "substructure"), Contains("panel 2 lies on no single element"));
}

TEST_CASE(
    "every panel enters where one rank has all of its degrees of freedom, subtrees side by side") {
  const Problem problem(lattice(19, 4, 1.0), 90);
  World world;
  auto factor = factored(world, problem.structure, "substructure", 4);
  const auto& parts = *factor.subdomains;
  const auto surface = surface_tree(*parts.tree, problem.coupling);
  std::vector<int> times(problem.panels, 0);
  Index in_ranks = 0;
  for (const auto& range : surface.subdomain) in_ranks += range.size();
  CHECK(in_ranks == problem.panels);
  for (Index place = 0; place < problem.panels; ++place) {
    ++times[surface.panels[place]];
    const Index v = surface.entry[place];
    const auto& node = parts.tree->nodes[v];
    CHECK_FALSE(node.is_shared());
    for (fem::SparseMatrix::InnerIterator entry(problem.coupling, surface.panels[place]); entry;
         ++entry) {
      const auto dof = static_cast<core::Index>(entry.row());
      const bool in_front =
          std::find(node.eliminated.begin(), node.eliminated.end(), dof) != node.eliminated.end() ||
          std::find(node.others.begin(), node.others.end(), dof) != node.others.end();
      CHECK(in_front);
    }
    for (Index above = v; above >= 0; above = parts.tree->nodes[above].parent) {
      CHECK(surface.subtree[above].begin <= place);
      CHECK(place < surface.subtree[above].end);
    }
  }
  CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  // Above every panel there is one block, and only nodes that are kept factored above that.
  for (const Index entry : surface.entry) {
    int blocks = 0;
    for (Index v = entry; v >= 0; v = parts.tree->nodes[v].parent) {
      blocks += surface.storage[v] == analysis::Storage::block;
      if (surface.storage[v] == analysis::Storage::within_block) CHECK(blocks == 0);
    }
    CHECK(blocks == 1);
  }
}
