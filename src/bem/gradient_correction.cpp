// Constants on panels turn a gradient of the pressure into steps, and N, whose kernel falls as
// r^-3, feels the steps of the nearest panels however fine the mesh is: unless the panels lie
// symmetrically about x_i its error does not vanish with their size. With p linear, p_j + (y -
// c_j).g, on each panel nearby, the missing part is delta_i . g,
//
//   delta_i = sum_j w_ij int_j N0(x_i, y) (y - c_j) dS,
//       N0 = (n_x.n_y - 3 (d.n_x)(d.n_y)/r^2) / (4 pi r^3)
//
// with w_ij fading from 1 to 0 at a few panel sizes: farther away the moments of neighbours cancel.
// On panel i itself the finite part is 1/(4 pi) oint e_theta ln R dtheta = -1/(4 pi) sum over edges
// of m [asinh(t/d)], m the normal of the edge in the plane of the panel, d its distance from the
// centroid and t the position along it.
#include "bem/gradient_correction.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace febem::bem {

double fade(const PanelShape& here, const PanelShape& there) {
  const double t =
      (here.centre - there.centre).norm() / (fade_reach * std::max(here.radius, there.radius));
  if (t >= 1) return 0;
  return t <= 0.5 ? 1 : (1 - std::cos(2 * core::pi * t)) / 2;
}

namespace {

Vec3 own_moment(const PanelShape& shape) {
  Vec3 sum = Vec3::Zero();
  for (int edge = 0; edge < shape.corner_count; ++edge) {
    const Vec3 from = shape.corners[edge] - shape.centre;
    const Vec3 to = shape.corners[(edge + 1) % shape.corner_count] - shape.centre;
    const Vec3 tangent = (to - from).normalized(), outward = tangent.cross(shape.normal);
    const double d = from.dot(outward);
    sum -= outward * (std::asinh(to.dot(tangent) / d) - std::asinh(from.dot(tangent) / d));
  }
  return sum / (4 * core::pi);
}

}  // namespace

NearMoments near_moments(const PanelQuadrature& quadrature, const PanelShape& here,
    const std::function<std::optional<StaticKernel>(Index j)>& kernel, bool evaluate) {
  NearMoments near;
  const Observer observer = FieldPoint{here.centre, here.normal}.observer();
  double sums[3][PairBatches::Batch::capacity];
  PairBatches::Integrate integrate;
  if (evaluate)
    integrate = [&](const PairBatches::Batch& batch, const NodeArrays& nodes) {
      const auto& [a, b, x, y, z] = batch.further;
      quadrature.kernels.moments(observer, batch.maps, nodes, {a, b, {x, y, z}}, padded(batch.size),
          {sums[0], sums[1], sums[2]});
      for (std::size_t pair = 0; pair < batch.size; ++pair) {
        auto& moment = near.moments[batch.at[pair]];
        moment.value += moment.weight * Vec3(sums[0][pair], sums[1][pair], sums[2][pair]);
      }
    };
  PairBatches pairs(quadrature, integrate);
  quadrature.grid.for_each_near(here.centre, fade_reach * quadrature.largest_radius, [&](Index j) {
    const PanelShape& there = quadrature.shapes[j];
    const double weight = fade(here, there);
    const auto of_panel = weight == 0 ? std::nullopt : kernel(j);
    if (!of_panel) return;
    near.moments.push_back({j, weight});
    const Vec3 d = here.centre - there.centre;
    near.points += pairs.add(
        here.centre, j, near.moments.size() - 1, {of_panel->a, of_panel->b, d.x(), d.y(), d.z()});
  });
  pairs.finish();
  return near;
}

GradientDefect gradient_defect(const PanelQuadrature& quadrature, Index i, bool evaluate) {
  const PanelShape& here = quadrature.shapes[i];
  const auto kernel = [&](Index j) -> std::optional<StaticKernel> {
    const PanelShape& there = quadrature.shapes[j];
    if (j == i) return {};
    return StaticKernel{
        here.normal.dot(there.normal), 3 * (here.centre - there.centre).dot(there.normal)};
  };
  const auto near = near_moments(quadrature, here, kernel, evaluate);
  GradientDefect defect{own_moment(here), near.points};
  for (const auto& [panel, weight, value] : near.moments) defect.value += value / (4 * core::pi);
  return defect;
}

std::vector<GradientTerm> gradient_stencil(
    const mesh::Surface& surface, const std::vector<Index>& neighbours, Index i) {
  const Vec3 &x = surface.centroids[i], &normal = surface.normals[i];
  const Vec3 t1 = normal.unitOrthogonal(), t2 = normal.cross(t1);
  const auto offset = [&](Index j) {
    const Vec3 d = surface.centroids[j] - x;
    return Eigen::Vector2d(d.dot(t1), d.dot(t2));
  };
  const auto weight = [&](Index j) { return 1 / (surface.centroids[j] - x).squaredNorm(); };
  Eigen::Matrix2d normal_matrix = Eigen::Matrix2d::Zero();
  for (const Index j : neighbours) normal_matrix += weight(j) * offset(j) * offset(j).transpose();
  // Neighbours along one line do not determine the gradient across it: that part is left out.
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix2d> decomposition;
  decomposition.setThreshold(1e-3);
  const Eigen::Matrix2d inverse = decomposition.compute(normal_matrix).pseudoInverse();

  std::vector<GradientTerm> terms;
  Vec3 own = Vec3::Zero();
  for (const Index j : neighbours) {
    const Eigen::Vector2d g = inverse * offset(j) * weight(j);
    terms.push_back({j, g[0] * t1 + g[1] * t2});
    own -= terms.back().weight;
  }
  terms.push_back({i, own});
  return terms;
}

}  // namespace febem::bem
