// The integrals of the kernels times the functions phi_j of a space of order 1 or 2, for all
// unknowns at one point: a locally corrected Nystrom method (Canino, Ottusch, Stalzer, Visher and
// Wandzura, J. Comput. Phys. 146 (1998)). The distance of the point from the centre of a panel, in
// radii of the panel, decides how it is integrated:
//
//   far: the rule of the nodes, one evaluation of the kernel for each unknown; a Gauss rule with
//   stored points where a panel is long against the
//     wavelength
//   middle: finer Gauss rules with stored points
//   near: a rule made for the point (near_panel.h)
//   the point is a node of the panel: own_panel.h
#pragma once

#include <array>
#include <optional>
#include <span>

#include "bem/boundary_space.h"
#include "bem/panel_basis.h"
#include "bem/panel_kernels.h"
#include "bem/point_grid.h"
#include "bem/reconstruction.h"

namespace febem::bem {

/// A point and its normal n_x. Where it is a collocation point, `unknown` is its number.
struct FieldPoint {
  static constexpr Index none = -1;
  Vec3 x, normal;
  Index unknown = none;
};

/// What the integrals over a surface need. Immutable. It does not depend on frequency.
class ProductIntegrals {
 public:
  /// Refers to `space`, a space on `surface` of order 1 or 2, which must outlive this.
  ProductIntegrals(
      const mesh::Surface& surface, const BoundarySpace& space, const PanelKernels& kernels);

  /// h = -(cbie K + alpha N) and b = cbie S + alpha K', one entry for each unknown. Returns real
  /// operations.
  core::Count row(const FieldPoint& at, const RowEquation& equation, std::span<Complex> h,
      std::span<Complex> b) const;

  struct Cost {
    core::Count flops = 0, near_panels = 0;
  };
  /// The cost of row(), without computing it.
  Cost cost(const FieldPoint& at, const RowEquation& equation) const;

  /// A stored rule for panels that are from `ratio` radii away on: `points` in each direction.
  struct Distance {
    double ratio;
    int points;
  };
  static constexpr int stored_rules = 3;
  /// Farthest first. The first one is for panels that are long against the wavelength.
  static constexpr std::array<Distance, stored_rules> distances(int order) {
    if (order == 1) return {{{3.5, 3}, {2.5, 6}, {1.9, 7}}};
    return {{{3.5, 4}, {2.5, 6}, {1.9, 8}}};
  }
  /// The greatest product of k and the radius for the rule of the nodes.
  static constexpr double longest_of_nodes(int order) { return order == 1 ? core::pi / 2 : 2; }

 private:
  /// The points of one rule on all panels with the same number of corners.
  struct StoredRule {
    std::size_t count = 0, stride = 0;  ///< points of a panel, without and with padding
    std::vector<double> r, s;
    std::vector<double> values;  ///< y, J and |J| with the weights, seven arrays for each panel

    void append(const CurvedPanel& panel, const PanelRule& rule);
    AreaPoints points(std::size_t panel) const;
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
  std::array<PanelBasis, 2> bases_;                                  ///< of triangles and squares
  std::vector<double> x_, y_, z_, area_x_, area_y_, area_z_, area_;  ///< of the unknowns, padded
  double largest_radius_ = 0;
  std::optional<PointGrid> centres_;
  std::vector<PanelReconstruction> further_;                    ///< by panel
  std::vector<std::size_t> stored_at_;                          ///< by panel
  std::array<std::array<StoredRule, stored_rules>, 2> stored_;  ///< of triangles and squares
};

}  // namespace febem::bem
