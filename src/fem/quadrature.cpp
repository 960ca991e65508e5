// Gauss-Legendre by Golub and Welsch (1969): nodes are the eigenvalues of the symmetric tridiagonal matrix
// with off-diagonal k / sqrt(4 k^2 - 1), weights 2 (first component of the eigenvector)^2. Triangles and
// tetrahedra by collapsed coordinates (Stroud): r = a, s = (1 - a) b, t = (1 - a)(1 - b) c on the unit
// interval.
#include "fem/quadrature.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace febem::fem {

using mesh::ElementKind;

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

std::vector<FacePoint> triangle_rule(int n) {
  std::vector<FacePoint> rule;
  const auto line = gauss_legendre(n);
  for (const auto& p : line)
    for (const auto& q : line) {
      const double a = (1 + p.at) / 2, b = (1 + q.at) / 2;
      rule.push_back({{a, (1 - a) * b}, p.weight * q.weight / 4 * (1 - a)});
    }
  return rule;
}

namespace {

std::vector<VolumePoint> brick_rule(int n) {
  std::vector<VolumePoint> rule;
  const auto line = gauss_legendre(n);
  for (const auto& r : line)
    for (const auto& s : line)
      for (const auto& t : line) rule.push_back({{r.at, s.at, t.at}, r.weight * s.weight * t.weight});
  return rule;
}

std::vector<VolumePoint> wedge_rule(int n) {
  std::vector<VolumePoint> rule;
  for (const auto& face : triangle_rule(n))
    for (const auto& t : gauss_legendre(n))
      rule.push_back({{face.at(0), face.at(1), (1 + t.at) / 2}, face.weight * t.weight / 2});
  return rule;
}

std::vector<VolumePoint> tetrahedron_rule(int n) {
  std::vector<VolumePoint> rule;
  const auto line = gauss_legendre(n);
  for (const auto& p : line)
    for (const auto& q : line)
      for (const auto& s : line) {
        const double a = (1 + p.at) / 2, b = (1 + q.at) / 2, c = (1 + s.at) / 2;
        const double jacobian = (1 - a) * (1 - a) * (1 - b) / 8;
        rule.push_back({{a, (1 - a) * b, (1 - a) * (1 - b) * c}, p.weight * q.weight * s.weight * jacobian});
      }
  return rule;
}

}  // namespace

std::vector<VolumePoint> element_rule(ElementKind kind) {
  switch (kind) {
    case ElementKind::hex8:
      return brick_rule(2);
    case ElementKind::hex20:
      return brick_rule(3);
    case ElementKind::tet10:
      return tetrahedron_rule(4);
    case ElementKind::wedge15:
      return wedge_rule(3);
  }
  return {};
}

}  // namespace febem::fem
