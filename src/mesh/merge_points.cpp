#include "mesh/merge_points.h"

#include "mesh/box_tree.h"

namespace febem::mesh {

std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance) {
  BoxTree<Index> tree;  // of one point each
  std::vector<Index> result;
  for (const Vec3& x : points) {
    const auto self = static_cast<Index>(result.size());
    Index nearest = self;
    double least = tolerance;
    const Vec3 low = x.array() - tolerance, high = x.array() + tolerance;
    const auto near = geometry::index::intersects(box_between(low, high));
    for (auto it = tree.qbegin(near); it != tree.qend(); ++it) {
      const double distance = (points[it->second] - x).norm();
      if (distance > least || (distance == least && it->second > nearest)) continue;
      nearest = it->second;
      least = distance;
    }
    if (nearest == self) tree.insert({box_between(x, x), self});
    result.push_back(nearest);
  }
  return result;
}

}  // namespace febem::mesh
