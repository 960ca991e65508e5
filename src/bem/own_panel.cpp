// Polar coordinates about the node x = y(xi_i), in a plane that has the panel's metric there: eta = L^T (xi - xi_i) with L L^T the matrix of
// the products of the tangents, so that |L| = |J| at the node. Along a direction w = L^{-T} (cos theta, sin theta)
//
//   y - x = rho A + rho^2 B + rho^3 C,   |A| = 1,   J = J0 + rho J1 + ...,   phi = N0 + rho N1 + ...
//
// For F(rho, theta) = rho k phi |J| / |J0|, k = d2G/dn_x dn_y, the finite part of the integral of k phi is
//
//   int_0^2pi { int_0^R [F - F_-2/rho^2 - F_-1/rho] d rho + F_-1 ln R - F_-2/R } d theta
//   F_-2 = N0 / 4 pi,   F_-1 = [N1 + N0 (n.J1/|J0| - 3 A.B)] / 4 pi
//
// (Guiggiani, Krishnasamy, Rudolphi and Rizzo, J. Appl. Mech. 59 (1992). The further terms of that paper are odd in the direction, and their
// integral is 0.) The other kernels are weakly singular: rho makes them smooth. Along an edge of the panel's image at the distance d
// from the node R = d cosh v and d theta = dv / cosh v, as in self_terms.cpp.
#include "bem/own_panel.h"

#include <Eigen/Cholesky>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "bem/sine_cosine.h"

namespace febem::bem {

namespace {

constexpr double longest_piece = 1.5;  // of v
using AngularRule = boost::math::quadrature::gauss<double, 12>;
using RadialRule = boost::math::quadrature::gauss<double, 16>;

/// Calls use(position, weight) for the points of a rule between two ends.
template <class Rule, class Use>
void integrate_line(double from, double to, Use&& use) {
  const double middle = (from + to) / 2, half = (to - from) / 2;
  for (std::size_t q = 0; q < Rule::abscissa().size(); ++q) {
    use(middle - half * Rule::abscissa()[q], half * Rule::weights()[q]);
    if (Rule::abscissa()[q] > 0) use(middle + half * Rule::abscissa()[q], half * Rule::weights()[q]);
  }
}

/// The image of the panel in the plane of eta, seen from the node.
class Plane {
 public:
  Plane(const CurvedPanel& panel, const Vector2d& node) {
    const auto place = panel.at(node);
    Eigen::Matrix2d metric;
    metric << place.along_r.squaredNorm(), place.along_r.dot(place.along_s), 0, place.along_s.squaredNorm();
    metric(1, 0) = metric(0, 1);
    const Eigen::Matrix2d l = metric.llt().matrixL();
    to_reference_ = l.transpose().inverse();
    for (const Vector2d& corner : panel.reference_corners()) corners_.push_back(l.transpose() * (corner - node));
  }

  /// Calls use(w, R, weight) for directions all around, w in the reference plane.
  template <class Use>
  void for_each_direction(Use&& use) const {
    for_each_edge([&](const Edge& edge) {
      for (int piece = 0; piece < edge.pieces; ++piece) {
        const double step = (edge.to - edge.from) / edge.pieces, from = edge.from + piece * step;
        integrate_line<AngularRule>(from, from + step, [&](double v, double weight) {
          const double cosh = std::cosh(v);
          use(Vector2d(to_reference_ * (edge.outward + std::sinh(v) * edge.tangent) / cosh), edge.distance * cosh, weight / cosh);
        });
      }
    });
  }

  core::Count directions() const {
    core::Count count = 0;
    for_each_edge([&](const Edge& edge) { count += 12 * edge.pieces; });
    return count;
  }

 private:
  struct Edge {
    Vector2d tangent, outward;
    double distance, from, to;  ///< of the node; limits of v
    int pieces;
  };

