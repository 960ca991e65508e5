#include "bem/point_grid.h"

#include <cmath>
#include <numeric>

namespace febem::bem {

PointGrid::PointGrid(const std::vector<mesh::Vec3>& points, double cell) : low_(points.front()), cell_(cell) {
  mesh::Vec3 high = low_;
  for (const auto& x : points) {
    low_ = low_.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const auto count = [&](int axis) { return std::floor((high[axis] - low_[axis]) / cell_) + 1; };
  const double most = 8.0 * static_cast<double>(points.size()) + 8;
  while (count(0) * count(1) * count(2) > most) cell_ *= 2;
  for (int axis = 0; axis < 3; ++axis) cells_[axis] = static_cast<Index>(count(axis));

  const auto cell_at = [&](const mesh::Vec3& x) { return line(cell_of(x[0], 0), cell_of(x[1], 1)) + cell_of(x[2], 2); };
  begin_.assign(line(cells_[0], 0) + 1, 0);
  for (const auto& x : points) ++begin_[cell_at(x) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<Index> next = begin_;
  numbers_.resize(points.size());
  for (std::size_t j = 0; j < points.size(); ++j) numbers_[next[cell_at(points[j])]++] = static_cast<Index>(j);
}

}  // namespace febem::bem
