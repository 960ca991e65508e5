// Where panels meet.
#pragma once

#include "mesh/surface.h"

namespace febem::mesh {

/// An edge between two panels.
struct Edge {
  Index tail = -1, head = -1;   ///< points; `left` walks it from tail to head, `right` back
  Index left = -1, right = -1;  ///< panels
};

/// Every edge of a closed surface (see validate()) once, by their `left` panels, which have the lower number.
std::vector<Edge> edges(const Surface& surface);

/// How far the normal turns across an edge, radians: 0 between panels of one plane, pi at a blade.
double turn(const Surface& surface, const Edge& edge);

/// A connected part of a surface.
struct Body {
  std::vector<Index> panels;  ///< ascending
  std::vector<Edge> edges;    ///< between these
};

/// The bodies of a closed surface, by their first panels. What only touches at a point is not connected.
std::vector<Body> bodies(const Surface& surface);

/// From x to the nearest point of the straight edge, m.
double distance(const Surface& surface, const Edge& edge, const Vec3& x);

}  // namespace febem::mesh
