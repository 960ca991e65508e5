// Stage 3 against the same algebra with whole matrices on one process; what it charges, against the
// operations counted by hand, 8 for a complex multiply-add, 4 if one factor is real; and how the
// factor is streamed while the ranks compute: on the emulator's clock a step takes as long as its
// work, not as long as its work and its message.
#include "merge/element_systems.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"
#include "support/emulated_run.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem;
using core::Complex;
using core::Count;
using la::Index;
using la::Matrix;
using la::Vector;

namespace {

constexpr Index panels = 23;

/// A small coupled problem, the same on every rank.
struct SmallProblem {
  common::ElementSystem structure = test::lattice(6, 4, 1.0);
  Matrix h = test::random_matrix(panels, panels, 1), b = test::random_matrix(panels, panels, 2);
  Vector incident = test::random_matrix(panels, 1, 3),
         prescribed = test::random_matrix(panels, 1, 4);
  Vector force = test::random_matrix(structure.size, 1, 5);
  fem::SparseMatrix coupling{structure.size, panels};
  std::vector<double> areas;

  SmallProblem() {
    for (Index j = 0; j < panels; ++j) {
      areas.push_back(0.5 + 0.1 * j);
      for (Index k = 0; k < 3; ++k)
        coupling.coeffRef((5 * j + 2 * k) % structure.size, j) += 0.3 + k - 0.05 * j;
    }
    coupling.makeCompressed();
  }

  la::OwnedRows owned(const Matrix& a, const la::RowMap& map, int rank) const {
    la::OwnedRows rows{map, Matrix(panels, map.local_rows(rank))};
    for (const Index row : map.rows_of(rank))
      rows.values.col(map.local(row)) = a.row(row).transpose();
    return rows;
  }
};

struct Whole {
  Matrix a;
  Vector b;
};

double difference(const common::System& system, const Whole& expected, int rank) {
  const auto& rows = std::get<common::DenseSystem>(system);
  double largest = 0;
  const auto& map = rows.matrix.map;
  for (const Index row : map.rows_of(rank)) {
    const Index j = map.local(row);
    largest = std::max(largest,
        (rows.matrix.values.col(j) - expected.a.row(row).transpose()).cwiseAbs().maxCoeff());
    largest = std::max(largest, std::abs(rows.right_hand_side[j] - expected.b[row]));
  }
  return largest;
}

}  // namespace

TEST_CASE("a prescribed velocity and a reacting surface need no factor") {
  test::World world;
  const SmallProblem problem;
  const la::RowMap map(panels, 4, world.ranks());
  reduce::SurfaceCondition surface;
  surface.has_prescribed = true;
  if (world.rank() == core::master)
    surface.incident = problem.incident, surface.prescribed = problem.prescribed;
  surface.admittance = {0.3, -0.2};
  const auto rows =
      world.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
        return reduce::run(problem.owned(problem.h, map, world.rank()),
            problem.owned(problem.b, map, world.rank()), surface, reduce::method("rows"), context);
      });
  const Whole expected{problem.h + surface.admittance * problem.b,
      problem.incident - problem.b * problem.prescribed};
  CHECK(difference(rows, expected, world.rank()) < 1e-13);
  CHECK(world.sent(core::Stage::reduce) ==
        reduce::traffic(surface, panels, reduce::method("rows"), world.messenger()));
}

TEST_CASE("the structure is condensed onto own rows") {
  const SmallProblem problem;
  const Matrix a_s = test::assembled(problem.structure),
               t = Matrix(problem.coupling.cast<Complex>());
  Matrix c = t.transpose();
  for (Index j = 0; j < panels; ++j) c.row(j) /= problem.areas[static_cast<std::size_t>(j)];
  const Matrix bc = problem.b * c * 0.7;
  const Whole expected{problem.h - bc * a_s.partialPivLu().solve(t),
      problem.incident - bc * a_s.partialPivLu().solve(problem.force)};
  for (const auto& names : {comm::StrategyNames{"star", "whole", "blocking"},
           comm::StrategyNames{"binomial", "256", "ack"},
           comm::StrategyNames{"star", "1KiB", "window:2"},
           comm::StrategyNames{"native", "512", "sync"}})
    for (const Index block : {1, 5, 64}) {
      test::World world;
      const la::RowMap map(panels, block, world.ranks());
      auto factor =
          world.section(core::Stage::merge, names, [&](const common::StageContext& context) {
            return merge::run(problem.structure, {"frontal", block}, context);
          });
      reduce::SurfaceCondition surface;
      if (world.rank() == core::master)
        surface.incident = problem.incident, surface.force = problem.force;
      surface.factor = &factor;
      surface.coupling = &problem.coupling;
      surface.mass = problem.areas;
      surface.omega_squared_rho = 0.7;
      const auto rows =
          world.section(core::Stage::reduce, names, [&](const common::StageContext& context) {
            return reduce::run(problem.owned(problem.h, map, world.rank()),
                problem.owned(problem.b, map, world.rank()), surface, reduce::method("rows"),
                context);
          });
      INFO("block " << block << " on " << world.ranks());
      CHECK(difference(rows, expected, world.rank()) < 1e-11);
      CHECK(world.sent(core::Stage::reduce) ==
            reduce::traffic(surface, panels, reduce::method("rows"), world.messenger(names)));
    }
}

