#include "mesh/bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.h"
#include "mesh/crossing.h"
#include "mesh/edges.h"
#include "mesh/groups.h"
#include "mesh/inside.h"
#include "mesh/pieces.h"

namespace febem::mesh {

namespace {

std::string name_of(const std::vector<Body>& all, std::size_t i) {
  return core::text("body ", i + 1, " (", all[i].panels.size(), " panels, the first is ",
      all[i].panels.front(), ", around ", text(all[i].box.center()), ")");
}

// A point on the body. Not a vertex, for two bodies may share one.
Vec3 point_on(const Surface& surface, const Body& body) {
  if (!surface.middles.empty()) return CurvedPanel(surface, body.panels.front()).centre();
  const auto& v = surface.panels[body.panels.front()].vertices;
  return (surface.points[v[0]] + surface.points[v[1]] + surface.points[v[2]]) / 3;
}

bool inside(const Surface& surface, const Body& inner, const Body& outer) {
  return outer.box.intersects(inner.box) &&
         std::abs(winding_number(surface, outer.panels, point_on(surface, inner))) > 0.5;
}

// The smallest body around each, if any. Bodies must not cross.
std::vector<std::optional<std::size_t>> containers(
    const Surface& surface, const std::vector<Body>& all) {
  std::vector<std::optional<std::size_t>> result(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == i || (result[i] && std::abs(all[k].volume) >= std::abs(all[*result[i]].volume)))
        continue;
      if (inside(surface, all[i], all[k])) result[i] = k;
    }
  return result;
}

// True also for boxes so near that panels may count as touching.
bool boxes_meet(const std::vector<Body>& all) {
  const auto margin = [](const Body& body) { return contact * body.box.diagonal().norm(); };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (all[i].box.exteriorDistance(all[k].box) <= std::min(margin(all[i]), margin(all[k])))
        return true;
  return false;
}

void refuse_overlap(const Surface& surface, const std::vector<Body>& all) {
  const auto found = find_crossing(surface);
  if (!found) return;
  const auto owner = [&](Index panel) {
    std::size_t i = 0;
    while (!std::binary_search(all[i].panels.begin(), all[i].panels.end(), panel)) ++i;
    return i;
  };
  const std::size_t a = owner(found->first), b = owner(found->second);
  if (a == b)
    throw core::InputError(
        "surface: ", name_of(all, a), " crosses or touches itself: ", found->text());
  throw core::InputError("surface: ", name_of(all, a), " and ", name_of(all, b),
      " overlap or touch: ", found->text(), "; make one closed surface of them or move them apart");
}

// The fault of a body as it lies; empty if there is none, or if the fault is that of the body
// around it.
std::string fault(
    const std::vector<Body>& all, std::size_t i, const std::optional<std::size_t>& container) {
  const bool outward = all[i].volume > 0;
  if (!container && !outward)
    return core::text(name_of(all, i), " is inside out: its normals point inwards (it encloses ",
        all[i].volume, " m^3); panels must be anticlockwise seen from the fluid");
  if (!container || !(all[*container].volume > 0)) return {};
  return name_of(all, i) + (outward ? " is nested inside " + name_of(all, *container) +
                                          ", where there is no fluid; leave one of the two out"
                                    : " is a cavity inside " + name_of(all, *container) +
                                          ": no sound comes out of it; leave its panels out");
}

}  // namespace

std::vector<Body> bodies(const Surface& surface) {
  std::vector<Body> all;
  const auto groups = connected_groups(surface.size(), [&](const auto& unite) {
    for_each_edge(edge_walks(surface), [&](std::span<const EdgeWalk> walks) {
      for (const auto& walk : walks) unite(walks.front().panel, walk.panel);
    });
  });
  for (const auto& panels : groups) {
    Body& body = all.emplace_back();
    for (const Index j : panels) {
      body.panels.push_back(j);
      body.volume += surface.areas[j] * surface.centroids[j].dot(surface.normals[j]) / 3;
      body.box.extend(PanelPieces(surface, j).box());
    }
  }
  return all;
}

void check_bodies(const Surface& surface) {
  auto all = bodies(surface);
  if (!surface.middles.empty())
    for (Body& body : all) {
      body.volume = 0;
      for (const Index j : body.panels) body.volume += extent(surface, j).volume;
    }
  if (boxes_meet(all)) refuse_overlap(surface, all);
  const auto around = containers(surface, all);
  Faults faults;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const auto text = fault(all, i, around[i]); !text.empty()) faults.add("surface: ", text);
  if (faults.count > 0) throw core::InputError(faults.text("body"));
}

std::vector<SolidBody> bodies(const Solid& solid) {
  auto groups = connected_groups(solid.element_total(), [&](const auto& unite) {
    std::vector<Index> first(solid.points.size(), -1);  // element of each node
    for (Index e = 0; e < solid.element_total(); ++e)
      for (const Index node : solid.elements[e].used_nodes()) {
        if (first[node] < 0) first[node] = e;
        unite(first[node], e);
      }
  });
  std::vector<SolidBody> all;
  for (auto& elements : groups) {
    std::vector<Index> nodes;
    for (const Index e : elements)
      for (const Index node : solid.elements[e].used_nodes()) nodes.push_back(node);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    all.push_back({std::move(elements), std::move(nodes)});
  }
  return all;
}

std::string body_text(const Solid& solid, std::span<const SolidBody> all, std::size_t number) {
  const auto& [elements, nodes] = all[number];
  Eigen::AlignedBox3d box;
  for (const Index node : nodes) box.extend(solid.points[node]);
  return core::text("body ", number + 1, " (", elements.size(),
      elements.size() == 1 ? " element, number " : " elements, the first is ", elements.front(),
      ", around ", text(box.center()), ")");
}

}  // namespace febem::mesh
