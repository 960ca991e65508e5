#include "mesh/repair.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/error.h"
#include "mesh/bodies.h"
#include "mesh/box_tree.h"
#include "mesh/crossing.h"
#include "mesh/edges.h"
#include "mesh/point.h"

namespace febem::mesh {

namespace {

std::vector<Index> drop_unused(Surface& surface) {
  std::vector<bool> unused(surface.points.size(), true);
  for (const Panel& panel : surface.panels)
    for (const Index v : panel.corners()) unused[v] = false;
  return drop_points(surface, unused);
}

// The panel without vertices that equal the next one.
Panel shrunk(const Panel& panel) {
  Panel result{{-1, -1, -1, -1}, 0, panel.region};
  for (int v = 0; v < panel.vertex_count; ++v)
    if (panel.vertices[v] != panel.next(v))
      result.vertices[result.vertex_count++] = panel.vertices[v];
  return result;
}

void renumber(Surface& surface, const std::vector<Index>& number) {
  for (Panel& panel : surface.panels)
    for (Index& v : panel.corners()) v = number[v];
}

// Drops degenerate and repeated panels; `file` gets the original number of each that is kept.
void drop_panels(Repaired& result, std::vector<Index>& file) {
  std::vector<Panel> kept;
  std::set<std::array<Index, 4>> seen;
  for (Index j = 0; j < result.surface.size(); ++j) {
    const Panel panel = shrunk(result.surface.panels[j]);
    auto vertices = panel.vertices;
    std::sort(vertices.begin(), vertices.end());  // -1 comes first
    if (panel.vertex_count < 3 ||
        std::adjacent_find(vertices.end() - panel.vertex_count, vertices.end()) != vertices.end()) {
      ++result.panels_degenerate;
    } else if (!seen.insert(vertices).second) {
      ++result.panels_duplicate;
    } else {
      if (panel.vertex_count < result.surface.panels[j].vertex_count) ++result.quadrilaterals_cut;
      kept.push_back(panel);
      file.push_back(j);
    }
  }
  result.surface.panels = std::move(kept);
}

// Throws core::InputError if `wrong` is true of the number of panels at some edges: how many edges,
// and the first panel.
template <class Wrong>
void refuse_edges(const Surface& surface, const std::vector<EdgeWalk>& walks,
    const std::vector<Index>& file, const std::string& what, Wrong wrong) {
  Index count = 0;
  const EdgeWalk* first = nullptr;
  for_each_edge(walks, [&](std::span<const EdgeWalk> at) {
    if (!wrong(at.size())) return;
    ++count;
    if (first == nullptr || at.front().panel < first->panel) first = &at.front();
  });
  if (first != nullptr)
    throw core::InputError("surface: it cannot be closed: ", count,
        count == 1 ? " edge has " : " edges have ", what, ", first panel ", file[first->panel],
        " from ", text(surface.points[first->tail]), " to ", text(surface.points[first->head]));
}

void turn_over(Panel& panel) {
  std::swap(panel.vertices[1], panel.vertices[panel.vertex_count - 1]);
}

struct Neighbour {
  Index panel;
  bool opposed;  ///< both run through their common edge in the same direction
};

// Whether each panel must be turned to agree with the first of its body.
std::vector<char> turns(const Surface& surface, const std::vector<EdgeWalk>& walks) {
  std::vector<std::vector<Neighbour>> neighbours(surface.panels.size());
  for_each_edge(walks, [&](std::span<const EdgeWalk> at) {
    const bool opposed = at[0].tail == at[1].tail;
    neighbours[at[0].panel].push_back({at[1].panel, opposed});
    neighbours[at[1].panel].push_back({at[0].panel, opposed});
  });
  constexpr char unknown = 2;
  std::vector<char> result(surface.panels.size(), unknown);
  for (Index start = 0; start < surface.size(); ++start) {
    if (result[start] != unknown) continue;
    result[start] = 0;
    std::vector<Index> open{start};
    while (!open.empty()) {
      const Index j = open.back();
      open.pop_back();
      for (const auto& [k, opposed] : neighbours[j]) {
        const char wanted = static_cast<char>((result[j] != 0) != opposed);
        if (result[k] == unknown) {
          result[k] = wanted;
          open.push_back(k);
        } else if (result[k] != wanted) {
          throw core::InputError(
              "surface: its panels have no inside and outside: it has only one side, around ",
              text(surface.points[surface.panels[k].vertices[0]]));
        }
      }
    }
  }
  return result;
}

void orient(Repaired& result, const std::vector<EdgeWalk>& walks) {
  auto& surface = result.surface;
  auto turned = turns(surface, walks);
  for (Index j = 0; j < surface.size(); ++j)
    if (turned[j]) turn_over(surface.panels[j]);
  measure(surface);
  const auto all = bodies(surface);
  result.bodies = static_cast<Index>(all.size());
  for (const auto& body : all)
    if (body.volume < 0)
      for (const Index j : body.panels) {
        turn_over(surface.panels[j]);
        turned[j] = !turned[j];
      }
  result.panels_turned = static_cast<Index>(std::count(turned.begin(), turned.end(), char{1}));
  measure(surface);
}

/// Gives the panels that are kept their middles, one an edge, and their ninth nodes. `number`: the
/// new one of each point of `loose`; `file`: the number that each panel had there.
void keep_curves(const Surface& loose, const std::vector<Index>& number,
    const std::vector<Index>& file, Surface& surface) {
  if (loose.middles.empty()) return;
  std::map<std::pair<Index, Index>, Vec3> of_edge;
  for (const Index j : file) {
    const Panel& panel = loose.panels[j];
    for (int v = 0; v < panel.vertex_count; ++v)
      of_edge.emplace(
          std::minmax(number[panel.vertices[v]], number[panel.next(v)]), loose.middles[j][v]);
  }
  surface.middles.clear();
  surface.ninth_nodes.clear();
  for (std::size_t j = 0; j < file.size(); ++j) {
    auto& middles = surface.middles.emplace_back(no_middles);
    for (int v = 0; v < surface.panels[j].vertex_count; ++v)
      middles[v] = of_edge.at(surface.panels[j].edge(v));
    if (!loose.ninth_nodes.empty()) surface.ninth_nodes.push_back(loose.ninth_nodes[file[j]]);
  }
}

}  // namespace

void add_loose(Surface& surface, std::vector<Vec3> corners, Index region, bool clockwise) {
  if (clockwise) std::ranges::reverse(corners);
  Panel panel{{-1, -1, -1, -1}, static_cast<int>(corners.size()), region};
  std::ranges::transform(
      corners, panel.vertices.begin(), [&](const Vec3& x) { return surface.add(x); });
  surface.panels.push_back(panel);
}

void merge_points(Surface& surface, double tolerance) {
  renumber(surface, merged_points(surface.points, tolerance));
  drop_unused(surface);
}

std::vector<Index> drop_points(Surface& surface, const std::vector<bool>& dropped) {
  std::vector<Index> number(surface.points.size(), -1);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (dropped[i]) continue;
    number[i] = static_cast<Index>(points.size());
    points.push_back(surface.points[i]);
  }
  renumber(surface, number);
  surface.points = std::move(points);
  return number;
}

