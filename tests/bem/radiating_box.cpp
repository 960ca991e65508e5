// The field of a point source inside a box with sharp edges, p = e^{ikr}/r, is known on the box and
// outside it.
#include <cmath>

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;
using mesh::Vec3;

namespace {

/// Panels finer towards some edges than others; triangles if asked for.
mesh::Surface graded_box(int cuts, bool triangles) {
  auto surface = bem::box({1, 1, 1.5}, {cuts, cuts, cuts + cuts / 2});
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
  const Vec3 source(0.45, 0.55, 0.9);
  const auto wave = [&](const Vec3& x) {
    return std::polar(1 / (x - source).norm(), k * (x - source).norm());
  };
  la::Vector p(surface.size()), q(surface.size());
  for (bem::Index j = 0; j < surface.size(); ++j) {
    const Vec3 d = surface.centroids[j] - source;
    p[j] = wave(surface.centroids[j]);
    q[j] = (Complex(0, k) - 1 / d.norm()) * p[j] * d.dot(surface.normals[j]) / d.norm();
  }
  const la::Vector solution =
      bem::radiated(bem::Collocation(surface, bem::burton_miller(k, surface)), q);
  const std::array<Vec3, 1> outside{Vec3(2, -1, 3)};
  const Complex seen = bem::Field(surface, k).pressure(outside, solution, q)[0];
  return {bem::relative_error(surface, solution, p),
      std::abs(seen - wave(outside[0])) / std::abs(wave(outside[0]))};
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