TEST_CASE("the flops of all ranks together are those of the algebra") {
  test::World world;
  constexpr Index n = 9;
  const auto structure = test::lattice(5, 3, 1.0);
  fem::SparseMatrix coupling(structure.size, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < 2 * j + 1 && i < structure.size; ++i) coupling.insert(i, j) = 1.0 + i;
  const std::vector<double> areas(n, 2.0);
  const la::RowMap map(n, 2, world.ranks());
  const auto rows = [&] {
    return la::OwnedRows{map, test::random_matrix(n, map.local_rows(world.rank()), 3)};
  };
  const auto flops = [&](const reduce::SurfaceCondition& surface) {
    test::World once;
    once.section(core::Stage::reduce, {}, [&](const common::StageContext& context) {
      return reduce::run(rows(), rows(), surface, reduce::method("rows"), context);
    });
    return once.flops(core::Stage::reduce);
  };
  reduce::SurfaceCondition surface;
  surface.incident = test::random_matrix(n, 1, 5);
  const auto held = flops(surface);
  if (world.rank() == core::master) CHECK(held == 0);

  surface.admittance = {0.1, 0.2};
  surface.has_prescribed = true;
  surface.prescribed = test::random_matrix(n, 1, 6);
  const auto both = flops(surface);
  if (world.rank() == core::master) CHECK(both == 2 * 8 * n * n);

  surface = {};
  surface.incident = surface.prescribed = test::random_matrix(n, 1, 5);
  auto factor = world.section(core::Stage::merge, {}, [&](const common::StageContext& context) {
    return merge::run(structure, {"frontal", 4}, context);
  });
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.mass = areas;
  surface.force = test::random_matrix(structure.size, 1, 7);
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
  test::World world;
  if (world.ranks() == 1) return;
  constexpr Index count = 8;
  constexpr double latency = 10e-3, message = 3 * latency,
                   work = 30e-3;  // it asks, is answered and comes
  const auto structure = test::lattice(6, 4, 1.0);
  auto factor = world.section(core::Stage::merge, {}, [&](const common::StageContext& context) {
    return merge::run(structure, {"frontal", 5}, context);
  });
  fem::SparseMatrix coupling(structure.size, count);
  for (Index j = 0; j < count; ++j) coupling.coeffRef(5 * j % structure.size, j) = 1;
  const std::vector<double> areas(count, 1.0);
  reduce::SurfaceCondition surface;
  if (world.rank() == core::master) {
    surface.incident = test::random_matrix(count, 1, 1);
    surface.force = test::random_matrix(structure.size, 1, 2);
  }
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.mass = areas;
  surface.omega_squared_rho = 0.7;
  const la::RowMap map(count, 2, world.ranks());
  const la::OwnedRows rows{map, Matrix::Zero(count, map.local_rows(world.rank()))};
  const auto steps = 2.0 * static_cast<double>(factor.shapes.size());  // down and up again
  REQUIRE(steps >= 10);
  const double apart = steps * (message + work), enough = 0.9 * apart;
  const auto times = test::EmulatedRun(latency, work)
                         .fastest({"star", "whole", "window:2"}, enough, [&](const auto& context) {
                           return reduce::run(rows, rows, surface, reduce::method("rows"), context);
                         });
  CHECK(times.seconds >= steps * work);
  CHECK(times.seconds < enough);
  CHECK(times.hidden >= 0.5 * (steps - 2) * work);
}
