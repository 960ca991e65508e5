#include "app/case_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/place.h"

namespace febem::app {
namespace {

void check_geometry(const Case& c) {
  const Place place{c.file, c.geometry.line, "geometry"};
  if (c.geometry.generator.empty() && c.geometry.mesh.empty()) fail_at(place, "needs 'generator' or 'mesh'");
  if (!c.geometry.generator.empty() && !c.geometry.mesh.empty())
    fail_at(place, "has both 'generator' and 'mesh'; give one");
}

void check_materials(const Case& c) {
  std::vector<std::string> seen;
  for (const auto& material : c.materials)
    for (const auto& region : material.regions) {
      if (std::find(seen.begin(), seen.end(), region) != seen.end())
        fail_at({c.file, material.line, "material.regions"},
                "region '" + region + "' already has a material");
      seen.push_back(region);
    }
}

void check_frequencies(const Case& c) {
  const Place place{c.file, c.frequency.line, "frequency"};
  if (c.frequency.sweep && c.frequency.sweep->count > 1 &&
      c.frequency.sweep->stop <= c.frequency.sweep->start)
    fail_at({c.file, c.frequency.sweep->line, "frequency.sweep.stop"}, "must be above 'start'");
  auto hz = c.frequencies();
  if (hz.empty()) fail_at(place, "asks for no frequency: give 'hz' or 'sweep'");
  std::sort(hz.begin(), hz.end());
  if (const auto twin = std::adjacent_find(hz.begin(), hz.end()); twin != hz.end()) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", *twin);
    fail_at(place, std::string("asks for ") + text + " Hz twice");
  }
}

// A rigid or locally reacting surface is driven by velocities and waves, a structure by forces, pressures and
// waves.
void check_excitations(const Case& c) {
  for (const auto& excitation : c.excitations) {
    const Place place{c.file, excitation.line, "excitation.kind"};
    const bool on_structure = excitation.kind == "force" || excitation.kind == "pressure";
    if (c.structure && excitation.kind == "velocity")
      fail_at(place, "'velocity' cannot be prescribed on a structure; use 'force' or 'pressure'");
    if (!c.structure && on_structure)
      fail_at(place, "'" + excitation.kind + "' needs an elastic structure: add [structure]");
    if (c.impedance && excitation.kind == "velocity")
      fail_at(place, "'velocity' cannot be prescribed on a locally reacting surface");
  }
}

void check_structure(const Case& c) {
  if (!c.structure) {
    if (!c.supports.empty())
      fail_at({c.file, c.supports.front().line, "support"}, "needs an elastic structure: add [structure]");
    if (!c.materials.empty())
      fail_at({c.file, c.materials.front().line, "material"}, "needs an elastic structure: add [structure]");
    return;
  }
  const Place place{c.file, c.structure->line, "structure.free"};
  if (c.impedance)
    fail_at({c.file, c.impedance->line, "impedance"},
            "a surface is either locally reacting or a [structure]");
  if (c.structure->free && !c.supports.empty()) fail_at(place, "a free structure cannot have a [[support]]");
}

void check_impedance(const Case& c) {
  if (c.impedance && c.impedance->stiffness == 0.0 && c.impedance->mass == 0.0)
    fail_at({c.file, c.impedance->line, "impedance"}, "needs a stiffness or a mass > 0");
}

void check_directivity(const Case& c) {
  if (!c.output.directivity) return;
  const double directions = 360.0 / c.output.directivity->step;
  if (directions < 1.0 || directions > 36000.0 || std::abs(directions - std::round(directions)) > 1e-9)
    fail_at({c.file, c.output.directivity->line, "output.directivity.step"},
            "must divide the full circle of 360 deg into 1 to 36000 parts");
}

}  // namespace

void check_case(const Case& problem) {
  check_geometry(problem);
  check_structure(problem);
  check_materials(problem);
  check_excitations(problem);
  check_frequencies(problem);
  check_impedance(problem);
  check_directivity(problem);
}

}  // namespace febem::app
