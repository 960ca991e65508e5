#include "app/wavelength_check.h"

#include <algorithm>
#include <cstdio>

#include "app/case_check.h"
#include "app/place.h"

namespace febem::app {

double panels_per_wavelength(const Fluid& fluid, const mesh::Surface& surface, double hz) {
  return fluid.sound_speed / hz / mesh::longest_edge(surface);
}

void check_wavelengths(const Case& problem, const mesh::Surface& surface) {
  const auto all = problem.frequencies();
  const double highest = *std::max_element(all.begin(), all.end()), edge = mesh::longest_edge(surface);
  const double panels = problem.fluid.sound_speed / highest / edge;
  if (panels >= least_panels) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "at %.9g Hz the wavelength, %.3g m, is %.2g of the longest panel edges, %.3g m; it must be %g at "
                "least: refine the mesh or stay below %.3g Hz",
                highest, problem.fluid.sound_speed / highest, panels, edge, least_panels,
                problem.fluid.sound_speed / (least_panels * edge));
  fail_at(place_of_frequency(problem, highest), text);
}

}  // namespace febem::app