double merging_tolerance(const Surface& loose) {
  Eigen::AlignedBox3d box;
  for (const Panel& panel : loose.panels)
    for (const Index v : panel.corners()) box.extend(loose.points[v]);
  if (box.isEmpty()) return 0;
  const double size = box.diagonal().norm();
  double shortest = size;
  for (const EdgeWalk& walk : edge_walks(loose)) {
    const double length = (loose.points[walk.head] - loose.points[walk.tail]).norm();
    if (length > 1e-6 * size) shortest = std::min(shortest, length);
  }
  return std::max(1e-7 * size, 0.01 * shortest);
}

Repaired repair(const Surface& loose, double tolerance) {
  Repaired result;
  result.surface = loose;
  result.tolerance = tolerance;
  auto number = drop_unused(result.surface);
  const auto used = result.surface.points.size();
  result.points_unused = static_cast<Index>(loose.points.size() - used);
  const auto merged = merged_points(result.surface.points, tolerance);
  for (std::size_t i = 0; i < used; ++i) result.points_merged += merged[i] != static_cast<Index>(i);
  renumber(result.surface, merged);
  std::vector<Index> file;
  drop_panels(result, file);
  const auto kept = drop_unused(result.surface);
  for (Index& n : number)
    if (n >= 0) n = kept[merged[n]];
  result.points_unused +=
      static_cast<Index>(used - result.surface.points.size()) - result.points_merged;
  const auto walks = edge_walks(result.surface);
  refuse_edges(result.surface, walks, file, "a panel on one side only",
      [](std::size_t n) { return n == 1; });
  refuse_edges(
      result.surface, walks, file, "more than two panels", [](std::size_t n) { return n > 2; });
  orient(result, walks);
  keep_curves(loose, number, file, result.surface);
  validate(result.surface);
  refuse_crossing(result.surface);
  return result;
}

std::vector<Index> merged_points(const std::vector<Vec3>& points, double tolerance) {
  BoxTree<Index> tree;  // of one point each
  std::vector<Index> result;
  for (const Vec3& x : points) {
    const auto self = static_cast<Index>(result.size());
    Index nearest = self;
    double least = tolerance;
    for_each_meeting(tree, x.array() - tolerance, x.array() + tolerance, [&](Index other) {
      const double distance = (points[other] - x).norm();
      if (distance > least || (distance == least && other > nearest)) return;
      nearest = other;
      least = distance;
    });
    if (nearest == self) tree.insert({box_between(x, x), self});
    result.push_back(nearest);
  }
  return result;
}

}  // namespace febem::mesh
