#include "bem/collocation.h"

#include <cmath>
#include <string>

#include "core/error.h"

namespace febem::bem {

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

RowCost Collocation::integrals(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const auto& space = surface_->space;
  const Complex alpha = formulation_.alpha[i];
  return surface_->integrals->row({space.points[i], space.normals[i], i},
      {formulation_.wavenumber, alpha.real(), alpha.imag()}, h, b);
}

core::Count Collocation::row(Index i, std::span<Complex> h, std::span<Complex> b) const {
  const RowCost cost = integrals(i, h, b);
  h[i] += 0.5;
  b[i] += 0.5 * formulation_.alpha[i];
  return cost.flops;
}

}  // namespace febem::bem
