// The power at infinity of sources that no symmetry helps.
#include <array>

#include "bem/field.h"
#include "bem/sphere_rule.h"
#include "bem/surfaces.h"
#include "support/catch.h"
#include "support/random_matrix.h"

using namespace febem;
using mesh::Vec3;

TEST_CASE("power at infinity has directions enough for sources of any pattern on a long body") {
  const auto surface = bem::box({0.4, 0.5, 4}, {3, 4, 30});
  const double k = 8;  // 6 panels a wavelength
  const bem::Field field(surface, k);
  const la::Vector p = test::random_matrix(surface.size(), 1, 3), q = k * test::random_matrix(surface.size(), 1, 4);
  double power = 0;
  for (const auto& point : bem::sphere_rule(120)) {
    const std::array<Vec3, 1> towards{point.direction};
    power += point.weight * std::norm(field.directivity(towards, p, q)[0]) / (2 * 3.0 * 5.0);
  }
  CHECK(field.far_field_power(3, 5, p, q) == Approx(power).epsilon(1e-8));
}
