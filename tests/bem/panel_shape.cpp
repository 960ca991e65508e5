#include "bem/panel_shape.h"

#include "bem/surfaces.h"
#include "support/catch.h"

using namespace febem::bem;

TEST_CASE("the parts of a panel lie about the mean of their own corners and cover a quarter each") {
  for (const auto& corners : {std::vector<Vec3>{{0, 0, 0}, {3, 0.2, 0}, {0.5, 2, 0}},
           std::vector<Vec3>{{0, 0, 0}, {3, 0, 0}, {3.5, 2, 0}, {0.5, 2, 0}}}) {
    const auto surface = single_panel(corners);
    const auto count = corners.size();
    for (const auto& part : split(panel_shape(surface, 0))) {
      Vec3 mean = Vec3::Zero(), twice_area = Vec3::Zero();
      for (std::size_t v = 0; v < count; ++v) {
        mean += part.corners[v] / static_cast<double>(count);
        twice_area += part.corners[v].cross(part.corners[(v + 1) % count]);
      }
      double farthest = 0;
      for (const auto& corner : part.corners) farthest = std::max(farthest, (corner - mean).norm());
      CHECK((part.centre - mean).norm() < 1e-14);
      CHECK(part.radius == Approx(farthest));
      CHECK(twice_area.dot(part.normal) / 2 == Approx(surface.areas[0] / 4));
    }
  }
}

TEST_CASE("a warped panel is flat in its mean plane to the integrals") {
  const auto surface = single_panel({{0, 0, 0.1}, {1, 0, -0.1}, {1, 1, 0.1}, {0, 1, -0.1}});
  const auto shape = panel_shape(surface, 0);
  for (const auto& corner : shape.corners) CHECK(std::abs(corner.z()) < 1e-15);
  CHECK(shape.radius == Approx(std::sqrt(0.5)));
}

TEST_CASE("the tests' box is closed and faces outwards") {
  const auto surface = box({1, 2, 3}, {2, 3, 4});
  CHECK_NOTHROW(mesh::validate(surface));
  CHECK(mesh::enclosed_volume(surface) == Approx(6));
}
