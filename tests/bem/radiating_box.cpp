// The field of a point source inside a box with sharp edges is known on the box and outside it.

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

/// Panels finer towards some edges than others; triangles if asked for.
mesh::Surface graded_box(int cuts, bool triangles) {
  auto surface = box({1, 1, 1.5}, {cuts, cuts, cuts + cuts / 2});
  for (Vec3& x : surface.points) {
    x.x() += 0.06 * std::sin(2 * core::pi * x.x());
    x.z() += 0.06 * std::sin(2 * core::pi * x.z() / 1.5);
  }
  if (triangles) {
    std::vector<mesh::Panel> halves;
    for (const auto& panel : surface.panels) {
      const auto& v = panel.vertices;
      halves.push_back({{v[0], v[1], v[2], 0}, 3, 0});
      halves.push_back({{v[0], v[2], v[3], 0}, 3, 0});
    }
    surface.panels = halves;
  }
  mesh::measure(surface);
  return surface;
}

struct BoxErrors {
  double surface, field;
};

BoxErrors box_errors(const mesh::Surface& surface, double k) {
  const auto source = monopole({0.45, 0.55, 0.9}, 1, k, 1);
  const auto known = incident_field(source, k, surface);
  const la::Vector p = radiated(Collocation(surface, burton_miller(k, surface)), known.q);
  const std::array<Vec3, 1> outside{Vec3(2, -1, 3)};
  const Complex there = pressure(source, k, outside[0]),
                seen = Field(surface, k).pressure(outside, p, known.q)(0);
  return {relative_error(surface, p, known.p), std::abs(seen - there) / std::abs(there)};
}

}  // namespace

TEST_CASE("a box with a point source inside: Burton-Miller beside sharp edges, on graded meshes") {
  const bool triangles = GENERATE(false, true);
  const auto coarse = box_errors(graded_box(4, triangles), 1.5),
             fine = box_errors(graded_box(8, triangles), 1.5);
  CHECK(fine.surface < 0.008);
  CHECK(std::log2(coarse.surface / fine.surface) > 1.3);
  CHECK(fine.field < 0.008);
}
