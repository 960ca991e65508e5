// Where a point lies beside a closed surface.
#pragma once

#include <span>

#include "mesh/surface.h"

namespace febem::mesh {

/// How often the surface winds around x: the solid angle it subtends over 4 pi. 1 inside a closed surface with outward
/// normals, 0 outside it (also in a cavity whose own surface is part of it), for a point that is not on it.
/// Quadrilaterals are taken as two triangles, so that neighbours meet without gaps; panels need not be measured.
double winding_number(const Surface& surface, const Vec3& x);

/// The winding number of `panels` alone.
double winding_number(const Surface& surface, std::span<const Index> panels, const Vec3& x);

/// Whether x lies inside one of the bodies of the surface; by the winding number, and true where that is NaN.
bool encloses(const Surface& surface, const Vec3& x);

/// The panel nearest to a point, and how far away it is, m.
struct Nearest {
  Index panel = -1;
  double distance = 0;
};

/// Over the same triangles; the surface must have a panel.
Nearest nearest_panel(const Surface& surface, const Vec3& x);

}  // namespace febem::mesh
