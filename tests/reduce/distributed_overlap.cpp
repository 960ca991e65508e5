// The factor is streamed while the ranks compute: on the emulator's clock a step takes as long as its work, not as long as
// its work and its message.
#include "merge/element_systems.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"
#include "support/emulated_run.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem;
using la::Index;
using la::Matrix;

TEST_CASE("the next panel of the factor is in flight during the work on the one before", "[several]") {
  test::World world;
  if (world.ranks() == 1) return;
  constexpr Index panels = 8;
  constexpr double latency = 10e-3, message = 3 * latency, work = 30e-3;  // it asks, is answered and comes
  const auto structure = test::lattice(6, 4, 1.0);
  auto factor = world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
    return merge::run(structure, {"frontal", 5}, context);
  });
  fem::SparseMatrix coupling(structure.size, panels);
  for (Index j = 0; j < panels; ++j) coupling.coeffRef(5 * j % structure.size, j) = 1;
  const std::vector<double> areas(panels, 1.0);
  reduce::SurfaceCondition surface;
  if (world.rank() == core::master) {
    surface.incident = test::random_matrix(panels, 1, 1);
    surface.force = test::random_matrix(structure.size, 1, 2);
  }
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.areas = &areas;
  surface.omega_squared_rho = 0.7;
  const la::RowMap map(panels, 2, world.ranks());
  const la::OwnedRows rows{map, Matrix::Zero(panels, map.local_rows(world.rank()))};
  const auto steps = 2.0 * static_cast<double>(factor.shapes.size());  // down and up again
  REQUIRE(steps >= 10);
  const double apart = steps * (message + work), enough = 0.9 * apart;
  const auto times = test::EmulatedRun(latency, work).fastest({"star", "whole", "window:2"}, enough, [&](const auto& context) {
    return reduce::run(rows, rows, surface, reduce::method("rows"), context);
  });
  CHECK(times.seconds >= steps * work);
  CHECK(times.seconds < enough);
  CHECK(times.hidden >= 0.5 * (steps - 2) * work);
}
