#include "model/clearance.h"

#include <cmath>
#include <cstdio>

#include "mesh/inside.h"

namespace febem::model {

std::string text_of(const mesh::Vec3& x) {
  char text[100];
  std::snprintf(text, sizeof text, "[%.9g, %.9g, %.9g]", x.x(), x.y(), x.z());
  return text;
}

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

}  // namespace febem::model
