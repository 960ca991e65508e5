// Trees that find what lies in a box of space.
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

inline Box box_between(const Vec3& low, const Vec3& high) { return {{low.x(), low.y(), low.z()}, {high.x(), high.y(), high.z()}}; }

/// Boxes, each with the number of what it holds.
template <class Number>
using BoxTree = geometry::index::rtree<std::pair<Box, Number>, geometry::index::quadratic<16>>;

}  // namespace febem::mesh
