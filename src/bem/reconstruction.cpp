#include "bem/reconstruction.h"

#include <Eigen/QR>
#include <cmath>

#include "mesh/edges.h"

namespace febem::bem {

PanelReconstruction::PanelReconstruction(const BoundarySpace& space, Index j, const std::vector<Index>& neighbours) : order_(space.order() + 1) {
  const CurvedPanel& panel = space.panels()[j];
  const auto place = panel.at(panel.reference_middle());
  centre_ = place.point;
  along_ = place.along_r.normalized() / panel.radius();
  across_ = place.area_vector().normalized().cross(along_);
  const auto add = [&](Index other) {
    for (Index n = space.first(other); n < space.first(other + 1); ++n) unknowns_.push_back(n);
  };
  add(j);
  for (const Index other : neighbours) add(other);
  const int functions = (order_ + 1) * (order_ + 2) / 2 - 1, own = space.first(j + 1) - space.first(j);
  const auto count = static_cast<Eigen::Index>(unknowns_.size());
  if (count < 2 * functions) return;
  la::RealMatrix fit(count, functions + 1);
  la::RealVector weight(count);
  for (Eigen::Index n = 0; n < count; ++n) {
    const Vec3& y = space.points[unknowns_[n]];
    weight[n] = 1 / ((y - centre_).norm() / panel.radius() + 0.2);
    fit(n, 0) = weight[n];
    fit.row(n).tail(functions) = weight[n] * monomials(y).transpose();
  }
  const Eigen::ColPivHouseholderQR<la::RealMatrix> qr(fit);
  constexpr double least_independent = 1e-3;
  const auto diagonal = qr.matrixR().diagonal().cwiseAbs();
  if (!(diagonal.minCoeff() > least_independent * diagonal.maxCoeff())) return;
  const la::RealMatrix all = qr.solve(la::RealMatrix(weight.asDiagonal()));
  coefficients_ = all.bottomRows(functions);
  at_nodes_.resize(functions, own);
  for (int n = 0; n < own; ++n) at_nodes_.col(n) = monomials(space.points[unknowns_[n]]);
}

PanelReconstruction::Values PanelReconstruction::monomials(const Vec3& y) const {
  const double t = (y - centre_).dot(along_), u = (y - centre_).dot(across_);
  Values values(order_ == 2 ? 5 : 9);
  values.head(5) << t, u, t * t, t * u, u * u;
  if (order_ == 3) values.tail(4) << t * t * t, t * t * u, t * u * u, u * u * u;
  return values;
}

PanelReconstruction::Values PanelReconstruction::monomial_derivatives(const Vec3& y, const Vec3& tangent) const {
  const double t = (y - centre_).dot(along_), u = (y - centre_).dot(across_), a = tangent.dot(along_), b = tangent.dot(across_);
  Values values(order_ == 2 ? 5 : 9);
  values.head(5) << a, b, 2 * t * a, t * b + u * a, 2 * u * b;
  if (order_ == 3) values.tail(4) << 3 * t * t * a, 2 * t * u * a + t * t * b, u * u * a + 2 * t * u * b, 3 * u * u * b;
  return values;
}

namespace {

/// Whether two panels pass smoothly into one another at a common vertex.
bool join_smoothly(const mesh::Surface& surface, const BoundarySpace& space, Index j, Index other) {
  const auto &a = surface.panels[j], &b = surface.panels[other];
  for (int v = 0; v < a.vertex_count; ++v)
    for (int w = 0; w < b.vertex_count; ++w)
      if (a.vertices[v] == b.vertices[w] &&
          corner_normal(surface, space, j, a.vertices[v]).dot(corner_normal(surface, space, other, a.vertices[v])) > std::cos(mesh::sharp_turn))
        return true;
  return false;
}

}  // namespace

std::vector<PanelReconstruction> reconstructions(const mesh::Surface& surface, const BoundarySpace& space) {
  auto neighbours = vertex_neighbours(surface);
  std::vector<PanelReconstruction> result;
  for (Index j = 0; j < surface.size(); ++j) {
    std::erase_if(neighbours[j], [&](Index other) { return !join_smoothly(surface, space, j, other); });
    result.emplace_back(space, j, neighbours[j]);
  }
  return result;
}

}  // namespace febem::bem
