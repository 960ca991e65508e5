#include "bem/point_grid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace febem::bem {

PointGrid::PointGrid(const std::vector<mesh::Vec3>& points, double cell)
    : low_(points.front()), cell_(cell) {
  mesh::Vec3 high = low_;
  for (const auto& x : points) {
    low_ = low_.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const auto count = [&](int axis) { return std::floor((high[axis] - low_[axis]) / cell_) + 1; };
  const double most = 8.0 * static_cast<double>(points.size()) + 8;
  while (count(0) * count(1) * count(2) > most) cell_ *= 2;
  for (int axis = 0; axis < 3; ++axis) cells_[axis] = static_cast<Index>(count(axis));

  const auto cell_at = [&](const mesh::Vec3& x) {
    return line(cell_of(x[0], 0), cell_of(x[1], 1)) + cell_of(x[2], 2);
  };
  begin_.assign(line(cells_[0], 0) + 1, 0);
  for (const auto& x : points) ++begin_[cell_at(x) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<Index> next = begin_;
  numbers_.resize(points.size());
  for (std::size_t j = 0; j < points.size(); ++j)
    numbers_[next[cell_at(points[j])]++] = static_cast<Index>(j);
}

namespace {

/// Coordinates in whole steps of 1e-9 of the points' extent. Those that differ by rounding alone
/// are equal.
using Steps = Eigen::Array<std::int64_t, 3, 1>;

std::vector<Steps> in_steps(const std::vector<mesh::Vec3>& points) {
  Eigen::AlignedBox3d box;
  for (const auto& x : points) box.extend(x);
  const double size = box.sizes().maxCoeff(), step = size > 0 ? 1e-9 * size : 1;
  std::vector<Steps> result;
  // Fractions of the extent, of which meshes are made, lie well within a step.
  for (const auto& x : points)
    result.emplace_back(((x - box.min()).array() / step + 0.3).floor().cast<std::int64_t>());
  return result;
}

int longest_axis(const std::vector<Steps>& points, std::span<const Index> numbers) {
  Steps low = points[numbers.front()], high = low;
  for (const Index j : numbers) {
    low = low.min(points[j]);
    high = high.max(points[j]);
  }
  int axis;
  (high - low).maxCoeff(&axis);
  return axis;
}

void halve(const std::vector<Steps>& points, std::span<Index> numbers, std::size_t group) {
  if (numbers.size() <= group) {
    std::sort(numbers.begin(), numbers.end());
    return;
  }
  const int axis = longest_axis(points, numbers);
  const std::size_t half = (numbers.size() / 2 + group - 1) / group * group;
  // Where coordinates are equal the number decides, so that groups do not depend on the library's
  // way to sort.
  std::nth_element(numbers.begin(), numbers.begin() + half, numbers.end(), [&](Index a, Index b) {
    return std::pair(points[a][axis], a) < std::pair(points[b][axis], b);
  });
  halve(points, numbers.first(half), group);
  halve(points, numbers.subspan(half), group);
}

}  // namespace

std::vector<Index> compact_order(
    const std::vector<mesh::Vec3>& points, std::vector<Index> numbers, std::size_t group) {
  if (!numbers.empty()) halve(in_steps(points), numbers, group);
  return numbers;
}

}  // namespace febem::bem
