// The space of the pressure on the surface: what the stages and the fields need to know of its unknowns.
#pragma once

#include <span>

#include "bem/formulation.h"

namespace febem::bem {

using mesh::Vec3;

/// Unknown j is the pressure at its collocation point. The function phi_j that belongs to it is 1 there and 0 at the other points. T_j is the
/// integral of N^T n phi_j (fem/loads.h), and C = M^{-1} T^T, so that the work of the pressure on the structure is the power through the surface.
struct BoundarySpace {
  /// Constant panels: a collocation point at each centroid. Refers to `surface`, which must be measured.
  BoundarySpace(const mesh::Surface& surface) : points(surface.centroids), normals(surface.normals), mass(surface.areas) {}

  Index size() const { return static_cast<Index>(points.size()); }

  std::span<const Vec3> points, normals;  ///< collocation points, m, and the unit normals there, into the fluid
  std::span<const double> mass;           ///< diagonal of M: the integral of phi_j^2, m^2
};

}  // namespace febem::bem
