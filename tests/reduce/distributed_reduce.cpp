// Stage 3 against the same algebra with whole matrices on one process.
#include "merge/element_systems.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem;
using core::Complex;
using la::Index;
using la::Matrix;
using la::Vector;

namespace {

constexpr Index panels = 23;

/// A small coupled problem, the same on every rank.
struct SmallProblem {
  pipeline::ElementSystem structure = test::lattice(6, 4, 1.0);
  Matrix h = test::random_matrix(panels, panels, 1), b = test::random_matrix(panels, panels, 2);
  Vector incident = test::random_matrix(panels, 1, 3), prescribed = test::random_matrix(panels, 1, 4);
  Vector force = test::random_matrix(structure.size, 1, 5);
  fem::SparseMatrix coupling{structure.size, panels};
  std::vector<double> areas;

  SmallProblem() {
    for (Index j = 0; j < panels; ++j) {
      areas.push_back(0.5 + 0.1 * j);
      for (Index k = 0; k < 3; ++k) coupling.coeffRef((5 * j + 2 * k) % structure.size, j) += 0.3 + k - 0.05 * j;
    }
    coupling.makeCompressed();
  }

  la::OwnedRows owned(const Matrix& a, const la::RowMap& map, int rank) const {
    la::OwnedRows rows{map, Matrix(panels, map.local_rows(rank))};
    for (const Index row : map.rows_of(rank)) rows.values.col(map.local(row)) = a.row(row).transpose();
    return rows;
  }
};

struct Whole {
  Matrix a;
  Vector b;
};

double difference(const reduce::ReducedRows& rows, const Whole& expected, int rank) {
  double largest = 0;
  const auto& map = rows.matrix.map;
  for (const Index row : map.rows_of(rank)) {
    const Index j = map.local(row);
    largest = std::max(largest, (rows.matrix.values.col(j) - expected.a.row(row).transpose()).cwiseAbs().maxCoeff());
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
  if (world.rank() == core::master) surface.incident = problem.incident, surface.prescribed = problem.prescribed;
  surface.admittance = {0.3, -0.2};
  const auto rows = world.section(core::Stage::reduce, {}, [&](const execution::StageContext& context) {
    return reduce::run(problem.owned(problem.h, map, world.rank()), problem.owned(problem.b, map, world.rank()), surface,
                       reduce::method("rows"), context);
  });
  const Whole expected{problem.h + surface.admittance * problem.b, problem.incident - problem.b * problem.prescribed};
  CHECK(difference(rows, expected, world.rank()) < 1e-13);
  CHECK(world.sent(core::Stage::reduce) == reduce::traffic(surface, panels, reduce::method("rows"), world.messenger()));
}

TEST_CASE("the structure is condensed onto own rows") {
  const SmallProblem problem;
  const Matrix a_s = test::assembled(problem.structure), t = Matrix(problem.coupling.cast<Complex>());
  Matrix c = t.transpose();
  for (Index j = 0; j < panels; ++j) c.row(j) /= problem.areas[static_cast<std::size_t>(j)];
  const Matrix bc = problem.b * c * 0.7;
  const Whole expected{problem.h - bc * a_s.partialPivLu().solve(t),
                       problem.incident - bc * a_s.partialPivLu().solve(problem.force)};
  for (const auto& names : {comm::StrategyNames{"star", "whole", "blocking"}, comm::StrategyNames{"binomial", "256", "ack"},
                            comm::StrategyNames{"star", "1KiB", "window:2"}, comm::StrategyNames{"native", "512", "sync"}})
    for (const Index block : {1, 5, 64}) {
      test::World world;
      const la::RowMap map(panels, block, world.ranks());
      auto factor = world.section(core::Stage::merge, names, [&](const execution::StageContext& context) {
        return merge::run(problem.structure, {"frontal", block}, context);
      });
      reduce::SurfaceCondition surface;
      if (world.rank() == core::master) surface.incident = problem.incident, surface.force = problem.force;
      surface.factor = &factor;
      surface.coupling = &problem.coupling;
      surface.areas = &problem.areas;
      surface.omega_squared_rho = 0.7;
      const auto rows = world.section(core::Stage::reduce, names, [&](const execution::StageContext& context) {
        return reduce::run(problem.owned(problem.h, map, world.rank()), problem.owned(problem.b, map, world.rank()),
                           surface, reduce::method("rows"), context);
      });
      INFO("block " << block << " on " << world.ranks());
      CHECK(difference(rows, expected, world.rank()) < 1e-11);
      CHECK(world.sent(core::Stage::reduce) == reduce::traffic(surface, panels, reduce::method("rows"), world.messenger(names)));
    }
}
