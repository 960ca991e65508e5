// Stage 3 against the same algebra with whole matrices on one process; what it charges, against the
// operations counted by hand, 8 for a complex multiply-add, 4 if one factor is real; and how the
// factor is streamed while the ranks compute: on the emulator's clock a step takes as long as its
// work, not as long as its work and its message.
#include "merge/factored.h"
#include "reduce/costs.h"
#include "reduce/coupled_problem.h"
#include "support/catch.h"
#include "support/emulated_run.h"
#include "support/random_matrix.h"
#include "support/world.h"

using core::Count;
using la::Index;
using la::Matrix;
using la::Vector;

namespace {

constexpr Index panels = 23;

}  // namespace

TEST_CASE("a prescribed velocity and a reacting surface need no factor") {
  World world;
  const CoupledProblem problem(lattice(6, 4, 1.0), panels);
  const Vector prescribed = random_matrix(panels, 1, 4);
  const la::RowMap map(panels, 4, world.ranks());
  reduce::SurfaceCondition surface;
  surface.has_prescribed = true;
  if (world.rank() == core::master)
    surface.incident = problem.incident, surface.prescribed = prescribed;
  surface.admittance = random_matrix(panels, 1, 12);
  const auto rows =
      world.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
        return reduce::run(problem.owned(problem.h, map, world.rank()),
            problem.owned(problem.b, map, world.rank()), surface, reduce::method("rows"), context);
      });
  const CoupledProblem::Reduced expected{problem.h + problem.b * surface.admittance.asDiagonal(),
      problem.incident - problem.b * prescribed};
  CHECK(test::error(rows, expected, world.rank()) < 1e-14);
  CHECK(world.sent(core::Stage::reduce) ==
        test::reduce_cost(surface, panels, "rows", test::Costs(world.messenger())));
}

TEST_CASE("the structure is condensed onto own rows") {
  const CoupledProblem problem(lattice(6, 4, 1.0), panels);
  for (const auto& names : test::strategies)
    for (const Index block : {1, 5, 64}) {
      World world;
      const la::RowMap map(panels, block, world.ranks());
      auto factor = factored(world, problem.structure, "frontal", block, names);
      const auto surface = problem.condition(factor, world.rank());
      const auto rows =
          world.section(core::Stage::reduce, names, [&](const common::StageContext& context) {
            return reduce::run(problem.owned(problem.h, map, world.rank()),
                problem.owned(problem.b, map, world.rank()), surface, reduce::method("rows"),
                context);
          });
      INFO("block " << block << " on " << world.ranks());
      CHECK(test::error(rows, problem, world.rank()) < 1e-12);
      CHECK(world.sent(core::Stage::reduce) ==
            test::reduce_cost(surface, panels, "rows", test::Costs(names, world.ranks())));
    }
}

TEST_CASE("the flops of all ranks together are those of the algebra") {
  World world;
  constexpr Index n = 9;
  const auto structure = lattice(5, 3, 1.0);
  fem::SparseMatrix coupling(structure.size, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < 2 * j + 1 && i < structure.size; ++i) coupling.insert(i, j) = 1.0 + i;
  const std::vector<double> areas(n, 2.0);
  const la::RowMap map(n, 2, world.ranks());
  const auto rows = [&] {
    return la::OwnedRows{map, random_matrix(n, map.local_rows(world.rank()), 3)};
  };
  const auto flops = [&](const reduce::SurfaceCondition& surface) {
    World once;
    once.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
      return reduce::run(rows(), rows(), surface, reduce::method("rows"), context);
    });
    return once.flops(core::Stage::reduce);
  };
  reduce::SurfaceCondition surface;
  surface.incident = random_matrix(n, 1, 5);
  const auto held = flops(surface);
  if (world.rank() == core::master) CHECK(held == 0);

  surface.admittance = random_matrix(n, 1, 12);
  surface.has_prescribed = true;
  surface.prescribed = random_matrix(n, 1, 6);
  const auto both = flops(surface);
  if (world.rank() == core::master) CHECK(both == 2 * 8 * n * n);

  surface = {};
  surface.incident = surface.prescribed = random_matrix(n, 1, 5);
  auto factor = factored(world, structure, "frontal", 4);
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.analysis = analysis_of(factor, coupling);
  surface.mass = areas;
  surface.force = random_matrix(structure.size, 1, 7);
  surface.omega_squared_rho = 1;
  Count sweeps = 0;
  for (const auto& shape : factor.shapes) {
    const Count b = shape.pivots, below = shape.front() - shape.pivots;
    sweeps +=
        2 * n *
        (4 * b * b + 8 * b * below);  // X1 by the triangle, X2 by the rows below, there and back
  }
  // Into C^T B^T and out of Y T with a real T, and Y F.
  const Count around = n * (4 * coupling.nonZeros() + 4 * coupling.nonZeros() + 8 * structure.size);
  const auto found = flops(surface);
  if (world.rank() == core::master) CHECK(found == sweeps + around);
}

TEST_CASE(
    "the next panel of the factor is in flight during the work on the one before", "[several]") {
  World world;
  if (world.ranks() == 1) return;
  constexpr Index count = 8;
  constexpr double latency = 10e-3, message = 3 * latency,
                   work = 30e-3;  // it asks, is answered and comes
  const auto structure = lattice(6, 4, 1.0);
  auto factor = factored(world, structure, "frontal", 5);
  fem::SparseMatrix coupling(structure.size, count);
  for (Index j = 0; j < count; ++j) coupling.coeffRef(5 * j % structure.size, j) = 1;
  const std::vector<double> areas(count, 1.0);
  reduce::SurfaceCondition surface;
  if (world.rank() == core::master) {
    surface.incident = random_matrix(count, 1, 1);
    surface.force = random_matrix(structure.size, 1, 2);
  }
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.analysis = analysis_of(factor, coupling);
  surface.mass = areas;
  surface.omega_squared_rho = 0.7;
  const la::RowMap map(count, 2, world.ranks());
  const la::OwnedRows rows{map, Matrix(Matrix::Zero(count, map.local_rows(world.rank())))};
  const auto steps = 2.0 * static_cast<double>(factor.shapes.size());  // down and up again
  REQUIRE(steps >= 10);
  const double apart = steps * (message + work), enough = 0.9 * apart;
  const auto times = EmulatedRun(latency, work)
                         .fastest({"star", "whole", "window:2"}, enough, [&](const auto& context) {
                           return reduce::run(rows, rows, surface, reduce::method("rows"), context);
                         });
  CHECK(times.seconds >= steps * work);
  CHECK(times.seconds < enough);
  CHECK(times.hidden >= 0.5 * (steps - 2) * work);
}
