// Rows of the boundary element matrices by collocation: at the centroids of constant panels, or at
// the nodes of panels of order 1 or 2.
#pragma once

#include <optional>

#include "bem/formulation.h"
#include "bem/row_integrals.h"
#include "mesh/mirror.h"

namespace febem::bem {

/// How the columns of a surface with its images become those of the surface. With the signs s of
/// images, the pressure at the image of collocation point j is s p_j, its normal derivative s q_j.
/// A panel in a rigid plane (a baffle) is its own image, with the opposite normal: of it S and K'
/// count twice, and K and N not at all. Empty without images.
struct ImageColumns {
  ImageColumns(const std::optional<mesh::Images>& images, const mesh::Mirrors& mirrors,
      const mesh::Surface& part, const BoundarySpace& space);

  Index size;                      ///< unknowns of the surface, which are the first of `space`
  std::vector<Index> unknown;      ///< whose image each unknown of `space` is
  std::vector<double> of_p, of_q;  ///< factors of its column in H and B

  /// Adds the columns of images to those of the surface.
  void fold(std::span<const Complex> h_all, std::span<const Complex> b_all, std::span<Complex> h,
      std::span<Complex> b) const;
  /// The values at all unknowns of `space`, with images; `factors` is of_p or of_q.
  la::Matrix spread(const la::Matrix& values, const std::vector<double>& factors) const;
  bool is_baffled(Index i) const { return !of_p.empty() && of_p[i] == 0; }
};

/// The data that the rows of all frequencies share. Immutable. Refers to `of`, which must be
/// measured and outlive it.
struct CollocationSurface {
  explicit CollocationSurface(const mesh::Surface& of, int order = 0,
      const PanelKernels& by = chosen_panel_kernels(), const mesh::Mirrors& mirrors = {})
      : kernels(by), images(images_of(of, mirrors)), surface(images ? images->surface : of),
        space(surface, order), columns(images, mirrors, of, space),
        integrals(row_integrals(surface, space, kernels)) {}
  CollocationSurface(const CollocationSurface&) = delete;

  /// Burton and Miller's alpha of the surface itself, from that of all of `space`: zero on baffles,
  /// which enclose nothing.
  la::Vector own_alpha(const la::Vector& alpha) const;

  const PanelKernels& kernels;
  const std::optional<mesh::Images> images;
  const mesh::Surface& surface;  ///< with its images
  const BoundarySpace space;     ///< on it
  const ImageColumns columns;
  const std::unique_ptr<const RowIntegrals> integrals;

 private:
  static std::optional<mesh::Images> images_of(
      const mesh::Surface& of, const mesh::Mirrors& mirrors) {
    return mirrors.empty() ? std::nullopt : std::optional(mesh::with_images(of, mirrors));
  }
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

  Index size() const { return surface_->columns.size; }
  const Formulation& formulation() const { return formulation_; }

  /// Row i (0 <= i < size()) of H = 1/2 I - K - alpha_i N (on baffles I) and B = S + alpha_i
  /// (1/2 I + K'); h and b have size() entries. Where alpha_i = 0, the row does not use K' and N.
  /// Returns the real operations of the kernels at all quadrature points (panel_kernels.h), without
  /// work done once a panel, and without the making of the points of near panels.
  core::Count row(Index i, std::span<Complex> h, std::span<Complex> b) const;

  /// The cost of row(i, ...), without computing it.
  RowCost row_cost(Index i) const { return integrals(i, {}, {}); }

 private:
  RowCost integrals(Index i, std::span<Complex> h, std::span<Complex> b) const;

  std::shared_ptr<const CollocationSurface> surface_;
  Formulation formulation_;
};

}  // namespace febem::bem
