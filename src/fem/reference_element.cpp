// Serendipity shape functions (Zienkiewicz and Taylor, The Finite Element Method, ch. 8):
//   brick, 20 nodes: corner   N = (1 + a)(1 + b)(1 + c)(a + b + c - 2)/8,
//                    a = xi xi_i, b = eta eta_i, c = zeta zeta_i
//                    mid-edge N = (1 - xi^2)(1 + b)(1 + c)/4 and so on
//   tetrahedron, 10: corner   N = L(2L - 1),  mid-edge 4 L_i L_j
//   wedge, 15:       corner   N = L(1 + c)(2L - 2 + c)/2,
//                    mid-edge in the triangles 2 L_i L_j (1 + c),
//                    mid-edge along the axis L(1 - zeta^2),   c = zeta zeta_i, zeta = 2t - 1
#include "fem/reference_element.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"
#include "mesh/element_topology.h"

namespace febem::fem {

namespace {

using Eigen::Vector3d;
using mesh::ElementKind;

constexpr std::array<std::array<int, 3>, 20> brick_nodes{
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},
        {-1, 1, 1}, {0, -1, -1}, {1, 0, -1}, {0, 1, -1}, {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
        {0, 1, 1}, {-1, 0, 1}, {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}};

void brick8(const Vector3d& x, Shape& shape) {
  for (int i = 0; i < 8; ++i) {
    const auto& s = brick_nodes[i];
    const Vector3d f(1 + x(0) * s[0], 1 + x(1) * s[1], 1 + x(2) * s[2]);
    shape.value(i) = f.prod() / 8;
    shape.gradient.row(i) << s[0] * f(1) * f(2) / 8, s[1] * f(0) * f(2) / 8, s[2] * f(0) * f(1) / 8;
  }
}

void brick20(const Vector3d& x, Shape& shape) {
  for (int i = 0; i < 20; ++i) {
    const auto& s = brick_nodes[i];
    const Vector3d f(1 + x(0) * s[0], 1 + x(1) * s[1], 1 + x(2) * s[2]);
    if (i < 8) {
      const double g = f.sum() - 5;  // a + b + c - 2
      shape.value(i) = f.prod() * g / 8;
      for (int d = 0; d < 3; ++d)
        shape.gradient(i, d) = s[d] * f((d + 1) % 3) * f((d + 2) % 3) * (g + f(d)) / 8;
      continue;
    }
    const int along = s[0] == 0 ? 0 : s[1] == 0 ? 1 : 2, b = (along + 1) % 3, c = (along + 2) % 3;
    const double bubble = 1 - x(along) * x(along);
    shape.value(i) = bubble * f(b) * f(c) / 4;
    shape.gradient(i, along) = -2 * x(along) * f(b) * f(c) / 4;
    shape.gradient(i, b) = s[b] * bubble * f(c) / 4;
    shape.gradient(i, c) = s[c] * bubble * f(b) / 4;
  }
}

void tetrahedron10(const Vector3d& x, Shape& shape) {
  const std::array<double, 4> l{1 - x.sum(), x(0), x(1), x(2)};
  const std::array<Vector3d, 4> dl{Vector3d{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < 4; ++i) {
    shape.value(i) = l[i] * (2 * l[i] - 1);
    shape.gradient.row(i) = (4 * l[i] - 1) * dl[i];
  }
  const auto edges = mesh::middle_edges(ElementKind::tet10);
  for (int e = 0; e < 6; ++e) {
    const auto [i, j] = edges[e];
    shape.value(4 + e) = 4 * l[i] * l[j];
    shape.gradient.row(4 + e) = 4 * (l[i] * dl[j] + l[j] * dl[i]);
  }
}

void wedge15(const Vector3d& x, Shape& shape) {
  const std::array<double, 3> l{1 - x(0) - x(1), x(0), x(1)};
  const std::array<Vector3d, 3> dl{Vector3d{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}};
  const double zeta = 2 * x(2) - 1;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    for (int end : {0, 1}) {
      const double sign = 2 * end - 1, c = 1 + zeta * sign, dc = 2 * sign;  // dc/dt
      const int corner = i + 3 * end, middle = 6 + i + 3 * end;
      shape.value(corner) = l[i] * c * (2 * l[i] - 3 + c) / 2;
      shape.gradient.row(corner) = c * (4 * l[i] - 3 + c) / 2 * dl[i];
      shape.gradient(corner, 2) = l[i] * dc * (2 * l[i] - 3 + 2 * c) / 2;
      shape.value(middle) = 2 * l[i] * l[j] * c;
      shape.gradient.row(middle) = 2 * c * (l[i] * dl[j] + l[j] * dl[i]);
      shape.gradient(middle, 2) = 2 * l[i] * l[j] * dc;
    }
    shape.value(12 + i) = l[i] * (1 - zeta * zeta);
    shape.gradient.row(12 + i) = (1 - zeta * zeta) * dl[i];
    shape.gradient(12 + i, 2) = -4 * zeta * l[i];
  }
}

}  // namespace

Shape shape(ElementKind kind, const Vector3d& at) {
  const int n = mesh::node_count(kind);
  Shape result{Eigen::VectorXd::Zero(n), Eigen::MatrixX3d::Zero(n, 3)};
  if (kind == ElementKind::hex8) brick8(at, result);
  if (kind == ElementKind::hex20) brick20(at, result);
  if (kind == ElementKind::tet10) tetrahedron10(at, result);
  if (kind == ElementKind::wedge15) wedge15(at, result);
  return result;
}

// Gauss-Legendre by Golub and Welsch (1969): nodes are the eigenvalues of the symmetric tridiagonal
// matrix with off-diagonal k / sqrt(4 k^2 - 1), weights 2 (first component of the eigenvector)^2.
// Triangles and tetrahedra by collapsed coordinates (Stroud): r = a, s = (1 - a) b, t = (1 - a)(1 -
// b) c on the unit interval.

std::vector<LinePoint> gauss_legendre(int n) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(n, n);
  for (int k = 1; k < n; ++k) jacobi(k, k - 1) = jacobi(k - 1, k) = k / std::sqrt(4.0 * k * k - 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  std::vector<LinePoint> rule;
  for (int i = 0; i < n; ++i) {
    const double first = solver.eigenvectors()(0, i);
    rule.push_back({solver.eigenvalues()(i), 2 * first * first});
  }
  return rule;
}

std::vector<FacePoint> square_rule(int n) {
  std::vector<FacePoint> rule;
  const auto line = gauss_legendre(n);
  for (const auto& r : line)
    for (const auto& s : line) rule.push_back({{r.at, s.at}, r.weight * s.weight});
  return rule;
}

namespace {

/// The rule with n points on [0, 1].
std::vector<LinePoint> unit_rule(int n) {
  auto rule = gauss_legendre(n);
  for (auto& [at, weight] : rule) at = (1 + at) / 2, weight /= 2;
  return rule;
}

std::vector<VolumePoint> prism_rule(
    const std::vector<FacePoint>& face, const std::vector<LinePoint>& line) {
  std::vector<VolumePoint> rule;
  for (const auto& [at, weight] : face)
    for (const auto& t : line) rule.push_back({{at(0), at(1), t.at}, weight * t.weight});
  return rule;
}

std::vector<VolumePoint> tetrahedron_rule(int n) {
  std::vector<VolumePoint> rule;
  const auto line = unit_rule(n);
  for (const auto& [a, of_a] : line)
    for (const auto& [b, of_b] : line)
      for (const auto& [c, of_c] : line)
        rule.push_back({{a, (1 - a) * b, (1 - a) * (1 - b) * c},
            of_a * of_b * of_c * ((1 - a) * (1 - a) * (1 - b))});
  return rule;
}

}  // namespace

std::vector<FacePoint> triangle_rule(int n) {
  std::vector<FacePoint> rule;
  const auto line = unit_rule(n);
  for (const auto& [a, of_a] : line)
    for (const auto& [b, of_b] : line) rule.push_back({{a, (1 - a) * b}, of_a * of_b * (1 - a)});
  return rule;
}

std::vector<VolumePoint> element_rule(ElementKind kind) {
  if (kind == ElementKind::tet10) return tetrahedron_rule(4);
  if (kind == ElementKind::wedge15) return prism_rule(triangle_rule(3), unit_rule(3));
  const int n = kind == ElementKind::hex8 ? 2 : 3;
  return prism_rule(square_rule(n), gauss_legendre(n));
}

Eigen::Matrix3Xd element_points(const mesh::Solid& solid, mesh::Index e) {
  const auto& element = solid.elements[e];
  Eigen::Matrix3Xd points(3, mesh::node_count(element.kind));
  for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = solid.points[element.nodes[i]];
  return points;
}

ReferenceElement::ReferenceElement(ElementKind kind) : kind_(kind), rule_(element_rule(kind)) {
  for (const auto& point : rule_) shapes_.push_back(shape(kind, point.at));
}

double ReferenceElement::quality(const Eigen::Matrix3Xd& points) const {
  double least = 0, greatest = 0, sum = 0;
  for (std::size_t g = 0; g < rule_.size(); ++g) {
    const double determinant = Eigen::Matrix3d(points * shapes_[g].gradient).determinant();
    least = g == 0 ? determinant : std::min(least, determinant);
    greatest = g == 0 ? determinant : std::max(greatest, determinant);
    sum += determinant;
  }
  const double mean = sum / static_cast<double>(rule_.size());
  return mean == 0 ? 0 : (mean > 0 ? least : greatest) / mean;
}

double ReferenceElement::volume(const Eigen::Matrix3Xd& points) const {
  double sum = 0;
  for (std::size_t g = 0; g < rule_.size(); ++g)
    sum += rule_[g].weight * Eigen::Matrix3d(points * shapes_[g].gradient).determinant();
  return sum;
}

ReferenceElement::Geometry ReferenceElement::geometry(
    const Eigen::Matrix3Xd& points, const std::string& what) const {
  Geometry at{{}, {}, {}, Eigen::VectorXd(std::ssize(rule_)), {}};
  for (std::size_t g = 0; g < rule_.size(); ++g) {
    at.jacobian.emplace_back(points * shapes_[g].gradient);
    const double determinant = at.jacobian.back().determinant();
    if (!(determinant > 0))
      throw core::InputError(
          what + " is inverted or too distorted (its Jacobian is not positive everywhere)");
    at.weight(g) = rule_[g].weight * determinant;
    at.inverse.emplace_back(at.jacobian.back().inverse());
    at.gradient.emplace_back(shapes_[g].gradient * at.inverse.back());
  }
  at.root = at.weight.cwiseSqrt();
  return at;
}

}  // namespace febem::fem
