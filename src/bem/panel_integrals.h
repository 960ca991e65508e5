// The kernels integrated over the panels of a surface. Far panels are taken straight through, by the coarse rule, from points that
// are stored; near ones are found by a grid and get the rule that each needs.
#pragma once

#include "bem/panel_kernels.h"
#include "bem/panel_quadrature.h"
#include "bem/panel_sums.h"

namespace febem::bem {

/// What sums take: quadrature points, and panels that are near, each of which has its points made for it.
struct SumCost {
  core::Count points = 0, near_panels = 0;
};

/// Does not depend on frequency. Immutable.
class PanelIntegrals {
 public:
  static constexpr Index none = -1;

  PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels);

  Index size() const { return quadrature_.size(); }
  const PanelQuadrature& quadrature() const { return quadrature_; }
  /// The entry of panel j in all sums.
  std::size_t entry(Index j) const { return entries_[j]; }

  /// Over each panel as seen from x; `normal` is n_x, read for Terms::hypersingular only. The entry of `left_out` is zero.
  PanelSums seen_from(const Vec3& x, const Vec3& normal, double wavenumber, Terms terms, Index left_out = none) const;
  /// Over panel i as seen from the centre of each other: Terms::double_layer. The own entry is zero.
  PanelSums seen_by_others(Index i, double wavenumber) const;

  /// Of these, without doing them. What is taken straight through although it is near, and thrown away, is not among the points.
  SumCost cost_seen_from(const Vec3& x, Index left_out = none) const;
  SumCost cost_seen_by_others(Index i) const;

 private:
  /// Panels with the same number of corners, which have entries one after the other.
  struct Kind {
    std::size_t first, count;  ///< entries; padded
    int points;                ///< of the coarse rule
    std::vector<double> x, y, z, weight;
    PointArrays arrays() const { return {x.data(), y.data(), z.data(), weight.data(), count, points}; }
  };
  void add_kind(int corners);
  /// use(j) for each panel that is near x.
  template <class Use>
  void for_each_near(const Vec3& x, Index left_out, Use&& use) const;
  /// use(j) for each panel whose centre is near panel i.
  template <class Use>
  void for_each_near_centre(Index i, Use&& use) const;

  PanelQuadrature quadrature_;
  std::vector<Vec3> centres_;
  std::vector<std::size_t> entries_;
  std::size_t entries_total_ = 0;
  std::vector<Kind> kinds_;
  std::vector<double> centre_x_, centre_y_, centre_z_;  ///< by entry
  core::Count coarse_points_ = 0;                       ///< of all panels
};

}  // namespace febem::bem
