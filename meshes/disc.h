// Meshes of a disc: a square core with bulged sides inside circular rings.
#pragma once

#include <vector>

#include "meshes/brick_builder.h"

namespace febem::meshes {

/// Maps the parameter plane into the disc; the level s = |(x, y)|_max counts outwards: the core within s = 1,
/// a transition to the first circle at s = 2, circles of radius first_circle (s - 1) beyond. z is left alone.
class DiscMap {
 public:
  /// The corners of the core stand out to 1.114 of its mean radius: so much, at least, the first circle must be larger.
  static constexpr double least_first_circle = 1.2;

  /// `core` is the mean radius of the core, `first_circle` that of the circle around it (m), at least `least_first_circle` times the core's.
  DiscMap(double core, double first_circle) : core_(core), first_circle_(first_circle) {}

  mesh::Vec3 operator()(const mesh::Vec3& parameter) const;

  /// The level of a circle of this radius, or below first_circle of the ring of this mean radius (>= core) between core and circle.
  double level(double radius) const { return 1 + (radius < first_circle_ ? (radius - core_) / (first_circle_ - core_) : radius / first_circle_); }

 private:
  mesh::Vec3 in_core(const mesh::Vec3& parameter, double s) const;

  double core_, first_circle_;
};

/// A quadrilateral of the parameter plane, anticlockwise.
struct DiscCell {
  std::array<Eigen::Vector2d, 4> corners;
  int ring;  ///< 0 in the core, else 1, 2, ... outwards
};

/// (around/4)^2 cells of the core, then `around` cells a ring; ring i lies between levels[i - 1] and
/// levels[i], of which levels[0] is the core's, 1. `around` is a multiple of 4.
std::vector<DiscCell> disc_cells(int around, const std::vector<double>& levels);

/// The point of this level on ray j of `around`; ray 0 is at -45 degrees.
Eigen::Vector2d ring_point(int around, int j, double level);

}  // namespace febem::meshes
