#include "model/source_check.h"

#include "mesh/inside.h"
#include "model/clearance.h"

namespace febem::model {

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
