// Trees of boxes, which find what overlaps a given box.
#pragma once

#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <utility>

#include "mesh/point.h"

namespace febem::mesh {

namespace geometry = boost::geometry;
using Corner = geometry::model::point<double, 3, geometry::cs::cartesian>;
using Box = geometry::model::box<Corner>;

inline Box box_between(const Vec3& low, const Vec3& high) {
  return {{low.x(), low.y(), low.z()}, {high.x(), high.y(), high.z()}};
}

/// A tree of boxes. Each box has the number of its object.
template <class Number>
using BoxTree = geometry::index::rtree<std::pair<Box, Number>, geometry::index::quadratic<16>>;

/// Calls visit(number) for each box of the tree that meets the one between two corners.
template <class Visit>
void for_each_meeting(const auto& tree, const Vec3& low, const Vec3& high, Visit&& visit) {
  const auto meeting = geometry::index::intersects(box_between(low, high));
  for (auto it = tree.qbegin(meeting); it != tree.qend(); ++it) visit(it->second);
}

}  // namespace febem::mesh
