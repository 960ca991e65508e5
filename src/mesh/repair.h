// Makes a closed surface of loose panels, and merges points that coincide within a tolerance.
#pragma once

#include <vector>

#include "mesh/point.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// For each point the first one it coincides with, itself if none: points are taken in order, and each joins the nearest
/// earlier one that stands for itself and lies within `tolerance` (m), so that a row of close points does not shrink to one.
std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance);

/// The repaired surface and the repairs, counted.
struct Repaired {
  Surface surface;       ///< measured and validated
  double tolerance = 0;  ///< within which points were merged, m
  Index points_merged = 0;
  Index points_unused = 0;
  Index panels_degenerate = 0;   ///< dropped: fewer than three points were left
  Index panels_duplicate = 0;    ///< dropped: the points of an earlier one
  Index quadrilaterals_cut = 0;  ///< to triangles: two neighbouring points were merged
  Index panels_turned = 0;
  Index bodies = 0;
};

/// A hundredth of the shortest edge, and no less than 1e-7 of the diagonal of the box around the points, which is what
/// single precision leaves. Edges shorter than 1e-6 of the diagonal are taken for degenerate and do not count. m
double merging_tolerance(const Surface& loose);

/// Merges points within `tolerance` (m), drops panels without three different points, repeated panels and unused points,
/// and turns panels so that each body has outward normals. Regions are kept. Points must be finite and indices in range.
/// Throws core::InputError if edges stay open (how many, and the first), more than two panels meet at some, the panels have
/// only one side, or the result is not valid or crosses itself.
Repaired repair(const Surface& loose, double tolerance);

}  // namespace febem::mesh
