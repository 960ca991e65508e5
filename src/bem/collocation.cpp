// With d = x - y, h = d.n_y (constant on the flat panel) and the sums of panel_integrals.h:
//
//   S = int G                                  K = -h int G'/r
//   N = -h int (G'' - G'/r) (d.n_x)/r^2 - n_x.n_y int G'/r
#include "bem/collocation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "bem/self_terms.h"
#include "core/error.h"

namespace febem::bem {

namespace {

constexpr core::Count layers_flops = double_layer_flops + single_layer_flops;
constexpr double inverse_4_pi = 1 / (4 * core::pi);

}  // namespace

Collocation::Collocation(
    std::shared_ptr<const CollocationSurface> surface, const Formulation& formulation)
    : surface_(std::move(surface)), formulation_(formulation) {
  const double k = formulation.wavenumber;
  if (!std::isfinite(k) || k < 0) {
    throw core::InputError(
        "wavenumber = " + std::to_string(k) + ": must be finite and not negative");
  }
}

Collocation::Collocation(
    const mesh::Surface& surface, const Formulation& formulation, const PanelKernels& kernels)
    : Collocation(std::make_shared<CollocationSurface>(surface, 0, kernels), formulation) {}

const ConstantPanels& Collocation::constant() const {
  return std::get<ConstantPanels>(surface_->integrals);
}

PanelSums Collocation::over_panels_at_point(Index i) const {
  return constant().integrals.over_panels_at_point(
      surface_->space.points[i], surface_->space.normals[i], formulation_.wavenumber, terms(i), i);
}

core::Count Collocation::layers(
    Index i, const PanelSums& sums, std::span<Complex> s, std::span<Complex> k) const {
  const auto& [integrals, neighbours, edges] = constant();
  const auto& surface = surface_->surface;
  const auto& space = surface_->space;
  const Vec3& x = space.points[i];
  for (Index j = 0; j < size(); ++j) {
    const std::size_t entry = integrals.entry(j);
    const double height = (x - surface.centroids[j]).dot(surface.normals[j]);
    s[j] = inverse_4_pi * sums.g(entry);
    k[j] = -inverse_4_pi * height * sums.t(entry);
  }
  return sums.points * layers_flops +
         edges.add(integrals.quadrature(), i, k) * edge_correction_flops;
}

OperatorRow Collocation::operators(Index i) const {
  const auto& [integrals, neighbours, edges] = constant();
  const auto& surface = surface_->surface;
  const auto& space = surface_->space;
  const auto& quadrature = integrals.quadrature();
  const PanelSums sums = over_panels_at_point(i);
  OperatorRow row(size());
  row.flops = layers(i, sums, row.s, row.k);
  const SelfTerms self = self_terms(quadrature.shape(i), formulation_.wavenumber);
  row.s[i] = self.s;
  if (!hypersingular(i)) return row;

  const Vec3 &x = space.points[i], &normal = space.normals[i];
  for (Index j = 0; j < size(); ++j) {
    const std::size_t entry = integrals.entry(j);
    const double height = (x - surface.centroids[j]).dot(surface.normals[j]);
    row.n[j] =
        -inverse_4_pi * (height * sums.e(entry) + normal.dot(surface.normals[j]) * sums.t(entry));
  }
  row.n[i] = self.n;
  const auto defect = gradient_defect(quadrature, i);
  for (const auto& [j, weight] : gradient_stencil(surface, neighbours[i], i))
    row.n[j] += defect.value.dot(weight);
  row.flops += sums.points * hypersingular_flops + defect.points * gradient_defect_flops;
  row.flops += transposed(i, row.k_transposed) * double_layer_flops;
  return row;
}

core::Count Collocation::transposed(Index i, std::span<Complex> k) const {
  const auto& [integrals, neighbours, edges] = constant();
  const auto& surface = surface_->surface;
  const auto& space = surface_->space;
  const PanelSums sums = integrals.over_panel_at_points(i, formulation_.wavenumber);
  for (Index j = 0; j < size(); ++j) {
    const double height = (surface.centroids[i] - space.points[j]).dot(surface.normals[i]);
    k[j] = inverse_4_pi * height * (space.mass[j] / space.mass[i]) * sums.t(integrals.entry(j));
  }
  return sums.points;
}

RowCost Collocation::row_cost(Index i) const {
  if (const auto* product = std::get_if<ProductIntegrals>(&surface_->integrals)) {
    const auto cost = product->cost(at(i), equation(i));
    return {cost.flops, size(), cost.near_panels};
  }
  const auto& [integrals, neighbours, edges] = constant();
  const auto& quadrature = integrals.quadrature();
  const SumCost from_here = integrals.cost_over_panels_at_point(surface_->space.points[i], i);
  RowCost cost{
      from_here.points * layers_flops + edges.points(quadrature, i) * edge_correction_flops, size(),
      from_here.near_panels};
  if (!hypersingular(i)) return cost;
  const SumCost of_others = integrals.cost_over_panel_at_points(i);
  cost.flops += from_here.points * hypersingular_flops + of_others.points * double_layer_flops +
                gradient_defect_points(quadrature, i) * gradient_defect_flops;
  cost.pairs += size();
  cost.near_pairs += of_others.near_panels;
  return cost;
}

core::Count Collocation::row(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const Complex alpha = formulation_.alpha[i];
  core::Count flops;
  if (const auto* product = std::get_if<ProductIntegrals>(&surface_->integrals)) {
    flops = product->row(at(i), equation(i), h, b);
  } else if (hypersingular(i)) {
    const OperatorRow ops = operators(i);
    flops = ops.flops;
    for (Index j = 0; j < size(); ++j) {
      h[j] = -ops.k[j] - alpha * ops.n[j];
      b[j] = ops.s[j] + alpha * ops.k_transposed[j];
    }
  } else {
    flops = layers(i, over_panels_at_point(i), b, h);
    b[i] = self_terms(constant().integrals.quadrature().shape(i), formulation_.wavenumber).s;
    for (Complex& entry : h) entry = -entry;
  }
  h[i] += 0.5;
  b[i] += 0.5 * alpha;
  return flops;
}

}  // namespace febem::bem
