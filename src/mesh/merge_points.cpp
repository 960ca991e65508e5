#include "mesh/merge_points.h"

#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace febem::mesh {
namespace {

namespace geometry = boost::geometry;
using Corner = geometry::model::point<double, 3, geometry::cs::cartesian>;
using Box = geometry::model::box<Corner>;
using Tree = geometry::index::rtree<std::pair<Box, Index>, geometry::index::quadratic<16>>;  // boxes of one point each

}  // namespace

std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance) {
  Tree tree;
  std::vector<Index> result;
  for (const Vec3& x : points) {
    const auto self = static_cast<Index>(result.size());
    Index nearest = self;
    double least = tolerance;
    const Vec3 low = x.array() - tolerance, high = x.array() + tolerance;
    const auto near = geometry::index::intersects(Box{{low.x(), low.y(), low.z()}, {high.x(), high.y(), high.z()}});
    for (auto it = tree.qbegin(near); it != tree.qend(); ++it) {
      const double distance = (points[it->second] - x).norm();
      if (distance > least || (distance == least && it->second > nearest)) continue;
      nearest = it->second;
      least = distance;
    }
    const Corner here{x.x(), x.y(), x.z()};
    if (nearest == self) tree.insert({Box{here, here}, self});
    result.push_back(nearest);
  }
  return result;
}

}  // namespace febem::mesh
