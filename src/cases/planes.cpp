#include "cases/planes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

#include "cases/sources.h"
#include "cli/input_errors.h"
#include "core/error.h"
#include "core/text_table.h"

namespace febem::cases {
namespace {

using mesh::Index;
using mesh::Mirror;

/// "z" or "-z", the direction of the normal.
Mirror mirror_of(const std::string& normal, double at, double sign) {
  return {normal.back() - 'x', at, sign, normal.front() == '-' ? -1. : 1.};
}
Mirror mirror_of(const SymmetryPlane& plane) {
  return mirror_of(plane.normal, 0, plane.kind == "symmetric" ? 1 : -1);
}
Mirror mirror_of(const FluidPlane& plane) {
  return mirror_of(plane.normal, plane.at, plane.kind == "rigid" ? 1 : -1);
}

/// "x = 0"
std::string name_of(const Mirror& mirror) {
  return core::formatted("%c = %.9g", "xyz"[mirror.axis], mirror.at);
}

/// Calls visit(mirror, place in the case, plane of symmetry or null) for each plane.
template <class Visit>
void for_each_plane(const Case& c, Visit&& visit) {
  const SymmetryPlane* const none = nullptr;
  for (const auto& plane : c.symmetries)
    visit(mirror_of(plane), c.at(plane.lines, "symmetry"), &plane);
  for (const auto& plane : c.planes) visit(mirror_of(plane), c.at(plane.lines, "plane"), none);
}

constexpr double unit_rounding = 1e-12;

/// Whether a vector at a point of the plane is the image of itself, times the sign.
bool has_symmetry(const Mirror& mirror, const Vec3& vector) {
  return vector.isApprox(mirror.sign * mirror.turned(vector), unit_rounding);
}

/// Whether a plane wave or a point source is the image of another one, or of itself.
bool is_image(const Mirror& mirror, const Excitation& e, const Excitation& other) {
  const auto place = [](const Excitation& of) -> Vec3 {
    return of.kind == "plane_wave" ? of.direction.normalized() : of.position;
  };
  const auto moment = [&](const Excitation& of, const Vec3& direction) -> Eigen::Vector3cd {
    const Vec3 axis = e.kind == "dipole" ? direction.normalized() : Vec3::UnitX();
    return complex_amplitude(of) * axis;
  };
  return e.kind == other.kind && place(other).isApprox(mirror.image(place(e)), unit_rounding) &&
         moment(other, other.direction)
             .isApprox(mirror.sign * moment(e, mirror.turned(e.direction)), unit_rounding);
}

}  // namespace

mesh::Mirrors mirrors(const Case& problem) {
  mesh::Mirrors all;
  for_each_plane(problem, [&](const Mirror& mirror, const auto&, auto) { all.push_back(mirror); });
  return all;
}

mesh::Mirrors ends_of_fluid(const Case& problem) {
  mesh::Mirrors all;
  for (const auto& plane : problem.planes) all.push_back(mirror_of(plane));
  return all;
}

bool is_behind_plane(const Case& problem, const Vec3& x) {
  const auto ends = ends_of_fluid(problem);
  return std::ranges::any_of(ends, [&](const Mirror& end) { return end.offset(x) < 0; });
}

void check_planes(const Case& problem) {
  std::array<bool, 3> taken{};
  for_each_plane(problem, [&](const Mirror& mirror, const cli::Place& place, auto) {
    if (std::exchange(taken[mirror.axis], true))
      cli::fail_at(place, "two planes have the normal " + std::string(1, "xyz"[mirror.axis]) +
                              ": their images would have no end");
  });
  const auto check = [&](const Excitation& e, const LoadCase& load, const char* section) {
    const auto place = problem.at(e.lines, section);
    if (e.kind != "plane_wave" && !is_point_source(e)) return;
    for (const auto& plane : problem.symmetries)
      if (const auto mirror = mirror_of(plane); std::ranges::none_of(load.excitations,
              [&](const Excitation& other) { return is_image(mirror, e, other); }))
        cli::fail_at(place, "the " + e.kind + " is not " + plane.kind + " about the plane " +
                                name_of(mirror) +
                                ": solve the whole body, or add the image (docs/planes.md)");
    if (is_point_source(e) && is_behind_plane(problem, e.position))
      cli::fail_at(place, "the " + e.kind + " is behind a [[plane]], where there is no fluid");
  };
  for (const auto& load : load_cases(problem))
    for (const auto& e : load.excitations)
      check(e, load, load.origin && &e == &load.excitations.back() ? "incidence" : "excitation");
}

namespace {

/// The work at one plane.
struct Placing {
  Mirror mirror;
  cli::Place place;
  const SymmetryPlane* symmetry;  ///< null at the end of the fluid
  Index moved = 0, left_out = 0;
  double farthest = 0;  ///< of the points moved, m

