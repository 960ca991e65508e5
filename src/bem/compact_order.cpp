#include "bem/compact_order.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <span>
#include <utility>

namespace febem::bem {

namespace {

int longest_axis(const std::vector<mesh::Vec3>& points, std::span<const Index> numbers) {
  Eigen::AlignedBox3d box;
  for (const Index j : numbers) box.extend(points[j]);
  int axis;
  box.sizes().maxCoeff(&axis);
  return axis;
}

void halve(const std::vector<mesh::Vec3>& points, std::span<Index> numbers, std::size_t group) {
  if (numbers.size() <= group) {
    std::sort(numbers.begin(), numbers.end());
    return;
  }
  const int axis = longest_axis(points, numbers);
  const std::size_t half = (numbers.size() / 2 + group - 1) / group * group;
  // Where coordinates are equal the number decides, so that groups do not depend on the library's way to sort.
  std::nth_element(numbers.begin(), numbers.begin() + half, numbers.end(),
                   [&](Index a, Index b) { return std::pair(points[a][axis], a) < std::pair(points[b][axis], b); });
  halve(points, numbers.first(half), group);
  halve(points, numbers.subspan(half), group);
}

}  // namespace

std::vector<Index> compact_order(const std::vector<mesh::Vec3>& points, std::vector<Index> numbers, std::size_t group) {
  if (!numbers.empty()) halve(points, numbers, group);
  return numbers;
}

}  // namespace febem::bem
