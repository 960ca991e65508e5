// The coupled matrix by its products, against the same algebra with whole matrices on one process.
#include "merge/factored.h"
#include "reduce/costs.h"
#include "reduce/coupled_problem.h"
#include "stages/common/row_operator.h"
#include "support/catch.h"
#include "support/world.h"

using core::Complex;
using la::Index;
using la::Matrix;
using la::Vector;
using Problem = CoupledProblem;

namespace {

/// Stage 3 without a matrix, and a product with it in stage 4.
struct Product {
  double error = 0;  ///< of the product and of the right-hand side, relative to the largest entry
  Vector own;        ///< entries of the product
  core::Traffic sent, expected;  ///< of stage 3
  core::Traffic applied, expected_applied;
};

Product product(
    const Problem& problem, std::string_view merge, Index block, const comm::StrategyNames& names) {
  World world;
  const int rank = world.rank();
  const la::RowMap map(problem.panels, block, world.ranks());
  auto factor = factored(world, problem.structure, merge, block, names);
  const auto surface = problem.condition(factor, rank);
  const auto b = problem.owned(problem.b, map, rank);
  const auto& method = reduce::method("matrix-free");
  const auto system =
      world.section(core::Stage::reduce, names, [&](const common::StageContext& context) {
        return reduce::run(problem.owned(problem.h, map, rank), b, surface, method, context);
      });
  REQUIRE(std::holds_alternative<common::OperatorSystem>(system));
  const auto& rows = std::get<common::OperatorSystem>(system);
  const Vector x = random_matrix(problem.panels, 1, 11);
  Product result;
  result.own =
      world.section(core::Stage::eliminate, names, [&](const common::StageContext& context) {
        return rows.product->apply(common::own_entries(map, x, rank), context);
      });
  const auto expected = problem.reduced();
  const Vector of_product = common::own_entries(map, expected.a * x, rank),
               of_b = common::own_entries(map, expected.b, rank);
  result.error =
      la::larger(la::max_norm(result.own - of_product), la::max_norm(rows.right_hand_side - of_b)) /
      la::larger(la::max_norm(expected.a), la::max_norm(expected.b));
  result.sent = world.sent(core::Stage::reduce);
  result.applied = world.sent(core::Stage::eliminate);
  const test::Costs costs(names, world.ranks());
  result.expected = test::reduce_cost(surface, problem.panels, "matrix-free", costs);
  result.expected_applied = test::product_cost(surface, map, costs);
  return result;
}

}  // namespace

TEST_CASE(
    "a product with the coupled matrix is that with the whole matrix, whoever has the factor") {
  for (const char* merge : {"substructure", "frontal"})
    for (const auto& names : test::strategies)
      for (const Index panels : {1, 23, 90})
        for (const Index block : {5, 64}) {
          INFO(merge << ", " << panels << " panels, block " << block << ", " << text(names));
          const auto found = product(Problem(lattice(19, 4, 1.0), panels), merge, block, names);
          CHECK(found.error < 1e-10);
          CHECK(found.sent == found.expected);
          CHECK(found.applied == found.expected_applied);
        }
}

TEST_CASE("a product with bodies that share nothing is that with the whole matrix") {
  for (const char* merge : {"substructure", "frontal"})
    for (const auto& system : forests()) {
      INFO(merge << ", " << system.elements() << " elements");
      const auto found = product(Problem(system, 61), merge, 8, {});
      CHECK(found.error < 1e-10);
      CHECK(found.sent == found.expected);
      CHECK(found.applied == found.expected_applied);
    }
}

TEST_CASE("delayed pivots and pivots of two do no harm to the product") {
  const auto paired =
      changed(lattice(16, 5, 0.0), [](Index, Matrix& a) { a.diagonal().setZero(); });
  for (const auto& system : {delaying_lattice(24, 3), paired}) {
    const auto found = product(Problem(system, 61), "substructure", 4, {});
    CHECK(found.error < 1e-9);
    CHECK(found.sent == found.expected);
    CHECK(found.applied == found.expected_applied);
  }
}

TEST_CASE("the product takes the factor of every method of stage 1") {
  const Problem problem(lattice(19, 4, 1.0), 61);
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    CHECK(product(problem, method.name, 8, {}).error < 1e-10);
  }
}

TEST_CASE("the product does not depend on cut and pace, to the last bit") {
  const Problem problem(lattice(19, 4, 1.0), 41);
  for (const char* route : {"star", "binomial"}) {
    const Vector reference = product(problem, "substructure", 3, {route, "whole", "blocking"}).own;
    for (const char* cut : {"48", "1KiB"})
      for (const char* pace : {"sync", "ack", "window:3"})
        CHECK(product(problem, "substructure", 3, {route, cut, pace}).own == reference);
  }
}

TEST_CASE(
    "without a structure the product needs the vector alone, and the diagonal is the matrix's") {
  World world;
  const Problem problem(lattice(4, 4, 1.0), 23);
  const la::RowMap map(problem.panels, 4, world.ranks());
  const auto b = problem.owned(problem.b, map, world.rank());
  for (const bool reacts : {false, true}) {
    reduce::SurfaceCondition surface;
    if (reacts) surface.admittance = random_matrix(problem.panels, 1, 12);
    if (world.rank() == core::master) surface.incident = problem.incident;
    World own;
    const auto system =
        own.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
          return reduce::run(problem.owned(problem.h, map, own.rank()), b, surface,
              reduce::method("matrix-free"), context);
        });
    const auto& rows = std::get<common::OperatorSystem>(system);
    const Vector x = random_matrix(problem.panels, 1, 11);
    const Vector found =
        own.section(core::Stage::eliminate, {}, [&](const common::StageContext& context) {
          return rows.product->apply(common::own_entries(map, x, own.rank()), context);
        });
    Matrix a = problem.h;
    if (reacts) a += problem.b * surface.admittance.asDiagonal();
    CHECK(la::max_norm(found - common::own_entries(map, a * x, own.rank())) < 1e-13);
    CHECK(la::max_norm(rows.product->diagonal() -
                       common::own_entries(map, a.diagonal(), own.rank())) < 1e-15);
    CHECK(own.sent(core::Stage::eliminate) == test::Costs(own.messenger()).all_entries(map));
  }
}
