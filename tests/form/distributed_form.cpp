// Stage 2 by the schedule static: rows are formed where they are owned, and nothing is sent.
#include "meshes/icosphere.h"
#include "stages/form/form.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;

TEST_CASE("own rows are those of the serial operators, to the last bit, and no message is sent") {
  test::World world;
  const auto surface = meshes::icosphere(1.0, 2);
  const bem::Collocation collocation(surface, bem::burton_miller(1.0, surface));
  for (const bem::Index block : {1, 7, 100}) {
    const la::RowMap map(collocation.size(), block, world.ranks());
    const auto rows = world.section(
        core::Stage::form, {}, [&](const execution::StageContext& context) { return form::method("static").run(collocation, map, context); });
    for (const bem::Index row : map.rows_of(world.rank())) {
      la::Vector h(surface.size()), b(surface.size());
      collocation.row(row, {h.data(), static_cast<std::size_t>(h.size())}, {b.data(), static_cast<std::size_t>(b.size())});
      CHECK(rows.h.values.col(map.local(row)) == h);
      CHECK(rows.b.values.col(map.local(row)) == b);
    }
  }
  CHECK(world.sent(core::Stage::form) == comm::Traffic{});
}

TEST_CASE("the flops of all ranks together are those of all rows") {
  test::World world;
  const auto surface = meshes::icosphere(1.0, 2);
  const bem::Collocation collocation(surface, bem::burton_miller(1.0, surface));
  core::Count expected = 0;
  std::vector<core::Complex> h(static_cast<std::size_t>(surface.size())), b(h.size());
  for (bem::Index i = 0; i < surface.size(); ++i) expected += collocation.row(i, h, b);
  const la::RowMap map(collocation.size(), 7, world.ranks());
  world.section(core::Stage::form, {}, [&](const execution::StageContext& context) { return form::method("static").run(collocation, map, context); });
  const auto flops = world.flops(core::Stage::form);
  if (world.rank() == core::master) CHECK(flops == expected);
}
