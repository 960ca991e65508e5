#include "app/mesh_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "app/help_topics.h"
#include "cases/case_file.h"
#include "cases/input_files.h"
#include "cases/material_text.h"
#include "cases/model.h"
#include "cases/resolution.h"
#include "cli/cli11.h"
#include "cli/input_errors.h"
#include "core/error.h"
#include "core/text.h"
#include "core/text_table.h"
#include "core/units.h"
#include "mesh/bodies.h"
#include "mesh/curved_panel.h"
#include "mesh/edges.h"
#include "mesh/frontal_order.h"
#include "mesh/repair.h"
#include "meshes/generator.h"
#include "meshes/mesh_file.h"

namespace febem::app {
namespace {

meshes::Values values(const std::vector<std::string>& parameters) {
  meshes::Values result;
  for (const auto& parameter : parameters) {
    const auto equals = parameter.find('=');
    const std::string text = equals == std::string::npos ? "" : parameter.substr(equals + 1);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0')
      throw core::InputError("'" + parameter + "' is not PARAMETER=NUMBER, such as radius=0.5");
    result[parameter.substr(0, equals)] = value;
  }
  return result;
}

double width(const mesh::Surface& surface, int direction) {
  const auto by = [=](const auto& a, const auto& b) { return a[direction] < b[direction]; };
  const auto [low, high] = std::minmax_element(surface.points.begin(), surface.points.end(), by);
  return (*high)[direction] - (*low)[direction];
}

// A name out of a file.
std::string shown(const std::string& name) { return core::printable(name, 80); }

void print_extent(const mesh::Surface& surface, const char* of_what) {
  mesh::PanelExtent sum;
  for (mesh::Index j = 0; j < surface.size(); ++j) {
    const auto one = mesh::extent(surface, j);
    sum.area += one.area;
    sum.volume += one.volume;
  }
  std::printf("area, volume     %.6g m^2, %.6g m^3%s\n", sum.area, sum.volume, of_what);
}

// Whether a node between vertices is farther from the middle of a straight edge than rounding.
bool has_curved_edges(const mesh::Surface& surface) {
  if (surface.middles.empty()) return false;
  mesh::Surface straight = surface;
  mesh::straighten(straight);
  for (mesh::Index j = 0; j < surface.size(); ++j)
    for (int v = 0; v < surface.panels[j].vertex_count; ++v)
      if ((mesh::middle(surface, j, v) - mesh::middle(straight, j, v)).norm() >
          1e-9 * mesh::longest_edge(surface, j))
        return true;
  return false;
}

// `order`: of the case's boundary elements; without a case all orders may come. `materials`: of the
// case, if any.
void describe(const meshes::Generated& mesh, std::optional<int> order = {},
    const std::vector<cases::Material>& materials = {}) {
  const auto& surface = mesh.wet.surface;
  const bool is_curved = has_curved_edges(surface);
  mesh::Surface flat = surface;
  mesh::straighten(flat);
  bool closed = true;
  mesh::for_each_edge(
      mesh::edge_walks(surface), [&](const auto& walks) { closed = closed && walks.size() > 1; });
  std::printf("panels           %d, %s%s\n", surface.size(),
      closed ? "closed and outward" : "closed by planes",
      is_curved ? ", curved in boundary elements of order 1 and 2" : "");
  std::printf("size             %.6g x %.6g x %.6g m\n", width(surface, 0), width(surface, 1),
      width(surface, 2));
  print_extent(flat, is_curved ? ", of flat panels" : "");
  if (is_curved) print_extent(surface, ", of curved panels");
  for (std::size_t r = 0; r < surface.regions.size(); ++r) {
    const auto count = std::count_if(surface.panels.begin(), surface.panels.end(),
        [&](const auto& panel) { return panel.region == static_cast<core::Index>(r); });
    std::printf("panel region     %s, %td panels\n", shown(surface.regions[r]).c_str(), count);
  }
  std::printf("%s", cases::size_warning(surface).c_str());
  const auto warn = [](const mesh::Surface& of, int its_order, const char* when) {
    std::printf("%s", cases::facing_warning(mesh::facing_sides(of), its_order, when).c_str());
  };
  if (order || !is_curved) {
    warn(surface, order.value_or(0), "");
  } else {
    warn(flat, 0, "with order 0 ");
    warn(surface, 1, "with order 1 or 2 ");
  }
  const auto& solid = mesh.solid;
  if (solid.elements.empty()) return;
  const auto bodies = mesh::bodies(solid).size();
  std::printf("solid            %d nodes, %d elements%s\n", solid.node_total(),
      solid.element_total(),
      bodies == 1 ? "" : (" in " + std::to_string(bodies) + " bodies").c_str());
  std::printf("front            %d degrees of freedom, without supports\n",
      mesh::front_size(solid, mesh::frontal_order(solid)));
  for (const auto& region : solid.regions)
    std::printf("region           %s, %s\n", shown(region).c_str(),
        cases::material_of(region, mesh.materials, materials).c_str());
  for (const auto& [name, nodes] : solid.node_sets)
    std::printf("node set         %s, %zu nodes\n", shown(name).c_str(), nodes.size());
  for (const auto& [name, faces] : solid.face_sets)
    std::printf("face set         %s, %zu faces\n", shown(name).c_str(), faces.size());
  std::printf("%s", cases::wall_warning(solid, fem::free_faces(solid)).c_str());
  for (const auto& [name, note] : mesh.notes) std::printf("%-16s %s\n", name.c_str(), note.c_str());
}

bool is_case(const std::string& file) { return std::filesystem::path(file).extension() == ".toml"; }

void generate(const MeshOptions& options) {
  const auto given = values(options.parameters);
  // The panels of a structure are curved like its faces, whenever the file is read.
  const bool is_rigid = meshes::mesh_size(options.target, given).elements == 0;
  const auto mesh = meshes::generate(
      options.target, given, is_rigid ? meshes::Edges::curved : meshes::Edges::straight);
  meshes::write_mesh(options.out, mesh);
  describe(mesh);
}

void inspect(const std::string& file) {
  if (!is_case(file)) {
    auto mesh = meshes::read_mesh(file, {}, meshes::Edges::straight);
    try {
      mesh = meshes::read_mesh(file);
    } catch (const core::InputError& error) {
      throw core::InputError(
          error.what() + std::string(" (its curved panels, for boundary elements of order 1 and 2; "
                                     "flat ones, of order 0, are sound)"));
    }
    return describe(mesh);
  }
  const cases::Case problem = cases::read_case(cases::read_case_file(file), file);
  const auto folder = std::filesystem::path(file).parent_path();
  auto mesh = cases::geometry(problem, folder);
  describe(mesh, problem.formulation.order, problem.materials);
  cases::build_model(problem, folder, std::move(mesh), 1);  // throws for what `solve` refuses
}

double tolerance(const std::string& text, const mesh::Surface& loose) {
  if (text.empty()) return mesh::merging_tolerance(loose);
  try {
    const double value = core::parse_quantity(text, "m");
    if (!(std::isfinite(value) && value >= 0))
      throw core::InputError("is " + text + "; a length of 0 or more is needed");
    return value;
  } catch (const core::InputError& error) {
    throw core::InputError(std::string("option '--tolerance': ") + error.what());
  }
}

void print(const mesh::Repaired& r) {
  std::printf(
      "points merged    %d, nearer to each other than %.3g m\n", r.points_merged, r.tolerance);
  std::printf("points dropped   %d, unused\n", r.points_unused);
  std::printf(
      "panels dropped   %d degenerate, %d repeated\n", r.panels_degenerate, r.panels_duplicate);
  if (r.quadrilaterals_cut > 0)
    std::printf("panels changed   %d quadrilaterals to triangles\n", r.quadrilaterals_cut);
  std::printf("panels turned    %d\n", r.panels_turned);
  std::printf("bodies           %d\n", r.bodies);
}

void repair(const MeshOptions& options) {
  const auto loose = meshes::read_loose_surface(options.target);
  const double near = tolerance(options.tolerance, loose);
  try {
    auto repaired = mesh::repair(loose, near);
    print(repaired);
    meshes::Generated mesh;
    mesh.wet.surface = std::move(repaired.surface);
    meshes::write_mesh(options.out, mesh);
    describe(mesh);
  } catch (const core::InputError& error) {
    throw core::InputError("mesh file '", options.target, "': ", error.what(),
        core::formatted(" (points nearer than %.3g m were merged: --tolerance)", near));
  }
}

}  // namespace

void add_options(CLI::App& mesh, MeshOptions& options) {
  mesh.require_subcommand(1);
  const auto add = [&](const char* name, const char* help, MeshAction action) {
    auto* command = mesh.add_subcommand(name, help);
    command->callback([&options, action] { options.action = action; });
    return command;
  };
  add("list", "list the generators and their parameters, as help generators does",
      MeshAction::list);
  auto* generating = add("generate", "write a generated mesh to a file", MeshAction::generate);
  generating->add_option("GENERATOR", options.target, "name of the generator")->required();
  generating->add_option(
      "PARAMETER=VALUE", options.parameters, "parameters that differ from their default");
  generating->add_option("--out", options.out, "HDF5 file to write")->required();
  auto* inspecting = add("inspect",
      "count, measure and check the mesh of a file or case as solve does", MeshAction::inspect);
  inspecting->add_option("FILE", options.target, "mesh file (HDF5) or case file (TOML)")
      ->required();
  auto* repairing = add("repair", "make a closed surface of loose panels", MeshAction::repair);
  repairing->add_option("FILE", options.target, "mesh file (HDF5) with a surface alone")
      ->required();
  repairing->add_option("--out", options.out, "HDF5 file to write, if the surface could be closed")
      ->required();
  repairing->add_option("--tolerance", options.tolerance,
      "points nearer to each other than this length (m, or with a unit) become one [a hundredth of "
      "the shortest edge]");
}

int mesh_command(const MeshOptions& options, network::Stack& network) {
  if (network.top().rank() != core::master) return 0;
  const auto act = [&] {
    switch (options.action) {
      case MeshAction::list:
        std::printf("%s", cli::as_text(generators_help()).c_str());
        return;
      case MeshAction::generate:
        return generate(options);
      case MeshAction::inspect:
        return inspect(options.target);
      case MeshAction::repair:
        return repair(options);
    }
  };
  return cli::validate_everywhere(true, act) ? 0 : 2;
}

}  // namespace febem::app
