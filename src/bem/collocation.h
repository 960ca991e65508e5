// Rows of the boundary element matrices by collocation: at the centroids of constant panels, or at
// the nodes of panels of order 1 or 2.
#pragma once

#include <memory>
#include <span>
#include <variant>

#include "bem/edge_correction.h"
#include "bem/formulation.h"
#include "bem/panel_integrals.h"
#include "bem/product_integrals.h"

namespace febem::bem {

/// Quadrature, neighbours and edge correction of flat panels with constant pressure.
struct ConstantPanels {
  ConstantPanels(const mesh::Surface& of, const PanelKernels& kernels)
      : integrals(of, kernels), neighbours(vertex_neighbours(of)), edges(of, neighbours) {}

  const PanelIntegrals integrals;
  const std::vector<std::vector<Index>> neighbours;  ///< panels that share a vertex with each panel
  const EdgeCorrection edges;
};

/// What the rows of every frequency share. Immutable. Refers to `of`, which must be measured and
/// outlive it. Memory: with order 0 about 1 KiB a panel, with order 1 or 2 about 8 KiB.
struct CollocationSurface {
  explicit CollocationSurface(
      const mesh::Surface& of, int order = 0, const PanelKernels& kernels = chosen_panel_kernels())
      : surface(of), space(of, order) {
    if (order == 0)
      integrals.emplace<ConstantPanels>(of, kernels);
    else
      integrals.emplace<ProductIntegrals>(of, space, kernels);
  }
  CollocationSurface(const CollocationSurface&) = delete;

  const mesh::Surface& surface;
  const BoundarySpace space;
  std::variant<std::monostate, ConstantPanels, ProductIntegrals> integrals;
};

/// Rows of the four operators at a point, one entry for each unknown.
struct OperatorRow {
  explicit OperatorRow(Index size) : s(size), k(size), k_transposed(size), n(size) {}
  std::vector<Complex> s, k, k_transposed, n;
  core::Count flops = 0;  ///< real operations of the kernels
};

// Row i of the integral operators, at the collocation point x_i. With constant panels entry j is an
// integral over panel j:
//   S_ij = int G,    K_ij = int dG/dn_y with the edge correction,    N_ij = int d2G/dn_x dn_y with
//   the gradient correction, K'_ij = K_ji M_j / M_i, the integral over panel i at x_j without a
//   correction. This keeps second order on flat panels.
// With order 1 or 2 each operator is integrated directly (product_integrals.h). Where alpha_i = 0,
// the row does not use K' and N.

/// The cost of a row: real operations as Collocation::row() counts them, pairs of a point and a
/// panel, and how many of these pairs are near.
struct RowCost {
  core::Count flops = 0, pairs = 0, near_pairs = 0;
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
  /// have size() entries. Returns the real operations of the kernels at all quadrature points
  /// (panel_kernels.h). Work done once a panel, and the making of the points of near panels, are
  /// not counted.
  core::Count row(Index i, std::span<Complex> h, std::span<Complex> b) const;

  /// The cost of row(i, ...), without computing it.
  RowCost row_cost(Index i) const;

  /// With constant panels: the operators of row i before they are combined. Where alpha_i = 0, K'
  /// and N are zero.
  OperatorRow operators(Index i) const;

 private:
  /// Whether row i has N and K'.
  bool hypersingular(Index i) const { return formulation_.alpha[i] != 0.0; }
  Terms terms(Index i) const {
    return hypersingular(i) ? Terms::hypersingular : Terms::both_layers;
  }
  RowEquation equation(Index i) const {
    return {formulation_.wavenumber, formulation_.alpha[i].real(), formulation_.alpha[i].imag()};
  }
  FieldPoint at(Index i) const {
    return {surface_->space.points[i], surface_->space.normals[i], i};
  }
  const ConstantPanels& constant() const;
  /// The integrals of row i, without K'.
  PanelSums over_panels_at_point(Index i) const;
  /// Row i of S and K from the integrals `sums`. The caller sets S_ii. Returns real operations,
  /// including those of `sums`.
  core::Count layers(
      Index i, const PanelSums& sums, std::span<Complex> s, std::span<Complex> k) const;
  /// Row i of K'. Returns the number of quadrature points.
  core::Count transposed(Index i, std::span<Complex> k) const;

  std::shared_ptr<const CollocationSurface> surface_;
  Formulation formulation_;
};

}  // namespace febem::bem
