// Measures and checks of the wet surface.
//
//   vector area of a polygon   a = 1/2 sum_i x_i x x_{i+1},   A = |a|,   n = a/A
//   volume                     V = 1/3 sum_j A_j c_j.n_j
//                              (divergence theorem with the field x/3)
#include "mesh/surface.h"

#include <algorithm>

#include "core/error.h"
#include "mesh/bodies.h"
#include "mesh/curved_panel.h"
#include "mesh/edges.h"

namespace febem::mesh {
namespace {

using core::InputError;

// The panel's polygon, flattened onto its mean plane (through the mean of the vertices, normal =
// vector area).
struct Polygon {
  std::array<Vec3, 4> x;
  int count;
  Vec3 vector_area = Vec3::Zero();

  Polygon(const Surface& surface, const Panel& panel) : count(panel.vertex_count) {
    Vec3 mean = Vec3::Zero();
    for (int i = 0; i < count; ++i) mean += (x[i] = surface.points[panel.vertices[i]]) / count;
    for (int i = 0; i < count; ++i) vector_area += 0.5 * (x[i] - mean).cross(x[next(i)] - mean);
    const double area = vector_area.norm();
    if (!(area > 0)) return;
    const Vec3 n = vector_area / area;
    for (int i = 0; i < count; ++i) x[i] -= n * n.dot(x[i] - mean);
  }

  int next(int i) const { return i + 1 == count ? 0 : i + 1; }

  // Area-weighted mean of the centroids of the fan of triangles about the first vertex.
  Vec3 centroid() const {
    const double area = vector_area.norm();
    if (!(area > 0)) return x[0];
    Vec3 sum = Vec3::Zero();
    for (int i = 1; i + 1 < count; ++i) {
      const double share = 0.5 * (x[i] - x[0]).cross(x[i + 1] - x[0]).dot(vector_area) / area;
      sum += share * (x[0] + x[i] + x[i + 1]) / 3;
    }
    return sum / area;
  }

  // The smallest turn at a corner (cross product of its two edges along the normal) over the
  // longest edge squared: zero or less for a panel that is flat to a line, crossed over or not
  // convex.
  double sharpest_turn() const {
    double turn = 0, longest = 0;
    for (int i = 0; i < count; ++i) {
      const Vec3 ahead = x[next(i)] - x[i], behind = x[(i + count - 1) % count] - x[i];
      const double here = ahead.cross(behind).dot(vector_area);
      turn = i == 0 ? here : std::min(turn, here);
      longest = std::max(longest, ahead.squaredNorm());
    }
    const double area = vector_area.norm();
    return area > 0 ? turn / (area * longest) : 0;
  }
};

void check_points(const Surface& surface) {
  for (std::size_t i = 0; i < surface.points.size(); ++i)
    if (!surface.points[i].allFinite())
      throw InputError("surface: point ", i, " has a coordinate that is not a number");
}

void check_panel(const Surface& surface, Index j) {
  const Panel& panel = surface.panels[j];
  if (panel.vertex_count != 3 && panel.vertex_count != 4)
    throw InputError(
        "surface: panel ", j, " has ", panel.vertex_count, " vertices; 3 or 4 are allowed");
  const auto check = [&](const char* what, Index number, std::size_t count) {
    if (number < 0 || number >= static_cast<Index>(count))
      throw InputError("surface: panel ", j, " refers to ", what, number, " of ", count);
  };
  for (const Index v : panel.corners()) check("point ", v, surface.points.size());
  check("region ", panel.region, surface.regions.size());
}

Faults degenerate_panels(const Surface& surface) {
  constexpr double smallest_turn = 1e-6;
  Faults faults;
  for (Index j = 0; j < surface.size(); ++j) {
    const Polygon polygon(surface, surface.panels[j]);
    if (!(polygon.sharpest_turn() > smallest_turn))
      faults.add(
          "panel ", j, " at ", text(polygon.x[0]), " is degenerate (no area, or not convex)");
  }
  return faults;
}

// Checks that panels are sound, and that each edge has two, which run through it in opposite
// directions, or one if it may be open. Returns whether the surface is closed.
bool check_edges(const Surface& surface, bool may_be_open) {
  Faults walked_alike, open;
  for_each_edge(edge_walks(surface), [&](std::span<const EdgeWalk> at) {
    const auto where = [&](const EdgeWalk& walk) { return text(surface.points[walk.tail]); };
    if (at.size() == 1)
      open.add(
          "not closed: panel ", at[0].panel, " has no neighbour across its edge at ", where(at[0]));
    for (std::size_t i = 1; i < at.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (at[i].tail == at[k].tail)
          return walked_alike.add("panels ", at[k].panel, " and ", at[i].panel,
              " walk their common edge at ", where(at[i]),
              " in the same direction (one is inside out, or more than two panels meet there)");
  });
  std::string all;
  const auto add = [&](const Faults& faults, const std::string& name) {
    if (faults.count > 0) all += (all.empty() ? "surface: " : "; ") + faults.text(name);
  };
  add(degenerate_panels(surface), "panel");
  add(walked_alike, "edge");
  if (!may_be_open) add(open, "edge");
  if (!all.empty()) throw InputError(all);
  return open.count == 0;
}

}  // namespace

void measure(Surface& surface) {
  const std::size_t n = surface.panels.size();
  surface.centroids.resize(n);
  surface.normals.resize(n);
  surface.areas.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    const Polygon polygon(surface, surface.panels[j]);
    surface.areas[j] = polygon.vector_area.norm();
    surface.normals[j] =
        surface.areas[j] > 0 ? Vec3(polygon.vector_area / surface.areas[j]) : Vec3::Zero();
    surface.centroids[j] = polygon.centroid();
  }
}

void validate(const Surface& surface, bool may_be_open) {
  if (surface.panels.empty()) throw InputError("surface: no panels");
  check_points(surface);
  for (Index j = 0; j < surface.size(); ++j) check_panel(surface, j);
  const bool closed = check_edges(surface, may_be_open);
  check_curves(surface);
  if (closed) check_bodies(surface);
}

double enclosed_volume(const Surface& surface) {
  double volume = 0;
  for (Index j = 0; j < surface.size(); ++j) volume += extent(surface, j).volume;
  return volume;
}

void straighten(Surface& surface) {
  surface.middles.clear();
  surface.ninth_nodes.clear();
}

Vec3 middle(const Surface& surface, Index panel, int v) {
  if (!surface.middles.empty()) return surface.middles[panel][v];
  const Panel& ends = surface.panels[panel];
  return (surface.points[ends.vertices[v]] + surface.points[ends.next(v)]) / 2;
}

Vec3 middle_of_face(const Surface& surface, Index panel) {
  Vec3 result = Vec3::Zero();
  for (int v = 0; v < 4; ++v)
    result += middle(surface, panel, v) / 2 - surface.points[surface.panels[panel].vertices[v]] / 4;
  return result;
}

bool share_a_vertex(const Panel& a, const Panel& b) {
  return std::ranges::find_first_of(a.corners(), b.corners()) != a.corners().end();
}

double longest_edge(const Surface& surface, Index panel) {
  const Panel& ends = surface.panels[panel];
  double longest = 0;
  for (int v = 0; v < ends.vertex_count; ++v)
    longest =
        std::max(longest, (surface.points[ends.next(v)] - surface.points[ends.vertices[v]]).norm());
  return longest;
}

double longest_edge(const Surface& surface) {
  double longest = 0;
  for (Index j = 0; j < surface.size(); ++j) longest = std::max(longest, longest_edge(surface, j));
  return longest;
}

}  // namespace febem::mesh
