// Gauss-Legendre nodes c with weights 2/((1 - c^2) P_n'(c)^2), exact to degree 2n - 1; m equal azimuths
// integrate e^{i l phi} exactly for |l| < m.
#include "bem/sphere_rule.h"

#include <boost/math/special_functions/legendre.hpp>
#include <cmath>

namespace febem::bem {

std::vector<SpherePoint> sphere_rule(int degree) {
  const int n = degree / 2 + 1, azimuths = degree + 1;
  std::vector<SpherePoint> points;
  const auto add_circle = [&](double c, double weight) {
    const double s = std::sqrt(1 - c * c);
    for (int m = 0; m < azimuths; ++m) {
      const double phi = 2 * core::pi * m / azimuths;
      points.push_back({{s * std::cos(phi), s * std::sin(phi), c}, weight * 2 * core::pi / azimuths});
    }
  };
  for (const double c : boost::math::legendre_p_zeros<double>(n)) {
    const double derivative = boost::math::legendre_p_prime(n, c), weight = 2 / ((1 - c * c) * derivative * derivative);
    add_circle(c, weight);
    if (c > 0) add_circle(-c, weight);
  }
  return points;
}

}  // namespace febem::bem
