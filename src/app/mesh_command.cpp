#include "app/mesh_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "app/complain.h"
#include "app/material_text.h"
#include "app/model.h"
#include "app/read_file.h"
#include "app/size_check.h"
#include "app/units.h"
#include "core/error.h"
#include "core/printable.h"
#include "mesh/frontal_order.h"
#include "mesh/repair.h"
#include "meshes/generator.h"
#include "meshes/mesh_file.h"

namespace febem::app {
namespace {

void list() {
  for (const auto& generator : meshes::generators()) {
    std::printf("%s: %s\n", std::string(generator.name).c_str(), std::string(generator.help).c_str());
    for (const auto& p : generator.parameters)
      std::printf("  %-16s %-4s %-10.6g %s\n", std::string(p.name).c_str(), std::string(p.unit).c_str(), p.value,
                  std::string(p.help).c_str());
    for (const auto& [region, material] : generator.materials)
      std::printf("  region %-14s %s by default: %s\n", std::string(region).c_str(), std::string(material).c_str(),
                  known_properties(material).c_str());
  }
}

meshes::Values values(const std::vector<std::string>& parameters) {
  meshes::Values result;
  for (const auto& parameter : parameters) {
    const auto equals = parameter.find('=');
    const std::string text = equals == std::string::npos ? "" : parameter.substr(equals + 1);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0')
      throw core::InputError("'" + parameter + "' is not PARAMETER=NUMBER");
    result[parameter.substr(0, equals)] = value;
  }
  return result;
}

double extent(const mesh::Surface& surface, int direction) {
  double low = surface.points.front()[direction], high = low;
  for (const auto& point : surface.points) {
    low = std::min(low, point[direction]);
    high = std::max(high, point[direction]);
  }
  return high - low;
}

// A name out of a file.
std::string shown(const std::string& name) { return core::printable(name, 80); }

// `materials`: of the case, if any.
void describe(const meshes::Generated& mesh, const std::vector<Material>& materials = {}) {
  const auto& surface = mesh.wet.surface;
  const double area = std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0);
  std::printf("panels           %d, closed and outward\n", surface.size());
  std::printf("size             %.6g x %.6g x %.6g m\n", extent(surface, 0), extent(surface, 1), extent(surface, 2));
  std::printf("area, volume     %.6g m^2, %.6g m^3\n", area, mesh::enclosed_volume(surface));
  for (std::size_t r = 0; r < surface.regions.size(); ++r) {
    const auto count = std::count_if(surface.panels.begin(), surface.panels.end(),
                                     [&](const auto& panel) { return panel.region == static_cast<core::Index>(r); });
    std::printf("panel region     %s, %td panels\n", shown(surface.regions[r]).c_str(), count);
  }
  std::printf("%s", size_warning(surface).c_str());
  const auto& solid = mesh.solid;
  if (solid.elements.empty()) return;
  std::printf("solid            %d nodes, %d elements\n", solid.node_total(), solid.element_total());
  std::printf("front            %d degrees of freedom, supports aside\n",
              mesh::front_size(solid, mesh::frontal_order(solid)));
  for (const auto& region : solid.regions)
    std::printf("region           %s, %s\n", shown(region).c_str(), material_of(region, mesh.materials, materials).c_str());
  for (const auto& [name, nodes] : solid.node_sets) std::printf("node set         %s, %zu nodes\n", shown(name).c_str(), nodes.size());
  for (const auto& [name, faces] : solid.face_sets) std::printf("face set         %s, %zu faces\n", shown(name).c_str(), faces.size());
  for (const auto& [name, note] : mesh.notes) std::printf("%-16s %s\n", name.c_str(), note.c_str());
}

bool is_case(const std::string& file) { return std::filesystem::path(file).extension() == ".toml"; }

void inspect(const std::string& file) {
  if (!is_case(file)) return describe(meshes::read_mesh(file, {}));
  const Case problem = read_case(read_case_file(file), file);
  describe(geometry(problem, std::filesystem::path(file).parent_path()), problem.materials);
}

double tolerance(const std::string& text, const mesh::Surface& loose) {
  if (text.empty()) return mesh::merging_tolerance(loose);
  try {
    const double value = parse_quantity(text, "m");
    if (!(std::isfinite(value) && value >= 0)) throw core::InputError("is " + text + "; a length of 0 or more is needed");
    return value;
  } catch (const core::InputError& error) {
    throw core::InputError(std::string("option '--tolerance': ") + error.what());
  }
}

void print(const mesh::Repaired& r) {
  std::printf("points merged    %d, nearer to each other than %.3g m\n", r.points_merged, r.tolerance);
  std::printf("points dropped   %d, unused\n", r.points_unused);
  std::printf("panels dropped   %d degenerate, %d repeated\n", r.panels_degenerate, r.panels_duplicate);
  if (r.quadrilaterals_cut > 0) std::printf("panels changed   %d quadrilaterals to triangles\n", r.quadrilaterals_cut);
  std::printf("panels turned    %d\n", r.panels_turned);
  std::printf("bodies           %d\n", r.bodies);
}

void repair(const Command& command) {
  const auto loose = meshes::read_loose_surface(command.target);
  const double near = tolerance(command.tolerance, loose);
  try {
    auto repaired = mesh::repair(loose, near);
    print(repaired);
    meshes::Generated mesh;
    mesh.wet.surface = std::move(repaired.surface);
    meshes::write_mesh(command.out, mesh);
    describe(mesh);
  } catch (const core::InputError& error) {
    char merged[80];
    std::snprintf(merged, sizeof merged, " (points nearer than %.3g m were merged: --tolerance)", near);
    throw core::InputError("mesh file '" + command.target + "': " + error.what() + merged);
  }
}

}  // namespace

int mesh_command(const Command& command) {
  try {
    if (command.action == Action::mesh_list) list();
    if (command.action == Action::mesh_inspect) inspect(command.target);
    if (command.action == Action::mesh_repair) repair(command);
    if (command.action == Action::mesh_generate) {
      const auto mesh = meshes::generate(command.target, values(command.parameters));
      meshes::write_mesh(command.out, mesh);
      describe(mesh);
    }
    return 0;
  } catch (const core::InputError& error) {
    complain(error.what());
    return 2;
  }
}

}  // namespace febem::app
