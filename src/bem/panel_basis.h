// The functions on a reference panel that the density of a row is made of, as combinations of the
// monomials of panel_kernels.h.
#pragma once

#include "bem/panel_kernels.h"
#include "la/matrix.h"
#include "mesh/panel_functions.h"

namespace febem::bem {

using core::Index;
using Eigen::Vector2d;
using mesh::PanelFunctions;

using Monomials = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_monomials, 1>;

/// The monomials of order 1 or 2 at a point, and their derivatives along a direction.
Monomials monomials(int order, const Vector2d& at);
Monomials monomial_derivatives(int order, const Vector2d& at, const Vector2d& direction);

/// The functions phi_j of the space, and after them functions e_f that vanish at the nodes and make
/// all polynomials of the next degree of them: e_f = m_f - sum_j m_f(node j) phi_j. Squares have
/// m_f = r^{m+1}, s^{m+1}, triangles all monomials of degree m + 1.
struct PanelBasis {
  static constexpr int most_further = 4;

  /// `order` is 1 or 2, `corners` 3 or 4.
  PanelBasis(int order, int corners);

  Index functions;  ///< phi_j
  Index further;    ///< e_f
  /// All functions by row: coefficients of the monomials.
  la::RealMatrix coefficients;
  /// The part of a polynomial of degree m + 1 that the functions e_f make: a row for each e_f, to
  /// multiply values of it at projection_points.
  la::RealMatrix projection;
  std::vector<Vector2d> projection_points;
};

/// Points and weights of a rule on the reference square or triangle.
struct PanelRule {
  std::vector<double> r, s, weight;

  std::size_t size() const { return r.size(); }
  Vector2d at(std::size_t q) const { return {r[q], s[q]}; }
  void append(double at_r, double at_s, double with) {
    r.push_back(at_r);
    s.push_back(at_s);
    weight.push_back(with);
  }
};

/// The rule of n x n points of Gauss; a triangle is a square of which one edge is a point.
PanelRule panel_rule(int corners, int n);
/// Positions c between -1 and 1, and weights 2 / ((1 - c^2) P_n'(c)^2), of the Gauss-Legendre rule.
std::vector<std::pair<double, double>> gauss_line(int n);

}  // namespace febem::bem
