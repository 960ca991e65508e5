// The kernels integrated over the panels of a surface. Panels lie in compact blocks of eight. A
// block that is far from the point is integrated by the rule of order 2, another block by the rule
// of order 3. The quadrature points of both rules are stored. In a block that is not far, each near
// panel gets the rule that it needs.
#pragma once

#include <array>
#include <memory>

#include "bem/formulation.h"
#include "bem/panel_kernels.h"
#include "bem/panel_quadrature.h"

namespace febem::bem {

/// Integrals times 4 pi, one entry for each pair of a point and a panel. Entries are undefined
/// until they are written.
class PanelSums {
 public:
  /// `count` is a multiple of `padding`.
  PanelSums(std::size_t count, Terms terms)
      : terms_(terms), count_(count), values_(std::make_unique_for_overwrite<double[]>(
                                          2 * (static_cast<std::size_t>(terms) + 1) * count)) {}

  core::Count points =
      0;  ///< quadrature points that were evaluated, except those whose results were discarded

  Terms terms() const { return terms_; }
  /// The arrays for the kernels to write to, from entry `first` on.
  SumArrays arrays(std::size_t first = 0) {
    return {at(2, first), at(3, first), at(0, first), at(1, first), at(4, first), at(5, first)};
  }

  Complex g(std::size_t p) const {
    return {values_[2 * count_ + p], values_[3 * count_ + p]};
  }                                                                             ///< int G
  Complex t(std::size_t p) const { return {values_[p], values_[count_ + p]}; }  ///< int G'/r
  Complex e(std::size_t p) const {
    return {values_[4 * count_ + p], values_[5 * count_ + p]};
  }  ///< int (G'' - G'/r) (d.n_x) / r^2

  void clear(std::size_t p) {
    for (std::size_t part = 0; part < parts(); ++part) values_[part * count_ + p] = 0;
  }
  /// Adds entry q of `other`, which has the same terms, to entry p.
  void add(std::size_t p, const PanelSums& other, std::size_t q) {
    for (std::size_t part = 0; part < parts(); ++part)
      values_[part * count_ + p] += other.values_[part * other.count_ + q];
  }

 private:
  std::size_t parts() const { return 2 * (static_cast<std::size_t>(terms_) + 1); }
  /// Part `part` of the entries from `first` on. Null if the terms do not have that part.
  double* at(std::size_t part, std::size_t first) {
    return part < parts() ? &values_[part * count_ + first] : nullptr;
  }

  Terms terms_;
  std::size_t count_;
  std::unique_ptr<double[]> values_;
};

/// The cost of integrals: quadrature points, and near panels, whose points are made for each
/// collocation point.
struct SumCost {
  core::Count points = 0, near_panels = 0;
};

/// The quadrature of a surface. Immutable; it does not depend on frequency.
class PanelIntegrals {
 public:
  static constexpr Index none = -1;

  PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels);

  Index size() const { return quadrature_.size(); }
  const PanelQuadrature& quadrature() const { return quadrature_; }
  /// The entry of panel j in PanelSums.
  std::size_t entry(Index j) const { return entries_[j]; }

  /// The integrals over each panel at the point x. `normal` is n_x, which only Terms::hypersingular
  /// reads. The entry of panel `left_out` is zero.
  PanelSums over_panels_at_point(const Vec3& x, const Vec3& normal, double wavenumber, Terms terms,
      Index left_out = none) const;
  /// The integrals of Terms::double_layer over panel i at the centre of each other panel. Entry i
  /// is zero.
  PanelSums over_panel_at_points(Index i, double wavenumber) const;

  /// The costs of the two functions above, without computing anything. Near panels that a block
  /// evaluates and then discards are not counted.
  SumCost cost_over_panels_at_point(const Vec3& x, Index left_out = none) const {
    return cost({x, left_out});
  }
  SumCost cost_over_panel_at_points(Index i) const { return cost({centres_[i], i, i}); }

 private:
  /// The points of one rule on each panel of a kind, in the order that the kernels read.
  struct StoredRule {
    int points;  ///< of each panel
    std::vector<double> x, y, z, weight;
  };
  /// All panels with the same number of corners. Their entries are contiguous.
  struct Kind {
    std::size_t first, count;         ///< entries; `count` is padded
    std::array<StoredRule, 2> rules;  ///< of orders 2 and 3
    /// The stored points from an entry on.
    PointArrays points(bool fine, std::size_t entry) const;
  };
  /// The panels of `padding` entries, all of the same kind.
  struct Block {
    Vec3 centre;
    double reach;   ///< radius of the sphere about the centre that holds the centres of the panels
    double radius;  ///< radius of the largest panel
    std::vector<Index> panels;
  };
  /// Axes that turn with the body, by row, and the centres of the panels along the axes. The
  /// compact blocks depend on this frame alone, so that turning the body does not change them.
  struct BodyFrame {
    Eigen::Matrix3d axes;
    std::vector<Vec3> centres;
  };
  /// Which of the stored rules each block takes, and the near panels, which need finer rules.
  struct Choice {
    std::vector<char> fine;
    std::vector<Index> near;
    core::Count points = 0;  ///< quadrature points of stored rules, except those on near panels
  };

  /// The pairs of x and all panels, or of the centres of all panels and panel `seen`, whose centre
  /// is x. Pair `left_out` is not one of them.
  struct Pairs {
    const Vec3& x;
    Index left_out = none, seen = none;
  };
  /// A point and the panel that is seen from it.
  struct Pair {
    const Vec3& x;
    Index panel;
  };

  void add_kind(int corners, const BodyFrame& frame);
  StoredRule stored_rule(const std::vector<Index>& panels, int order) const;
  void add_block(std::vector<Index> panels, const BodyFrame& frame);
  Pair pair(const Pairs& pairs, Index j) const {
    return pairs.seen == none ? Pair{pairs.x, j} : Pair{centres_[j], pairs.seen};
  }
  Choice choose(const Pairs& pairs) const;
  /// Calls use(kind, first entry, count, fine) for each run of entries that take the same rule.
  template <class Use>
  void for_each_run(const Choice& choice, Use&& use) const;
  /// Replaces the integrals of the near pairs in `sums`, and counts their points.
  void add_near(const Pairs& pairs, const Choice& choice, double wavenumber, const Vec3& normal,
      PanelSums& sums) const;
  SumCost cost(const Pairs& pairs) const;

  PanelQuadrature quadrature_;
  std::vector<Vec3> centres_;
  std::vector<std::size_t> entries_;
  std::vector<Kind> kinds_;
  std::vector<Block> blocks_;                           ///< by entry
  std::vector<double> centre_x_, centre_y_, centre_z_;  ///< by entry
};

}  // namespace febem::bem
