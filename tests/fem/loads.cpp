#include "fem/loads.h"

#include "core/error.h"
#include "support/catch.h"

using namespace febem;
using mesh::Vec3;

TEST_CASE("P_n of the angle from an axis of any length, at points of any distance") {
  const Vec3 x(2, -1, 3), axis(0.5, 2, -4);
  const double c = x.dot(axis) / (x.norm() * axis.norm());
  for (const double length : {1e-3, 1.0, 70.0}) {
    CHECK(fem::legendre(0, length * axis)(x) == Approx(1));
    CHECK(fem::legendre(1, length * axis)(5 * x) == Approx(c));
    CHECK(fem::legendre(2, length * axis)(x) == Approx((3 * c * c - 1) / 2));
    CHECK(fem::legendre(3, length * axis)(0.1 * x) == Approx((5 * c * c * c - 3 * c) / 2));
  }
  CHECK_THROWS_AS(fem::legendre(-1, axis), core::InputError);
  CHECK_THROWS_AS(fem::legendre(1, Vec3::Zero()), core::InputError);
}
