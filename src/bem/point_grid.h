// Points sorted by place: in the cells of a grid, which finds the points near a place without a
// search of all; and in compact groups.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "bem/formulation.h"

namespace febem::bem {

/// Points in the cells of a grid. Immutable. A point is known by its number.
class PointGrid {
 public:
  /// Cells are cubes of this size (> 0), or larger if there would be many more of them than points.
  PointGrid(const std::vector<mesh::Vec3>& points, double cell);

  /// Calls use(number) for every point within `radius` of x, and for some that are farther.
  template <class Use>
  void for_each_near(const mesh::Vec3& x, double radius, Use&& use) const;

 private:
  /// The cell along an axis; coordinates outside the grid belong to its first or last.
  Index cell_of(double coordinate, int axis) const {
    const double cell = (coordinate - low_[axis]) / cell_;
    return static_cast<Index>(std::clamp(cell, 0.0, static_cast<double>(cells_[axis] - 1)));
  }
  /// The first cell of a line of cells along the last axis.
  Index line(Index a, Index b) const { return (a * cells_[1] + b) * cells_[2]; }

  mesh::Vec3 low_;
  double cell_;
  std::array<Index, 3> cells_;
  std::vector<Index> begin_,
      numbers_;  ///< numbers of the points cell by cell, and where each cell begins
};

template <class Use>
void PointGrid::for_each_near(const mesh::Vec3& x, double radius, Use&& use) const {
  std::array<Index, 3> first, last;
  for (int axis = 0; axis < 3; ++axis) {
    first[axis] = cell_of(x[axis] - radius, axis);
    last[axis] = cell_of(x[axis] + radius, axis);
  }
  for (Index a = first[0]; a <= last[0]; ++a)
    for (Index b = first[1]; b <= last[1]; ++b) {
      const Index cell = line(a, b);
      for (Index at = begin_[cell + first[2]]; at < begin_[cell + last[2] + 1]; ++at)
        use(numbers_[at]);
    }
}

/// The points with these numbers, reordered into compact groups of `group` (the last may be
/// smaller). The set is halved again and again across its longest extent. Rounding of the
/// coordinates does not change the groups.
std::vector<Index> compact_order(
    const std::vector<mesh::Vec3>& points, std::vector<Index> numbers, std::size_t group);

}  // namespace febem::bem
