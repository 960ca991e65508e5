#include "model/field_point_check.h"

#include "mesh/inside.h"
#include "model/clearance.h"

namespace febem::model {
namespace {

/// The field of a point source has no value where it is.
void check_apart_from_sources(const cases::Case& problem, const mesh::Surface& surface, const mesh::Vec3& x, const cli::Place& place) {
  const double least = least_distance_from_source * mesh::longest_edge(surface);
  for (const auto& excitation : problem.excitations)
    if (cases::is_point_source(excitation) && !((x - excitation.position).norm() > least))
      cli::fail_at(place, "the point " + text_of(x) + " is where the " + excitation.kind + " is");
}

}  // namespace

void check_field_points(const cases::Case& problem, const mesh::Surface& surface) {
  for (const auto& x : problem.output.field_points) {
    const cli::Place place{problem.file, problem.output.lines.at("field_points"), "output.field_points"};
    require_clearance(place, surface, x, "the point", least_clearance);
    if (mesh::encloses(surface, x))
      cli::fail_at(place, "the point " + text_of(x) + " is inside the body: there is no fluid");
    check_apart_from_sources(problem, surface, x, place);
  }
}

}  // namespace febem::model
