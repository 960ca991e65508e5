// Quadrature over all directions.
#pragma once

#include <vector>

#include "mesh/point.h"

namespace febem::bem {

struct SpherePoint {
  mesh::Vec3 direction;  ///< unit
  double weight;         ///< the weights add up to 4 pi
};

/// Exact for spherical harmonics up to `degree` (>= 0): Gauss in cos(theta), equal steps in the azimuth.
std::vector<SpherePoint> sphere_rule(int degree);

}  // namespace febem::bem
