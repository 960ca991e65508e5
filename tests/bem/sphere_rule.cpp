#include "bem/sphere_rule.h"

#include <cmath>

#include "support/catch.h"

using namespace febem;

TEST_CASE("the rule over directions is exact up to its degree") {
  const int degree = GENERATE(0, 1, 2, 7, 40, 151);
  double area = 0, highest_even = 0, off_axis = 0;
  const int even = degree - degree % 2;
  const mesh::Vec3 axis = mesh::Vec3(1, 2, -1.5).normalized();
  for (const auto& point : bem::sphere_rule(degree)) {
    area += point.weight;
    highest_even += point.weight * std::pow(point.direction.z(), even);
    off_axis += point.weight * std::pow(point.direction.dot(axis), even);
  }
  CHECK(area == Approx(4 * core::pi).epsilon(1e-12));
  CHECK(highest_even == Approx(4 * core::pi / (even + 1)).epsilon(1e-11));
  CHECK(off_axis == Approx(4 * core::pi / (even + 1)).epsilon(1e-11));
}
