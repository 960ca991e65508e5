#include "bem/curved_panel.h"

#include <Eigen/LU>
#include <algorithm>

namespace febem::bem {

namespace {

using Monomials = Eigen::Matrix<double, 8, 1>;

Monomials monomials(const Vector2d& xi) {
  const double r = xi[0], s = xi[1];
  return (Monomials() << 1, r, s, r * r, r * s, s * s, r * r * s, r * s * s).finished();
}

/// The matrix that makes coefficients of the nodes' positions, corners first. Those of a triangle are of degree 2.
Eigen::Matrix<double, 8, 8> interpolation(std::span<const Vector2d> corners) {
  const int n = static_cast<int>(corners.size());
  Eigen::Matrix<double, 8, 8> at_nodes = Eigen::Matrix<double, 8, 8>::Zero();
  for (int v = 0; v < n; ++v) {
    at_nodes.col(v) = monomials(corners[v]);
    at_nodes.col(n + v) = monomials((corners[v] + corners[(v + 1) % n]) / 2);
  }
  Eigen::Matrix<double, 8, 8> result = Eigen::Matrix<double, 8, 8>::Zero();
  result.topLeftCorner(2 * n, 2 * n) = at_nodes.topLeftCorner(2 * n, 2 * n).inverse();
  return result;
}

}  // namespace

CurvedPanel::CurvedPanel(const mesh::Surface& surface, Index j) : corners_(surface.panels[j].vertex_count) {
  Eigen::Matrix<double, 3, 8> nodes = Eigen::Matrix<double, 3, 8>::Zero();
  for (int v = 0; v < corners_; ++v) {
    nodes.col(v) = surface.points[surface.panels[j].vertices[v]];
    nodes.col(corners_ + v) = mesh::middle(surface, j, v);
  }
  c_ = nodes * interpolation(reference_corners());
  centre_ = at(reference_middle()).point;
  for (int n = 0; n < 2 * corners_; ++n) radius_ = std::max(radius_, (nodes.col(n) - centre_).norm());
}

std::span<const Vector2d> CurvedPanel::reference_corners() const {
  static const std::array<Vector2d, 3> triangle{Vector2d(0, 0), Vector2d(1, 0), Vector2d(0, 1)};
  static const std::array<Vector2d, 4> square{Vector2d(-1, -1), Vector2d(1, -1), Vector2d(1, 1), Vector2d(-1, 1)};
  if (corners_ == 3) return triangle;
  return square;
}

CurvedPanel::Place CurvedPanel::at(const Vector2d& xi) const {
  const double r = xi[0], s = xi[1];
  return {c_ * monomials(xi), c_.col(1) + 2 * r * c_.col(3) + s * c_.col(4) + 2 * r * s * c_.col(6) + s * s * c_.col(7),
          c_.col(2) + r * c_.col(4) + 2 * s * c_.col(5) + r * r * c_.col(6) + 2 * r * s * c_.col(7)};
}

std::array<Vec3, 3> CurvedPanel::second_derivatives(const Vector2d& xi) const {
  return {2 * (c_.col(3) + xi[1] * c_.col(6)), c_.col(4) + 2 * (xi[0] * c_.col(6) + xi[1] * c_.col(7)), 2 * (c_.col(5) + xi[0] * c_.col(7))};
}

Ray CurvedPanel::ray(const Vector2d& from, const Vector2d& direction) const {
  const Place place = at(from);
  const auto second = second_derivatives(from);
  const double r = direction[0], s = direction[1];
  return {r * place.along_r + s * place.along_s, (r * r * second[0] + 2 * r * s * second[1] + s * s * second[2]) / 2,
          r * s * (r * c_.col(6) + s * c_.col(7))};
}

Vec3 CurvedPanel::area_vector_derivative(const Vector2d& from, const Vector2d& direction) const {
  const Place place = at(from);
  const auto second = second_derivatives(from);
  const Vec3 of_r = direction[0] * second[0] + direction[1] * second[1], of_s = direction[0] * second[1] + direction[1] * second[2];
  return of_r.cross(place.along_s) + place.along_r.cross(of_s);
}

}  // namespace febem::bem
