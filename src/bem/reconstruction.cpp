#include "bem/reconstruction.h"

#include <Eigen/QR>
#include <cmath>

#include "mesh/edges.h"

namespace febem::bem {

namespace {

/// Coordinates in a plane through a panel, in units of its radius, and their powers.
class PlanePolynomials {
 public:
  PlanePolynomials(const CurvedPanel& panel, int degree)
      : degree_(degree), centre_(panel.centre()) {
    const auto place = panel.at(panel.reference_middle());
    along_ = place.along_r.normalized() / panel.radius();
    across_ = place.area_vector().normalized().cross(along_);
  }
  Index size() const { return (degree_ + 1) * (degree_ + 2) / 2; }
  la::RealVector at(const Vec3& y) const {
    const double t = (y - centre_).dot(along_), u = (y - centre_).dot(across_);
    la::RealVector values(size());
    values.head(6) << 1, t, u, t * t, t * u, u * u;
    if (degree_ == 3) values.tail(4) << t * t * t, t * t * u, t * u * u, u * u * u;
    return values;
  }

 private:
  int degree_;
  Vec3 centre_, along_, across_;
};

/// `neighbours` are the panels around panel j on its side of sharp edges.
PanelReconstruction reconstruction(const BoundarySpace& space, const PanelBasis& basis, Index j,
    const std::vector<Index>& neighbours) {
  PanelReconstruction result;
  auto& unknowns = result.unknowns;
  const CurvedPanel& panel = space.panels()[j];
  const PlanePolynomials polynomials(panel, space.order() + 1);
  const auto add = [&](Index other) {
    for (Index n = space.first(other); n < space.first(other + 1); ++n) unknowns.push_back(n);
  };
  add(j);
  for (const Index other : neighbours) add(other);
  const auto count = static_cast<Eigen::Index>(unknowns.size());
  if (count < 2 * (polynomials.size() - 1)) return result;
  la::RealMatrix fit(count, polynomials.size());
  la::RealVector weight(count);
  for (Eigen::Index n = 0; n < count; ++n) {
    const Vec3& y = space.points[unknowns[n]];
    weight[n] = 1 / ((y - panel.centre()).norm() / panel.radius() + 0.2);
    fit.row(n) = weight[n] * polynomials.at(y).transpose();
  }
  const Eigen::ColPivHouseholderQR<la::RealMatrix> qr(fit);
  constexpr double least_independent = 1e-3;
  const auto diagonal = qr.matrixR().diagonal().cwiseAbs();
  if (!(diagonal.minCoeff() > least_independent * diagonal.maxCoeff())) return result;
  la::RealMatrix on_panel(polynomials.size(), std::ssize(basis.projection_points));
  for (Eigen::Index q = 0; q < on_panel.cols(); ++q)
    on_panel.col(q) = polynomials.at(panel.at(basis.projection_points[q]).point);
  result.coefficients =
      basis.projection * on_panel.transpose() * qr.solve(la::RealMatrix(weight.asDiagonal()));
  return result;
}

/// Whether two panels pass smoothly into one another at a common vertex.
bool join_smoothly(const mesh::Surface& surface, const BoundarySpace& space, Index j, Index other) {
  const auto &a = surface.panels[j], &b = surface.panels[other];
  for (int v = 0; v < a.vertex_count; ++v)
    for (int w = 0; w < b.vertex_count; ++w)
      if (a.vertices[v] == b.vertices[w] &&
          corner_normal(surface, space, j, a.vertices[v])
                  .dot(corner_normal(surface, space, other, a.vertices[v])) >
              std::cos(mesh::sharp_turn))
        return true;
  return false;
}

}  // namespace

std::vector<PanelReconstruction> reconstructions(const mesh::Surface& surface,
    const BoundarySpace& space, const std::array<PanelBasis, 2>& bases) {
  auto neighbours = vertex_neighbours(surface);
  std::vector<PanelReconstruction> result;
  for (Index j = 0; j < surface.size(); ++j) {
    std::erase_if(
        neighbours[j], [&](Index other) { return !join_smoothly(surface, space, j, other); });
    result.push_back(
        reconstruction(space, bases[space.panels()[j].corners() - 3], j, neighbours[j]));
  }
  return result;
}

}  // namespace febem::bem
