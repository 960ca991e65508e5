// Constant pressure on flat panels. Panels lie in compact blocks of eight. A block that is far from
// the point is integrated by the rule of order 2, another block by the rule of order 3. The points
// of both rules are stored. In a block that is not far, each near panel gets the rule that it
// needs.
#pragma once

#include <array>

#include "bem/edge_correction.h"
#include "bem/row_integrals.h"

namespace febem::bem {

/// Refers to `surface`, which must be measured.
class PanelIntegrals final : public RowIntegrals {
 public:
  PanelIntegrals(const mesh::Surface& surface, const PanelKernels& kernels);

  /// S, K and N are integrals over panel j at the point x. K has the edge correction and N the
  /// gradient correction. K'_ij = K_ji M_j / M_i is the integral over panel i at x_j, without a
  /// correction. This keeps second order on flat panels.
  RowCost row(const FieldPoint& at, const RowEquation& equation, std::span<Complex> h,
      std::span<Complex> b) const override;

  Index size() const { return std::ssize(quadrature_.shapes); }
  const PanelQuadrature& quadrature() const { return quadrature_; }
  /// The place of panel j in Sums::values.
  std::size_t entry(Index j) const { return entries_[j]; }

  struct Sums {
    RowSums values;           ///< by entry
    core::Count points;       ///< quadrature points, except those whose results were discarded
    core::Count near_panels;  ///< panels whose points are made for this point
  };
  /// The integrals of h and b over each panel at a point, without K' and corrections. The entry of
  /// panel `at.unknown` is zero. Without `evaluate` there are no values.
  Sums over_panels(const FieldPoint& at, const RowEquation& equation, bool evaluate = true) const;
  /// The integrals of h = -K over panel i at the centre of each other panel. Entry i is zero. b is
  /// not used.
  Sums seen_from_others(Index i, double wavenumber, bool evaluate = true) const;

 private:
  struct Vectors {
    std::vector<double> x, y, z;

    void push_back(const Vec3& v) {
      x.push_back(v.x());
      y.push_back(v.y());
      z.push_back(v.z());
    }
    VectorArrays from(std::size_t n) const { return {&x[n], &y[n], &z[n]}; }
  };
  /// The points of one rule on all panels, block by block.
  struct StoredRule {
    Vectors at;
    std::vector<double> weight;
    std::vector<std::size_t> first;  ///< point of each block
  };
  /// The panels of `padding` entries, all with the same number of corners.
  struct Block {
    std::vector<Index> panels;
    Vec3 centre;
    double reach = 0;   ///< radius of the sphere about the centre that holds the panels' centres
    double radius = 0;  ///< radius of the largest panel
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
  /// The panels are at most `padding`.
  void add_block(std::vector<Index> panels, const BodyFrame& frame);
  const Vec3& centre(Index j) const { return quadrature_.shapes[j].centre; }
  /// The panel and the point of a pair: panel j at `at`, or transposed panel at.unknown at the
  /// centre of panel j.
  const PanelShape& shape(const FieldPoint& at, Index j, bool transposed) const {
    return quadrature_.shapes[transposed ? at.unknown : j];
  }
  const Vec3& place(const FieldPoint& at, Index j, bool transposed) const {
    return transposed ? centre(j) : at.x;
  }
  /// The rules for the pairs of all panels but `at.unknown`.
  Choice choose(const FieldPoint& at, bool transposed) const;
  /// Calls use(first block, their number, fine) for runs of blocks that take the same rule.
  template <class Use>
  void for_each_run(const Choice& choice, Use&& use) const;
  int corners(const Block& block) const {
    return quadrature_.shapes[block.panels.front()].corner_count;
  }
  /// Replaces the integrals of the near pairs in `sums`, and counts their points.
  void add_near(const FieldPoint& at, const std::vector<Index>& near, const RowEquation& equation,
      bool transposed, bool evaluate, Sums& sums) const;

  const mesh::Surface& surface_;
  PanelQuadrature quadrature_;
  std::vector<std::vector<Index>> neighbours_;  ///< panels that share a vertex with each panel
  EdgeCorrection edges_;
  std::vector<std::size_t> entries_;
  std::vector<Block> blocks_;
  std::array<StoredRule, stored_distance_rules> rules_;
  Vectors centres_, normals_;  ///< by entry, padded
};

}  // namespace febem::bem
