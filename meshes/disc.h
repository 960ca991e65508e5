// Meshes of a disc: a square core with convex sides inside circular rings.
#pragma once

#include <vector>

#include "meshes/brick_builder.h"

namespace febem::meshes {

/// Maps the parameter plane into the disc. The level s = |(x, y)|_max grows outwards. The core lies
/// within s = 1. From s = 1 to the first circle at s = 2 there is a transition. Beyond are circles
/// of radius first_circle (s - 1). z does not change.
class DiscMap {
 public:
  /// The corners of the core reach to 1.114 times its mean radius. So the first circle must be
  /// larger by at least this factor.
  static constexpr double least_first_circle = 1.2;

  /// `core` is the mean radius of the core, `first_circle` the radius of the circle around it (m),
  /// at least `least_first_circle` times `core`.
  DiscMap(double core, double first_circle) : core_(core), first_circle_(first_circle) {}

  mesh::Vec3 operator()(const mesh::Vec3& parameter) const;

  /// The level of the circle of this radius. For a radius below first_circle it is the level of the
  /// ring of this mean radius (>= core) between core and first circle.
  double level(double radius) const {
    return 1 + (radius < first_circle_ ? (radius - core_) / (first_circle_ - core_)
                                       : radius / first_circle_);
  }

 private:
  mesh::Vec3 in_core(const mesh::Vec3& parameter, double s) const;

  double core_, first_circle_;
};

/// A quadrilateral of the parameter plane, anticlockwise.
struct DiscCell {
  std::array<Eigen::Vector2d, 4> corners;
  int ring;  ///< 0 in the core, else 1, 2, ... outwards
};

/// The cells of a disc: (around/4)^2 cells of the core, then `around` cells for each ring. Ring i
/// lies between levels[i - 1] and levels[i]. levels[0] is the level of the core, 1. `around` is a
/// multiple of 4.
std::vector<DiscCell> disc_cells(int around, const std::vector<double>& levels);

/// The point of this level on ray j of `around` rays. Ray 0 is at -45 degrees.
Eigen::Vector2d ring_point(int around, int j, double level);

}  // namespace febem::meshes
