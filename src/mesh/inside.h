// Whether a point lies inside or outside a closed surface, and which panel is nearest.
#pragma once

#include <span>

#include "mesh/surface.h"

namespace febem::mesh {

/// How often the surface winds around x: its solid angle seen from x, over 4 pi. For a point that
/// is not on the surface it is 1 inside a closed surface with outward normals, and 0 outside.
/// Outside includes a cavity whose own surface is part of the surface. Panels are curved if the
/// surface has middles; the number is good to a hundredth then. A flat quadrilateral counts as two
/// triangles, so that neighbours meet without gaps. The surface need not be measured.
double winding_number(const Surface& surface, const Vec3& x);

/// The winding number of `panels` alone.
double winding_number(const Surface& surface, std::span<const Index> panels, const Vec3& x);

/// Whether x lies inside one of the bodies of the surface, by the winding number. True if the
/// winding number is NaN.
bool encloses(const Surface& surface, const Vec3& x);

/// The panel nearest to a point, and its distance, m.
struct Nearest {
  Index panel = -1;
  double distance = 0;
};

/// The panel nearest to x, as winding_number() takes panels. The distance from a curved one is good
/// to a thousandth. The surface must have a panel.
Nearest nearest_panel(const Surface& surface, const Vec3& x);

}  // namespace febem::mesh
