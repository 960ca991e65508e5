// Rows of the boundary element matrices by collocation: at the centroids of constant panels, or at
// the nodes of panels of order 1 or 2.
#pragma once

#include "bem/formulation.h"
#include "bem/row_integrals.h"

namespace febem::bem {

/// The data that the rows of all frequencies share. Immutable. Refers to `of`, which must be
/// measured and outlive it.
struct CollocationSurface {
  explicit CollocationSurface(
      const mesh::Surface& of, int order = 0, const PanelKernels& by = chosen_panel_kernels())
      : kernels(by), surface(of), space(of, order), integrals(row_integrals(of, space, kernels)) {}
  CollocationSurface(const CollocationSurface&) = delete;

  const PanelKernels& kernels;
  const mesh::Surface& surface;
  const BoundarySpace space;
  const std::unique_ptr<const RowIntegrals> integrals;
};

/// The rows of H and B at one frequency. Immutable. Any process may compute any row in any order.
/// Processors with the same kernels give the same bits (docs/decisions/0015).
class Collocation {
 public:
  /// Throws core::InputError unless the wavenumber is finite and not negative. alpha has one entry
  /// for each unknown.
  Collocation(std::shared_ptr<const CollocationSurface> surface, const Formulation& formulation);
  /// Refers to `surface`, which must be measured and outlive this.
  Collocation(const mesh::Surface& surface, const Formulation& formulation,
      const PanelKernels& kernels = chosen_panel_kernels());

  Index size() const { return surface_->space.size(); }
  const Formulation& formulation() const { return formulation_; }

  /// Row i (0 <= i < size()) of H = 1/2 I - K - alpha_i N and B = S + alpha_i (1/2 I + K'); h and b
  /// have size() entries. Where alpha_i = 0, the row does not use K' and N. Returns the real
  /// operations of the kernels at all quadrature points (panel_kernels.h). Work done once a panel,
  /// and the making of the points of near panels, are not counted.
  core::Count row(Index i, std::span<Complex> h, std::span<Complex> b) const;

  /// The cost of row(i, ...), without computing it.
  RowCost row_cost(Index i) const { return integrals(i, {}, {}); }

 private:
  RowCost integrals(Index i, std::span<Complex> h, std::span<Complex> b) const;

  std::shared_ptr<const CollocationSurface> surface_;
  Formulation formulation_;
};

}  // namespace febem::bem
