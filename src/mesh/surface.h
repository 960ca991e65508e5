// The wet surface: flat triangular and quadrilateral panels with the normal out of the structure
// into the fluid.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mesh/point.h"

namespace febem::mesh {

/// A flat polygon of 3 or 4 vertices, anticlockwise seen from the fluid. A slightly warped
/// quadrilateral stands for its projection onto the mean plane, whose normal is the vector area.
struct Panel {
  /// Indices into Surface::points; the last is unused for a triangle.
  std::array<Index, 4> vertices{};
  int vertex_count = 3;  ///< 3 or 4
  Index region = 0;      ///< index into Surface::regions

  /// The vertices that are used.
  std::span<Index> corners() { return {vertices.data(), static_cast<std::size_t>(vertex_count)}; }
  std::span<const Index> corners() const {
    return {vertices.data(), static_cast<std::size_t>(vertex_count)};
  }
  Index next(int v) const { return vertices[(v + 1) % vertex_count]; }
  /// The ends of the edge from vertex v to the next, the lower number first.
  std::pair<Index, Index> edge(int v) const { return std::minmax({vertices[v], next(v)}); }
};

/// No middle of an edge is known.
inline const std::array<Vec3, 4> no_middles{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};

struct Surface {
  std::vector<Vec3> points;  ///< m
  std::vector<Panel> panels;
  std::vector<std::string> regions;  ///< names ("piston", "barrel", ...); at least one
  /// The point of each edge of each panel halfway between its vertices v and v + 1, on the curved
  /// edge, m; the last is unused for a triangle. Empty if all edges are straight. Only boundary
  /// elements of order 1 and 2 use it.
  std::vector<std::array<Vec3, 4>> middles;
  /// The image of the middle of the reference square of each panel, m; unused for a triangle. Empty
  /// if all quadrilaterals are images of 8-node faces, or flat. Only boundary elements of order 1
  /// and 2 use it.
  std::vector<Vec3> ninth_nodes;

  // Computed by measure(), with one entry for each panel.
  std::vector<Vec3> centroids;  ///< m, the collocation points
  std::vector<Vec3> normals;    ///< unit, into the fluid
  std::vector<double> areas;    ///< m^2

  Index size() const { return static_cast<Index>(panels.size()); }
  /// Adds a point; returns its number.
  Index add(const Vec3& point) {
    points.push_back(point);
    return static_cast<Index>(points.size()) - 1;
  }
  bool has_ninth_node(Index panel) const {
    return panels[panel].vertex_count == 4 && !ninth_nodes.empty();
  }
};

/// Computes centroids, normals and areas from points and panels. Vertices must be within range. A
/// panel without area gets a zero normal, which validate() rejects.
void measure(Surface& surface);

/// Throws core::InputError unless the surface is closed (each edge shared by two panels in opposite
/// directions), free of degenerate panels and NaN, with all indices in range, with sound curved
/// panels (check_curves() in curved_panel.h), and made of bodies that are oriented outwards and lie
/// apart from each other (check_bodies() in bodies.h). If the surface has middles, the bodies are
/// those of the curved panels. For each kind of fault the message gives the first fault and the
/// number of faults. Call measure() first. A surface that `may_be_open` need not be closed; then
/// bodies are checked only if it is.
void validate(const Surface& surface, bool may_be_open = false);

/// The enclosed volume, m^3: of flat panels (1/3) sum of A_j c_j.n_j, of curved ones the sum of
/// extent() in curved_panel.h. It is positive for outward normals.
double enclosed_volume(const Surface& surface);

/// Makes all panels flat: drops middles and ninth nodes.
void straighten(Surface& surface);

/// The middle of the edge from vertex v of a panel to the next, on the curved edge if it is one, m.
Vec3 middle(const Surface& surface, Index panel, int v);

/// The image of the middle of the reference square under the shape functions of the 8-node face of
/// a panel, m.
Vec3 middle_of_face(const Surface& surface, Index panel);

/// Sets the middles of all edges: onto(a, b) is the middle of the edge from a to b, the same from
/// both sides.
template <class Onto>
void set_middles(Surface& surface, Onto&& onto) {
  surface.middles.assign(surface.panels.size(), no_middles);
  for (Index j = 0; j < surface.size(); ++j)
    for (int v = 0; v < surface.panels[j].vertex_count; ++v)
      surface.middles[j][v] = onto(
          surface.points[surface.panels[j].vertices[v]], surface.points[surface.panels[j].next(v)]);
}

bool share_a_vertex(const Panel& a, const Panel& b);

/// Longest edge of all panels, m.
double longest_edge(const Surface& surface);
/// Longest edge of one panel, m.
double longest_edge(const Surface& surface, Index panel);

}  // namespace febem::mesh
