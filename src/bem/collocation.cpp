// With d = x - y, h = d.n_y (constant on the flat panel) and the sums of kernel_sums.h:
//
//   S = int G                                  K = -h int G'/r
//   N = -h int (G'' - G'/r) (d.n_x)/r^2 - n_x.n_y int G'/r
#include "bem/collocation.h"

#include <cmath>
#include <string>

#include "bem/kernel_sums.h"
#include "bem/self_terms.h"
#include "core/error.h"

namespace febem::bem {

namespace {

/// Real operations at a quadrature point: of the kernels of S and K, and of that of N besides.
constexpr core::Count green = green_flops + green_sum_flops, hypersingular_at_point = hypersingular_flops + hypersingular_sum_flops;

}  // namespace

Collocation::Collocation(const mesh::Surface& surface, const Formulation& formulation)
    : surface_(surface),
      formulation_(formulation),
      quadrature_(surface),
      neighbours_(vertex_neighbours(surface)),
      edges_(surface, neighbours_) {
  const double k = formulation.wavenumber;
  if (!std::isfinite(k) || k < 0) {
    throw core::InputError("wavenumber = " + std::to_string(k) + ": must be finite and not negative");
  }
}

OperatorRow Collocation::operators(Index i) const {
  const Vec3 &x = surface_.centroids[i], &normal = surface_.normals[i];
  const double k = formulation_.wavenumber;
  const bool hypersingular = this->hypersingular(i);
  KernelSums from_here(size(), k, hypersingular);
  KernelSums to_here(hypersingular ? size() : 0, k, false);
  for (Index j = 0; j < size(); ++j) {
    if (j == i) continue;
    quadrature_.visit(x, j, [&](const PointView& points) { from_here.add(j, x, normal, points); });
    if (!hypersingular) continue;
    const Vec3& x_j = surface_.centroids[j];
    quadrature_.visit(x_j, i, [&](const PointView& points) { to_here.add(j, x_j, normal, points); });
  }

  OperatorRow row(size());
  row.flops = from_here.points() * (hypersingular ? green + hypersingular_at_point : green) + to_here.points() * green;
  const auto sums = std::move(from_here).finish(), transposed = std::move(to_here).finish();
  for (Index j = 0; j < size(); ++j) {
    const Vec3 d = x - surface_.centroids[j];
    const double height = d.dot(surface_.normals[j]);
    row.s[j] = sums[j].g;
    row.k[j] = -height * sums[j].t;
    if (!hypersingular) continue;
    row.n[j] = -height * sums[j].e - normal.dot(surface_.normals[j]) * sums[j].t;
    row.k_transposed[j] = d.dot(normal) * transposed[j].t * (surface_.areas[j] / surface_.areas[i]);
  }
  const SelfTerms self = self_terms(quadrature_.shape(i), k);
  row.s[i] = self.s;
  row.flops += edges_.add(quadrature_, i, row.k) * edge_correction_flops;
  if (!hypersingular) return row;
  row.n[i] = self.n;
  const auto defect = gradient_defect(quadrature_, i);
  row.flops += defect.points * gradient_defect_flops;
  for (const auto& [j, weight] : gradient_stencil(surface_, neighbours_[i], i))
    row.n[j] += defect.value.dot(weight);
  return row;
}

RowCost Collocation::row_cost(Index i) const {
  const bool hypersingular = this->hypersingular(i);
  core::Count from_here = 0, to_here = 0;
  for (Index j = 0; j < size(); ++j) {
    if (j == i) continue;
    from_here += quadrature_.points(surface_.centroids[i], j);
    if (hypersingular) to_here += quadrature_.points(surface_.centroids[j], i);
  }
  RowCost cost{from_here * (hypersingular ? green + hypersingular_at_point : green) + to_here * green,
               hypersingular ? 2 * size() : size()};
  cost.flops += edges_.points(quadrature_, i) * edge_correction_flops;
  if (hypersingular) cost.flops += gradient_defect_points(quadrature_, i) * gradient_defect_flops;
  return cost;
}

core::Count Collocation::row(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const OperatorRow ops = operators(i);
  const Complex alpha = formulation_.alpha[i];
  for (Index j = 0; j < size(); ++j) {
    h[j] = -ops.k[j] - alpha * ops.n[j];
    b[j] = ops.s[j] + alpha * ops.k_transposed[j];
  }
  h[i] += 0.5;
  b[i] += 0.5 * alpha;
  return ops.flops;
}

}  // namespace febem::bem
