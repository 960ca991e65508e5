// Where a coarse panel meets a fine one across a sharp edge.
#pragma once

#include "mesh/surface.h"

namespace febem::mesh {

/// An edge is sharp where the normals of its panels differ by more than this, degrees.
inline constexpr double sharp_angle = 30;
/// Ratio of the sizes of two panels, sizes being square roots of areas, above which one calls it a jump.
inline constexpr double size_jump = 3;

/// The sharp edges across which the panel size jumps.
struct SizeJumps {
  Index edges = 0;
  double worst = 1;              ///< ratio, of those edges
  Index small = -1, large = -1;  ///< the panels there
  Vec3 where = Vec3::Zero();     ///< the middle of their edge, m
};

/// Looks for size jumps across sharp edges: pressure and velocity vary fast there, and a large panel beside small ones
/// spoils what these resolve. On smooth parts a jump does little. The surface must be measured and closed.
SizeJumps size_jumps(const Surface& surface);

}  // namespace febem::mesh
