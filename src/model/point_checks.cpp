#include "model/point_checks.h"

#include <cmath>
#include <cstdio>

#include "cli/input_errors.h"
#include "mesh/inside.h"

namespace febem::model {
namespace {

// "[x, y, z]"
std::string text_of(const mesh::Vec3& x) {
  char text[100];
  std::snprintf(text, sizeof text, "[%.9g, %.9g, %.9g]", x.x(), x.y(), x.z());
  return text;
}

// Throws core::InputError at `place` unless x is farther from the surface than `fraction` of the longest edge of the panel
// nearest to it; `what` names x ("the point").
void require_clearance(const cli::Place& place, const mesh::Surface& surface, const mesh::Vec3& x, const std::string& what,
                       double fraction) {
  const auto nearest = mesh::nearest_panel(surface, x);
  if (!std::isfinite(nearest.distance)) cli::fail_at(place, what + " " + text_of(x) + " is too far away");
  const double edge = mesh::longest_edge(surface, nearest.panel);
  if (nearest.distance > fraction * edge) return;
  char text[160];
  std::snprintf(text, sizeof text, " is %.3g m from the surface; from panels of this size (%.3g m) it must be %.3g m away",
                nearest.distance, edge, fraction * edge);
  cli::fail_at(place, what + " " + text_of(x) + text);
}

}  // namespace

const cases::Excitation* source_at(const cases::Case& problem, const mesh::Vec3& x, double distance) {
  for (const auto& excitation : problem.excitations)
    if (cases::is_point_source(excitation) && !((x - excitation.position).norm() > distance)) return &excitation;
  return nullptr;
}

void check_field_points(const cases::Case& problem, const mesh::Surface& surface) {
  const double least_from_source = least_distance_from_source * mesh::longest_edge(surface);
  for (const auto& x : problem.output.field_points) {
    const cli::Place place{problem.file, problem.output.lines.at("field_points"), "output.field_points"};
    require_clearance(place, surface, x, "the point", least_clearance);
    if (mesh::encloses(surface, x))
      cli::fail_at(place, "the point " + text_of(x) + " is inside the body: there is no fluid");
    if (const auto* source = source_at(problem, x, least_from_source))
      cli::fail_at(place, "the point " + text_of(x) + " is where the " + source->kind + " is");
  }
}

void check_point_sources(const cases::Case& problem, const mesh::Surface& surface) {
  for (const auto& excitation : problem.excitations) {
    if (!cases::is_point_source(excitation)) continue;
    const cli::Place place{problem.file, excitation.lines.at("position"), "excitation.position"};
    const auto what = "the " + excitation.kind + " at";
    require_clearance(place, surface, excitation.position, what, least_source_clearance);
    if (!mesh::encloses(surface, excitation.position)) continue;
    const auto inside = what + " " + text_of(excitation.position) + " is inside the body: ";
    if (problem.structure)
      cli::fail_at(place, inside + "there is no fluid; only a surface without [structure] can move as its field does");
    if (problem.impedance)
      cli::fail_at(place, inside + "a locally reacting surface cannot be made to move as its field does");
  }
}

}  // namespace febem::model
