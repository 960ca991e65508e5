// Makes a closed surface of loose panels, and merges points that coincide within a tolerance.
#pragma once

#include <vector>

#include "mesh/point.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// Adds a panel whose three or four corners are points of its own, anticlockwise seen from the
/// fluid, or clockwise.
void add_loose(Surface& surface, std::vector<Vec3> corners, Index region, bool clockwise = false);

/// For each point the number of the point that it is merged into, or its own number. Points are
/// taken in order. A point joins the nearest earlier point that keeps its own number and lies
/// within `tolerance` (m). So a row of close points does not shrink to one.
std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance);

/// Merges the points of loose panels as merged_points(), and drops points without a panel. The
/// tolerance must be far below the shortest edge and far above rounding.
void merge_points(Surface& surface, double tolerance);

/// Leaves out the points that are marked; no panel may have one. Returns the new number of each
/// point, -1 of those left out.
std::vector<Index> drop_points(Surface& surface, const std::vector<bool>& dropped);

/// The repaired surface and the repairs, counted.
struct Repaired {
  Surface surface;       ///< measured and validated
  double tolerance = 0;  ///< within which points were merged, m
  Index points_merged = 0;
  Index points_unused = 0;
  Index panels_degenerate = 0;   ///< dropped, because fewer than three points were left
  Index panels_duplicate = 0;    ///< dropped, because an earlier panel has the same points
  Index quadrilaterals_cut = 0;  ///< made triangles, because two neighbouring points were merged
  Index panels_turned = 0;
  Index bodies = 0;
};

/// The default tolerance, m: a hundredth of the shortest edge, and at least 1e-7 of the diagonal of
/// the box around the points, which is the rounding of single precision. Edges shorter than 1e-6 of
/// the diagonal count as degenerate, and not as the shortest edge.
double merging_tolerance(const Surface& loose);

/// Merges points within `tolerance` (m), drops panels without three different points, repeated
/// panels and unused points, and turns panels so that each body has outward normals. Regions,
/// middles and ninth nodes are kept. Points must be finite and indices in range. Throws
/// core::InputError if edges stay open (with their number, and the first edge), if more than two
/// panels meet at an edge, if the panels have only one side, or if the result is not valid or
/// crosses itself.
Repaired repair(const Surface& loose, double tolerance);

}  // namespace febem::mesh