  template <class Use>
  void for_each_edge(Use&& use) const {
    for (std::size_t c = 0; c < corners_.size(); ++c) {
      const Vector2d &a = corners_[c], &b = corners_[(c + 1) % corners_.size()];
      const Vector2d tangent = (b - a).normalized(), outward(tangent[1], -tangent[0]);
      const double distance = a.dot(outward);
      const double from = std::asinh(a.dot(tangent) / distance), to = std::asinh(b.dot(tangent) / distance);
      use(Edge{tangent, outward, distance, from, to, static_cast<int>(std::ceil((to - from) / longest_piece))});
    }
  }

  Eigen::Matrix2d to_reference_;
  std::vector<Vector2d> corners_;
};

}  // namespace

PanelColumns own_panel(const CurvedPanel& panel, const PanelFunctions& functions, const PanelReconstruction& further, int node, double wavenumber) {
  using Densities = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_densities, 1>;
  // Real and imaginary parts of S, K, K' and N.
  using Kernels = Eigen::Matrix<double, 1, 8>;
  const int own = functions.size(), all = own + further.size();
  const Vector2d& xi = functions.nodes()[node].at;
  const auto place = panel.at(xi);
  const Vec3 &x = place.point, area = place.area_vector();
  const double jacobian = area.norm(), k = wavenumber;
  const Vec3 normal = area / jacobian;
  Densities at_node(all), slope(all), density(all);
  at_node.head(own) = PanelFunctions::Values::Unit(own, node);
  if (all > own) at_node.tail(all - own) = further.monomials(x);
  Eigen::Matrix<double, Eigen::Dynamic, 8, 0, most_densities, 8> sums = decltype(sums)::Zero(all, 8);
  Plane(panel, xi).for_each_direction([&](const Vector2d& w, double limit, double weight) {
    const Ray ray = panel.ray(xi, w);
    slope.head(own) = functions.derivatives(xi, w);
    if (all > own) slope.tail(all - own) = further.monomial_derivatives(x, ray.a);
    const Densities minus_1 = slope + (normal.dot(panel.area_vector_derivative(xi, w)) / jacobian - 3 * ray.a.dot(ray.b)) * at_node;
    double of_minus_2 = -1 / limit, of_minus_1 = std::log(limit);
    integrate_line<RadialRule>(0, limit, [&](double rho, double weight_of_rho) {
      const Vector2d at = xi + rho * w;
      const Vec3 d = -rho * (ray.a + rho * (ray.b + rho * ray.c)), j = panel.at(at).area_vector() / jacobian;
      density.head(own) = functions.values(at);
      if (all > own) density.tail(all - own) = further.monomials(x - d);
      const double r = d.norm(), u = 1 / r, size = j.norm(), along_x = d.dot(normal), along_y = d.dot(j);
      const auto [sine, cosine] = sine_cosine(k * r);
      const Complex g = u * Complex(cosine, sine), t = Complex(-u, k) * u * g, e = Complex(3 * u * u - k * k, -3 * k * u) * u * u * g;
      const Complex n = -along_x * along_y * e - normal.dot(j) * t;
      const double with = weight * weight_of_rho * rho;
      sums += with * density *
              (Kernels() << size * g.real(), size * g.imag(), -along_y * t.real(), -along_y * t.imag(), along_x * size * t.real(),
               along_x * size * t.imag(), n.real(), n.imag())
                  .finished();
      of_minus_2 -= weight_of_rho / (rho * rho);
      of_minus_1 -= weight_of_rho / rho;
    });
    sums.col(6) += weight * (of_minus_2 * at_node + of_minus_1 * minus_1);
  });
  further.reduce(sums);
  PanelColumns result(all, 4);
  for (int op = 0; op < 4; ++op) {
    result.col(op).real() = sums.col(2 * op) / (4 * core::pi);
    result.col(op).imag() = sums.col(2 * op + 1) / (4 * core::pi);
  }
  return result;
}

core::Count own_panel_points(const CurvedPanel& panel, const PanelFunctions& functions, int node) {
  return 16 * Plane(panel, functions.nodes()[node].at).directions();
}

}  // namespace febem::bem