  void refuse(const std::string& what, const std::string& instead) const {
    cli::fail_at(place, what + " the plane " + name_of(mirror) + instead);
  }
  void snap(Vec3& x, double tolerance) {
    const double distance = std::abs(mirror.offset(x));
    if (distance == 0 || distance > tolerance) return;
    x[mirror.axis] = mirror.at;
    ++moved;
    farthest = std::max(farthest, distance);
  }
  std::string note(double rounding) const {
    std::string text = symmetry          ? symmetry->kind + "; powers are those of the whole body"
                       : mirror.sign > 0 ? "rigid"
                                         : "pressure release";
    if (farthest > rounding)
      text += core::formatted("; points moved onto it: %d, by %.2g m at most", moved, farthest);
    if (left_out > 0 && symmetry == nullptr)
      text += core::formatted("; panels behind it, left out: %d", left_out);
    return text;
  }

  /// Whether to keep `what`, a panel or an element with offsets from low to high. `facing` is 1 or
  /// -1 for a panel that faces the fluid side or not, 0 for an element.
  bool keeps(double low, double high, double facing, const std::string& what) {
    if (facing == 0 && symmetry == nullptr) return true;
    if (low < 0 && high > 0) refuse(what + " reaches across", "");
    const bool in_plane = low == 0 && high == 0;
    if (in_plane && symmetry != nullptr)
      refuse(what + " lies in", ", which is no boundary of the whole body: leave it out");
    if (in_plane && facing > 0 && mirror.sign < 0)
      refuse(what + " lies in", ", where the pressure is zero");
    if (high > 0 || (in_plane && facing > 0)) return true;
    if (symmetry != nullptr && !symmetry->cut)
      refuse(what + " lies behind",
          "; a mesh of the whole body needs cut = true, another one the opposite normal");
    return ++left_out, false;
  }
};

/// The members of `values` whose new number is not negative.
template <class T>
void keep(std::vector<T>& values, const std::vector<Index>& to) {
  if (values.empty()) return;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] >= 0) values[to[i]] = values[i];
  values.resize(std::ranges::count_if(to, [](Index i) { return i >= 0; }));
}

/// Numbers those that are kept.
template <class IsKept>
std::vector<Index> numbering(Index count, IsKept&& is_kept) {
  std::vector<Index> to(count, -1);
  Index next = 0;
  for (Index i = 0; i < count; ++i)
    if (is_kept(i)) to[i] = next++;
  return to;
}

/// Leaves out the points of no cell, and numbers those of corners_of(cell), a span, anew. Returns
/// the new numbers.
template <class Cell, class CornersOf>
std::vector<Index> keep_used_points(
    std::vector<Vec3>& points, std::vector<Cell>& cells, CornersOf&& corners_of) {
  std::vector<char> used(points.size(), 0);
  for (auto& cell : cells)
    for (const Index v : corners_of(cell)) used[v] = 1;
  auto to = numbering(std::ssize(used), [&](Index v) { return used[v] != 0; });
  for (auto& cell : cells)
    for (Index& v : corners_of(cell)) v = to[v];
  keep(points, to);
  return to;
}

void keep_panels(mesh::WetSurface& wet, const std::vector<Index>& to) {
  auto& surface = wet.surface;
  keep(surface.panels, to);
  keep(surface.middles, to);
  keep(surface.ninth_nodes, to);
  keep_used_points(
      surface.points, surface.panels, [](mesh::Panel& panel) { return panel.corners(); });
  std::erase_if(wet.parts, [&](const auto& part) { return to[part.panel] < 0; });
  for (auto& part : wet.parts) part.panel = to[part.panel];
}

void keep_elements(meshes::Generated& mesh, const std::vector<Index>& to) {
  auto& solid = mesh.solid;
  keep(solid.elements, to);
  const auto node = keep_used_points(solid.points, solid.elements, [](mesh::Element& element) {
    return std::span(element.nodes).first(element.used_nodes().size());
  });
  for (auto& [name, nodes] : solid.node_sets) {
    std::erase_if(nodes, [&](Index v) { return node[v] < 0; });
    for (Index& v : nodes) v = node[v];
  }
  for (auto& [name, faces] : solid.face_sets) {
    std::erase_if(faces, [&](const mesh::Face& face) { return to[face.element] < 0; });
    for (auto& face : faces) face.element = to[face.element];
  }
  for (auto& part : mesh.wet.parts) part.face.element = to[part.face.element];
}

