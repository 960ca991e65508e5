#include "app/field_point_check.h"

#include <cmath>
#include <cstdio>

#include "app/place.h"
#include "mesh/inside.h"

namespace febem::app {
namespace {

std::string text_of(const Vec3& x) {
  char text[100];
  std::snprintf(text, sizeof text, "[%.9g, %.9g, %.9g]", x.x(), x.y(), x.z());
  return text;
}

}  // namespace

void check_field_points(const Case& problem, const mesh::Surface& surface) {
  for (const auto& x : problem.output.field_points) {
    const Place place{problem.file, problem.output.lines.at("field_points"), "output.field_points"};
    const auto nearest = mesh::nearest_panel(surface, x);
    if (!std::isfinite(nearest.distance)) fail_at(place, "the point " + text_of(x) + " is too far away");
    const double clearance = least_clearance * mesh::longest_edge(surface, nearest.panel);
    if (!(nearest.distance > clearance)) {
      char text[160];
      std::snprintf(text, sizeof text,
                    " is %.3g m from the surface; from panels of this size (%.3g m) it must be %.3g m away", nearest.distance,
                    clearance / least_clearance, clearance);
      fail_at(place, "the point " + text_of(x) + text);
    }
    if (!(mesh::winding_number(surface, x) < 0.5))
      fail_at(place, "the point " + text_of(x) + " is inside the body: there is no fluid");
  }
}

}  // namespace febem::app
