// Polar coordinates about the node x = y(xi_i), in a plane that has the panel's metric there: eta =
// L^T (xi - xi_i) with L L^T the matrix of the products of the tangents, so that |L| = |J| at the
// node. Along a direction w = L^{-T} (cos theta, sin theta)
//
//   y - x = rho A + rho^2 B + rho^3 C,   |A| = 1,   J = J0 + rho J1 + ...,
//                                        phi = N0 + rho N1 + ...
//
// For F(rho, theta) = rho k phi |J| / |J0|, k = d2G/dn_x dn_y, the finite part of the integral of k
// phi is
//
//   int_0^2pi { int_0^R [F - F_-2/rho^2 - F_-1/rho] d rho + F_-1 ln R - F_-2/R } d theta
//   F_-2 = N0 / 4 pi,   F_-1 = [N1 + N0 (n.J1/|J0| - 3 A.B)] / 4 pi
//
// (Guiggiani, Krishnasamy, Rudolphi and Rizzo, J. Appl. Mech. 59 (1992). The further terms of that
// paper are odd in the direction, and their integral is 0.) The other kernels are weakly singular:
// rho makes them smooth. Along an edge of the panel's image at the distance d from the node R = d
// cosh v and d theta = dv / cosh v, as in self_terms.cpp.
#include <Eigen/Cholesky>
#include <cmath>

#include "bem/near_panel.h"
#include "bem/panel_basis.h"

namespace febem::bem {

namespace {

constexpr int radial_points = 14;

/// The image of the panel in the plane of eta, seen from the node.
class Plane {
 public:
  Plane(const CurvedPanel& panel, const Vector2d& node) {
    const auto place = panel.at(node);
    Eigen::Matrix2d metric;
    metric << place.along_r.squaredNorm(), place.along_r.dot(place.along_s), 0,
        place.along_s.squaredNorm();
    metric(1, 0) = metric(0, 1);
    const Eigen::Matrix2d l = metric.llt().matrixL();
    to_reference_ = l.transpose().inverse();
    for (const Vector2d& corner : panel.reference_corners())
      corners_.push_back(l.transpose() * (corner - node));
  }

  /// Calls use(w, R, weight) for directions all around, w in the reference plane.
  template <class Use>
  void for_each_direction(Use&& use) const {
    for_each_edge([&](const Edge& edge) {
      const LineRule& rule = gauss_rule(edge.points);
      const double middle = (edge.from + edge.to) / 2, half = (edge.to - edge.from) / 2;
      for (int q = 0; q < rule.size; ++q) {
        const double v = middle + half * rule.t[q], cosh = std::cosh(v);
        use(Vector2d(to_reference_ * (edge.outward + std::sinh(v) * edge.tangent) / cosh),
            edge.distance * cosh, half * rule.weight[q] / cosh);
      }
    });
  }

  core::Count directions() const {
    core::Count count = 0;
    for_each_edge([&](const Edge& edge) { count += edge.points; });
    return count;
  }

 private:
  struct Edge {
    Vector2d tangent, outward;
    double distance, from, to;  ///< of the node; limits of v
    int points;
  };

  template <class Use>
  void for_each_edge(Use&& use) const {
    for (std::size_t c = 0; c < corners_.size(); ++c) {
      const Vector2d &a = corners_[c], &b = corners_[(c + 1) % corners_.size()];
      const Vector2d tangent = (b - a).normalized(), outward(tangent[1], -tangent[0]);
      const double distance = a.dot(outward);
      const double from = std::asinh(a.dot(tangent) / distance),
                   to = std::asinh(b.dot(tangent) / distance);
      use(Edge{tangent, outward, distance, from, to, gauss_points(to - from, 11.5, 4)});
    }
  }

  Eigen::Matrix2d to_reference_;
  std::vector<Vector2d> corners_;
};

}  // namespace

void own_panel(const CurvedPanel& panel, const Vector2d& xi, const PanelKernels& kernels,
    const RowEquation& row, int order, PanelMoments& sums) {
  const auto place = panel.at(xi);
  const Vec3 area = place.area_vector();
  const double jacobian = area.norm();
  const Vec3 normal = area / jacobian;
  // On the line from the node to the edge, of the length R, rho = R t.
  LineRule rule;
  double sum_1 = 0, sum_2 = 0;
  const LineRule& gauss = gauss_rule(radial_points);
  for (int q = 0; q < gauss.size; ++q) {
    const double t = (1 + gauss.t[q]) / 2, with = gauss.weight[q] / 2;
    rule.append(t, with * t);
    sum_1 += with / t;
    sum_2 += with / (t * t);
  }
  rule.pad();
  MomentSums points(kernels, row, {0, 0, 0, normal.x(), normal.y(), normal.z()}, order);
  const Monomials at_node = monomials(order, xi);
  Monomials finite = Monomials::Zero(at_node.size());
  Plane(panel, xi).for_each_direction([&](const Vector2d& w, double limit, double weight) {
    const PanelLine line = panel.line(xi, limit * w, place.point);
    points.add(line, rule, {weight * limit * limit / jacobian, 0});
    const double slope = normal.dot(line.area_vector_derivative()) / (jacobian * limit) -
                         3 * line.y[1].dot(line.y[2]) / (limit * limit * limit);
    const Monomials minus_1 = monomial_derivatives(order, xi, w) + slope * at_node;
    finite += weight * ((std::log(limit) - sum_1) * minus_1 - (1 + sum_2) / limit * at_node);
  });
  const PanelMoments& found = points.finish();
  for (std::size_t m = 0; m < monomial_count(order); ++m) {
    for (std::size_t part = 0; part < row_parts; ++part) sums[m][part] += found[m][part];
    sums[m][0] -= row.alpha_re * finite[m];
    sums[m][1] -= row.alpha_im * finite[m];
  }
}

core::Count own_panel_points(const CurvedPanel& panel, const Vector2d& xi) {
  return radial_points * Plane(panel, xi).directions();
}

}  // namespace febem::bem
