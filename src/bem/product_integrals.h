// Polynomials of order 1 or 2 on curved panels: a locally corrected Nystrom method (Canino,
// Ottusch, Stalzer, Visher and Wandzura, J. Comput. Phys. 146 (1998)). The distance of the point
// from the centre of a panel, in radii of the panel, decides how it is integrated:
//
//   far: the rule of the nodes, one evaluation of the kernel for each unknown; a Gauss rule with
//     stored points where a panel is long against the wavelength
//   middle: finer Gauss rules with stored points
//   near: a rule made for the point (near_panel.h)
//   the point is a node of the panel: own_panel.h
#pragma once

#include <array>
#include <optional>

#include "bem/point_grid.h"
#include "bem/reconstruction.h"
#include "bem/row_integrals.h"

namespace febem::bem {

class ProductIntegrals final : public RowIntegrals {
 public:
  ProductIntegrals(
      const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels);

  RowCost row(const FieldPoint& at, const RowEquation& equation, std::span<Complex> h,
      std::span<Complex> b) const override;

  static constexpr std::size_t stored_rules = 3;
  /// The stored rules. The first one is for panels that are long against the wavelength.
  static constexpr std::array<DistanceRule, stored_rules> rules(int order) {
    if (order == 1) return {{{3.5, 3}, {2.5, 6}, {1.9, 7}}};
    return {{{3.5, 4}, {2.5, 6}, {1.9, 8}}};
  }
  /// The greatest product of k and the radius for the rule of the nodes.
  static constexpr double longest_of_nodes(int order) { return order == 1 ? core::pi / 2 : 2; }

 private:
  /// y, J and |J| with the weights: seven arrays of `stride` numbers for each panel.
  struct PointTable {
    std::size_t stride = 0;
    std::vector<double> values = {};

    void append_panel() { values.resize(values.size() + 7 * stride); }
    /// Point q of the last panel.
    void set(std::size_t q, const Vec3& y, const Vec3& area, double size);
    /// The points of a panel; r and s are the reference coordinates.
    AreaPoints points(std::size_t panel, const double* r, const double* s) const;
  };
  /// One rule, padded, and its points on all panels with the same number of corners.
  struct StoredRule {
    std::size_t count = 0;  ///< points of a panel, without padding
    PanelRule rule;
    PointTable table;
  };

  /// Calls use(j, which stored rule, or stored_rules) for panels that the rule of the nodes does
  /// not integrate, except the own panel.
  template <class Use>
  void for_each_near(const FieldPoint& at, double wavenumber, Use&& use) const;
  /// Adds the moments over panel j to a row.
  void add(Index j, const PanelMoments& moments, bool with_further, std::span<Complex> h,
      std::span<Complex> b) const;

  const BoundarySpace& space_;
  const PanelKernels& kernels_;
  std::array<PanelBasis, 2> bases_;  ///< of triangles and squares
  PointTable nodes_;                 ///< of the unknowns, as on one panel
  double largest_radius_ = 0;
  std::optional<PointGrid> centres_;
  std::vector<PanelReconstruction> further_;                    ///< by panel
  std::vector<std::size_t> stored_at_;                          ///< by panel
  std::array<std::array<StoredRule, stored_rules>, 2> stored_;  ///< of triangles and squares
};

}  // namespace febem::bem
