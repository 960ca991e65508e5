// Constants on panels turn a gradient of the pressure into steps, and N, whose kernel falls as r^-3, feels the
// steps of the nearest panels however fine the mesh is: unless the panels lie symmetrically about x_i its
// error does not vanish with their size. With p linear, p_j + (y - c_j).g, on each panel nearby, the missing
// part is delta_i . g,
//
//   delta_i = sum_j w_ij int_j N0(x_i, y) (y - c_j) dS,    N0 = (n_x.n_y - 3 (d.n_x)(d.n_y)/r^2) / (4 pi r^3)
//
// with w_ij fading from 1 to 0 at a few panel sizes: farther away the moments of neighbours cancel. On panel
// i itself the finite part is 1/(4 pi) oint e_theta ln R dtheta = -1/(4 pi) sum over edges of m [asinh(t/d)],
// m the normal of the edge in the plane of the panel, d its distance from the centroid and t the position
// along it.
#include "bem/gradient_correction.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace febem::bem {

double fade(const PanelShape& here, const PanelShape& there) {
  const double t = (here.centre - there.centre).norm() / (fade_reach * std::max(here.radius, there.radius));
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

/// use(j, w_ij) for each panel whose weight is not zero, i itself left out.
template <class Use>
void for_each_near(const PanelQuadrature& quadrature, Index i, Use&& use) {
  const PanelShape& here = quadrature.shape(i);
  quadrature.for_each_near(here.centre, fade_reach * quadrature.largest_radius(), [&](Index j) {
    if (const double weight = j == i ? 0 : fade(here, quadrature.shape(j)); weight != 0) use(j, weight);
  });
}

}  // namespace

std::vector<std::vector<Index>> vertex_neighbours(const mesh::Surface& surface) {
  std::vector<std::vector<Index>> panels_at(surface.points.size()), neighbours(surface.panels.size());
  const auto vertices = [&](Index j) {
    const mesh::Panel& panel = surface.panels[j];
    return std::vector<Index>(panel.vertices.begin(), panel.vertices.begin() + panel.vertex_count);
  };
  for (Index j = 0; j < surface.size(); ++j)
    for (const Index vertex : vertices(j)) panels_at[vertex].push_back(j);
  for (Index j = 0; j < surface.size(); ++j) {
    auto& found = neighbours[j];
    for (const Index vertex : vertices(j)) found.insert(found.end(), panels_at[vertex].begin(), panels_at[vertex].end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    found.erase(std::find(found.begin(), found.end(), j));
  }
  return neighbours;
}

GradientDefect gradient_defect(const PanelQuadrature& quadrature, Index i) {
  const PanelShape& here = quadrature.shape(i);
  NearMoments near(quadrature, here);
  std::vector<double> weights;
  for_each_near(quadrature, i, [&](Index j, double weight) {
    const PanelShape& there = quadrature.shape(j);
    near.add(j, {here.normal.dot(there.normal), 3 * (here.centre - there.centre).dot(there.normal)});
    weights.push_back(weight);
  });
  GradientDefect defect{own_moment(here), near.points()};
  const auto moments = std::move(near).finish();
  for (std::size_t m = 0; m < moments.size(); ++m) defect.value += weights[m] / (4 * core::pi) * moments[m];
  return defect;
}

core::Count gradient_defect_points(const PanelQuadrature& quadrature, Index i) {
  core::Count count = 0;
  for_each_near(quadrature, i, [&](Index j, double) { count += quadrature.points(quadrature.shape(i).centre, j); });
  return count;
}

std::vector<GradientTerm> gradient_stencil(const mesh::Surface& surface, const std::vector<Index>& neighbours, Index i) {
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

NearMoments::NearMoments(const PanelQuadrature& quadrature, const PanelShape& here)
    : quadrature_(quadrature), here_(here), batches_(std::make_unique_for_overwrite<Batch[]>(rules_total)) {}

void NearMoments::add(Index j, const StaticKernel& kernel) {
  moments_.push_back(Vec3::Zero());
  points_ += quadrature_.for_each_part(here_.centre, j,
                                       [&](const PanelMap& map, std::size_t rule) { add_part(map, rule, kernel, quadrature_.shape(j).centre); });
}

void NearMoments::add_part(const PanelMap& map, std::size_t rule, const StaticKernel& kernel, const Vec3& centre) {
  Batch& batch = batches_[rule];
  const std::size_t pair = batch.maps.add(here_.centre, map);
  batch.at[pair] = moments_.size() - 1;
  batch.a[pair] = kernel.a;
  batch.b[pair] = kernel.b;
  for (int axis = 0; axis < 3; ++axis) batch.from_centre[axis][pair] = here_.centre[axis] - centre[axis];
  if (batch.maps.full()) evaluate(rule);
}

void NearMoments::evaluate(std::size_t rule) {
  Batch& batch = batches_[rule];
  auto& maps = batch.maps;
  for (double* const values : {batch.a, batch.b, batch.from_centre[0], batch.from_centre[1], batch.from_centre[2]}) maps.repeat_last(values);
  const Observer observer{0, 0, 0, here_.normal.x(), here_.normal.y(), here_.normal.z()};
  double sums[3][MapBatch::capacity];
  quadrature_.kernels().moments(observer, maps.arrays(), rule_nodes(rule),
                                {batch.a, batch.b, batch.from_centre[0], batch.from_centre[1], batch.from_centre[2]}, padded(maps.size),
                                {sums[0], sums[1], sums[2]});
  for (std::size_t pair = 0; pair < maps.size; ++pair) moments_[batch.at[pair]] += Vec3(sums[0][pair], sums[1][pair], sums[2][pair]);
  maps.size = 0;
}

std::vector<Vec3> NearMoments::finish() && {
  for (std::size_t rule = 0; rule < rules_total; ++rule)
    if (batches_[rule].maps.size > 0) evaluate(rule);
  return std::move(moments_);
}

}  // namespace febem::bem
