// What stage 3 charges, against the operations counted by hand; 8 for a complex multiply-add, 4 if one factor is real.
#include "merge/element_systems.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem;
using core::Count;
using la::Index;
using la::Matrix;

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
    once.section(core::Stage::reduce, {}, [&](const execution::StageContext& context) {
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
  auto factor = world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
    return merge::run(structure, {"frontal", 4}, context);
  });
  surface.factor = &factor;
  surface.coupling = &coupling;
  surface.areas = &areas;
  surface.force = test::random_matrix(structure.size, 1, 7);
  surface.omega_squared_rho = 1;
  Count sweeps = 0;
  for (const auto& shape : factor.shapes) {
    const Count b = shape.pivots, below = shape.front() - shape.pivots;
    sweeps += 2 * n * (4 * b * b + 8 * b * below);  // X1 by the triangle, X2 by the rows below, there and back
  }
  // Into C^T B^T and out of Y T with a real T, and Y F.
  const Count around = n * (4 * coupling.nonZeros() + 4 * coupling.nonZeros() + 8 * structure.size);
  const auto found = flops(surface);
  if (world.rank() == core::master) CHECK(found == sweeps + around);
}
