// In polar coordinates about the centroid, with R(theta) the distance to the edge, the radial
// integrals are exact:
//
//   S = i/(4 pi k) oint (1 - e^{ikR}) dtheta    = 1/(4 pi) oint [R + R (phi(kR) - 1)] dtheta
//   N = 1/(4 pi) oint (ik - e^{ikR}/R) dtheta   = 1/(4 pi) oint [-1/R - ik (phi(kR) - 1)] dtheta
//
//   phi(x) = (e^{ix} - 1)/(ix) = e^{ix/2} sin(x/2)/(x/2)
//
// which holds for every k from zero up. Along an edge at distance d from the centroid t = d sinh v
// runs along the edge, R = d cosh v and dtheta = dv / cosh v. The static parts are elementary, int
// R dtheta = [d v] and int dtheta/R = [t/R]/d; the rest is smooth in v however slender the panel
// is.
#include "bem/self_terms.h"

#include <boost/math/special_functions/sinc.hpp>
#include <cmath>

#include "bem/moment_sums.h"

namespace febem::bem {

namespace {

Complex phi(double x) { return std::polar(boost::math::sinc_pi(x / 2), x / 2); }

/// The two integrals over the angle between two corners.
SelfTerms edge_terms(const Vec3& from, const Vec3& to, const Vec3& normal, double k) {
  const Vec3 tangent = (to - from).normalized();
  const double d = normal.dot(from.cross(tangent));
  const double t_begin = from.dot(tangent), t_end = to.dot(tangent);
  const double v_begin = std::asinh(t_begin / d), v_end = std::asinh(t_end / d);
  const double middle = (v_begin + v_end) / 2, half = (v_end - v_begin) / 2;
  SelfTerms sum{2 * d * half, -(t_end / to.norm() - t_begin / from.norm()) / d};
  const LineRule& rule = gauss_rule(20);
  for (int q = 0; q < rule.size; ++q) {
    const double cosh = std::cosh(middle + half * rule.t[q]), dtheta = rule.weight[q] * half / cosh;
    const Complex wave = phi(k * d * cosh) - 1.0;
    sum.s += dtheta * d * cosh * wave;
    sum.n -= dtheta * Complex(0, k) * wave;
  }
  return sum;
}

}  // namespace

SelfTerms self_terms(const PanelShape& shape, double wavenumber) {
  SelfTerms sum{};
  for (int edge = 0; edge < shape.corner_count; ++edge) {
    const Vec3 from = shape.corners[edge] - shape.centre;
    const Vec3 to = shape.corners[(edge + 1) % shape.corner_count] - shape.centre;
    const SelfTerms terms = edge_terms(from, to, shape.normal, wavenumber);
    sum.s += terms.s / (4 * core::pi);
    sum.n += terms.n / (4 * core::pi);
  }
  return sum;
}

}  // namespace febem::bem