double shortest_edge(const mesh::Surface& surface) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto& panel : surface.panels)
    for (int v = 0; v < panel.vertex_count; ++v)
      shortest = std::min(
          shortest, (surface.points[panel.vertices[v]] - surface.points[panel.next(v)]).norm());
  return shortest;
}

/// Throws core::InputError unless the panels that lie in no plane are closed by their images.
void validate_with_images(const mesh::Surface& surface, const mesh::Mirrors& all) {
  mesh::WetSurface closed{surface, {}};
  keep_panels(closed,
      numbering(surface.size(), [&](Index j) { return mesh::planes_of(all, surface, j) == 0; }));
  mesh::validate(surface, true);
  if (!closed.surface.panels.empty())
    mesh::validate(mesh::with_images(closed.surface, all).surface);
}

}  // namespace

void place_at_planes(const Case& problem, meshes::Generated& mesh) {
  std::vector<Placing> all;
  for_each_plane(
      problem, [&](const Mirror& mirror, const cli::Place& place, const SymmetryPlane* symmetry) {
        all.push_back({mirror, place, symmetry});
      });
  if (all.empty()) return;
  auto& surface = mesh.wet.surface;
  const bool on_solid = !mesh.solid.elements.empty();
  const double shortest = shortest_edge(surface), tolerance = 1e-3 * shortest;
  const auto offsets = [](const Placing& plane, const std::vector<Vec3>& points,
                           std::span<const Index> of) {
    const auto [low, high] = std::ranges::minmax(
        of | std::views::transform([&](Index v) { return plane.mirror.offset(points[v]); }));
    return std::pair(low, high);
  };
  for (auto& plane : all) {
    const auto snap = [&](Vec3& x) { plane.snap(x, tolerance); };
    std::ranges::for_each(surface.points, snap);
    std::ranges::for_each(mesh.solid.points, snap);
    for (auto& middles : surface.middles) std::ranges::for_each(middles, snap);
    std::ranges::for_each(surface.ninth_nodes, snap);
  }
  mesh::measure(surface);
  const auto panels = numbering(surface.size(), [&](Index j) {
    return std::ranges::all_of(all, [&](Placing& plane) {
      const auto [low, high] = offsets(plane, surface.points, surface.panels[j].corners());
      const double facing = plane.mirror.side * surface.normals[j][plane.mirror.axis];
      return plane.keeps(low, high, facing > 0 ? 1 : -1,
          "panel " + std::to_string(j) + " at " + mesh::text(surface.centroids[j]));
    });
  });
  keep_panels(mesh.wet, panels);
  if (surface.panels.empty()) all.front().refuse("no panel is left at", "");
  const auto elements = numbering(mesh.solid.element_total(), [&](Index e) {
    return std::ranges::all_of(all, [&](Placing& plane) {
      const auto [low, high] =
          offsets(plane, mesh.solid.points, mesh.solid.elements[e].used_nodes());
      return plane.keeps(low, high, 0, "element " + std::to_string(e));
    });
  });
  if (on_solid) keep_elements(mesh, elements);
  mesh::measure(surface);
  try {
    validate_with_images(surface, mirrors(problem));
  } catch (const core::InputError& error) {
    cli::fail_at(all.front().place,
        std::string("with its images the ") + error.what() + "; open edges must lie in the planes");
  }
  for (const auto& plane : all)
    mesh.notes["plane " + name_of(plane.mirror)] = plane.note(1e-6 * shortest);
}

void hold_in_planes(const Case& problem, mesh::Solid& solid, std::vector<fem::Support>& supports) {
  for (const auto& plane : problem.symmetries) {
    const Mirror mirror = mirror_of(plane);
    const std::string name = "plane " + name_of(mirror);
    auto& nodes = solid.node_sets[name];
    for (Index v = 0; v < solid.node_total(); ++v)
      if (solid.points[v][mirror.axis] == mirror.at) nodes.push_back(v);
    fem::Support held{name, {mirror.sign < 0, mirror.sign < 0, mirror.sign < 0}, true};
    held.fixed[mirror.axis] = mirror.sign > 0;
    if (!nodes.empty()) supports.push_back(held);
  }
}

fem::Distribution share_of_force(const Case& problem, const Excitation& force) {
  if (problem.symmetries.empty()) return {};
  return [&](const Vec3& x) {
    double share = 1;
    for (const auto& plane : problem.symmetries) {
      const Mirror mirror = mirror_of(plane);
      if (x[mirror.axis] != mirror.at) continue;
      share /= 2;
      if (!has_symmetry(mirror, force.direction))
        throw core::InputError("at ", mesh::text(x), " the force is not ", plane.kind,
            " about the plane ", name_of(mirror));
    }
    return share;
  };
}

}  // namespace febem::cases
