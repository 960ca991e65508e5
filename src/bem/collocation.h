// Rows of the boundary element matrices by collocation at the centroids of constant panels.
#pragma once

#include <memory>
#include <span>

#include "bem/edge_correction.h"
#include "bem/panel_integrals.h"

namespace febem::bem {

/// Immutable. Refers to `surface`, which must be measured and outlive this. Memory: about 1 KiB a panel.
struct CollocationSurface {
  explicit CollocationSurface(const mesh::Surface& of, const PanelKernels& kernels = chosen_panel_kernels())
      : surface(of), integrals(of, kernels), neighbours(vertex_neighbours(of)), edges(of, neighbours) {}

  const mesh::Surface& surface;
  const PanelIntegrals integrals;
  const std::vector<std::vector<Index>> neighbours;  ///< of vertex_neighbours()
  const EdgeCorrection edges;
};

/// The integral operators seen from one collocation point x_i, one entry a panel j:
///   S_ij = int G, K_ij = int dG/dn_y, N_ij = int d2G/dn_x dn_y over panel j, N with the gradient correction, K with the edge correction,
///   K'_ij = K_ji A_j / A_i (panel i seen from x_j, no correction), which keeps second order on flat panels.
/// Entries of operators that the row does not use stay zero (alpha_i = 0: K', N).
struct OperatorRow {
  explicit OperatorRow(Index size) : s(size), k(size), k_transposed(size), n(size) {}
  std::vector<Complex> s, k, k_transposed, n;
  core::Count flops = 0;  ///< real operations of the kernels: see Collocation::row()
};

/// What a row costs: real operations as row() counts them, and pairs of a point and a panel that are visited for it, of which
/// some are near.
struct RowCost {
  core::Count flops = 0, pairs = 0, near_pairs = 0;
};

/// Immutable: any process may compute any row in any order and gets the same bits, on processors that use the same kernels
/// (docs/decisions/0015).
class Collocation {
 public:
  /// Throws core::InputError unless the wavenumber is finite and not negative. alpha has one entry a panel.
  Collocation(std::shared_ptr<const CollocationSurface> surface, const Formulation& formulation);
  /// Refers to `surface`, which must be measured and outlive this.
  Collocation(const mesh::Surface& surface, const Formulation& formulation, const PanelKernels& kernels = chosen_panel_kernels());

  Index size() const { return surface_->surface.size(); }
  const Formulation& formulation() const { return formulation_; }

  /// Row i (0 <= i < size()) of H = 1/2 I - K - alpha_i N and B = S + alpha_i (1/2 I + K'); h and b have size()
  /// entries. Returns the real operations of the kernels, those of panel_kernels.h at each quadrature point; what is spent
  /// once a panel, and on making the points near by, is not counted.
  core::Count row(Index i, std::span<Complex> h, std::span<Complex> b) const;

  /// What row(i, ...) is going to do, without doing it.
  RowCost row_cost(Index i) const;

  /// The operators of row i before they are combined.
  OperatorRow operators(Index i) const;

 private:
  /// N and K' enter row i.
  bool hypersingular(Index i) const { return formulation_.alpha[i] != 0.0; }
  /// What row i is made of but K'.
  PanelSums over_panels_at_point(Index i) const;
  /// Row i of S and K from these sums, S_ii left to the caller. Returns real operations, those of the sums among them.
  core::Count layers(Index i, const PanelSums& sums, std::span<Complex> s, std::span<Complex> k) const;
  /// Row i of K'. Returns the number of quadrature points.
  core::Count transposed(Index i, std::span<Complex> k) const;

  std::shared_ptr<const CollocationSurface> surface_;
  Formulation formulation_;
};

}  // namespace febem::bem
