#include "cases/model.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cases/field_points.h"
#include "cases/material_text.h"
#include "cases/planes.h"
#include "cases/resolution.h"
#include "cases/share.h"
#include "cases/sources.h"
#include "cli/input_errors.h"
#include "core/memory.h"
#include "core/text.h"
#include "core/types.h"
#include "fem/loads.h"
#include "la/dissection.h"
#include "mesh/frontal_order.h"
#include "mesh/groups.h"
#include "meshes/generator.h"
#include "meshes/mesh_file.h"

namespace febem::cases {
namespace {

using cli::located;

std::map<std::string, fem::Material> materials(const Case& c, const meshes::Generated& generated) {
  std::map<std::string, fem::Material> result;
  for (const auto& [region, name] : generated.materials) result[region] = fem::known_material(name);
  const auto& regions = generated.solid.regions;
  for (const auto& m : c.materials)
    for (const auto& region : m.regions) {
      if (std::find(regions.begin(), regions.end(), region) == regions.end())
        cli::fail_at(c.at(m.lines, "material.regions"),
            "unknown region '" + region + "'" + core::suggestion(region, regions));
      result[region] = cases::material(m);
    }
  return result;
}

std::vector<fem::Electrode> electrodes(const Case& c) {
  std::vector<fem::Electrode> result;
  const double parts = parts_of_body(c);  // which have as many circuits in parallel
  for (const auto& e : c.electrodes)
    result.push_back({e.faces, e.kind == "ground" || e.kind == "voltage", e.kind == "current",
        {e.resistance * parts, e.inductance * parts, e.capacitance / parts,
            e.connection == "series"}});
  return result;
}

/// The number of the electrode that an excitation drives, or -1.
la::Index electrode_of(const Case& c, const Excitation& e) {
  for (std::size_t i = 0; i < c.electrodes.size(); ++i)
    if (is_electric(e) && c.electrodes[i].faces == e.faces) return static_cast<la::Index>(i);
  return -1;
}

std::vector<fem::Support> supports(const Case& c, const meshes::Generated& generated) {
  std::vector<fem::Support> result;
  for (const auto& support : c.supports) {
    if (!generated.solid.node_sets.contains(support.nodes)) {
      std::vector<std::string> known;
      for (const auto& [name, nodes] : generated.solid.node_sets) known.push_back(name);
      cli::fail_at(c.at(support.lines, "support.nodes"),
          "unknown node set '" + support.nodes + "'" + core::suggestion(support.nodes, known));
    }
    fem::Support held{support.nodes, {false, false, false}};
    for (const auto& direction : support.fix)
      held.fixed[static_cast<std::size_t>(direction[0] - 'x')] = true;
    result.push_back(held);
  }
  if (c.structure->free) return result;
  if (c.supports.empty())
    for (const auto& [nodes, fixed] : generated.supports) result.push_back({nodes, fixed});
  if (result.empty())
    cli::fail_at(c.at(c.structure->lines, "structure.free"),
        "the structure has no [[support]]; if it floats, say free = true");
  return result;
}

/// A column for each load case: the sum of values(excitation), vectors of so many entries or empty
/// ones, over its excitations, with amplitudes and phases. Empty if all are.
template <class Values>
la::Matrix by_load_case(const Case& c, core::Index entries, Values&& values) {
  la::Matrix sum;
  const auto loads = load_cases(c);
  for (const auto& e : c.excitations) {
    const la::Vector of_one = values(e);
    if (of_one.size() == 0) continue;
    if (sum.size() == 0) sum = la::Matrix::Zero(entries, std::ssize(loads));
    for (const auto& load : loads)
      if (acts_in(e, load)) sum.col(load.number) += complex_amplitude(e) * of_one;
  }
  return sum;
}

/// The values that excitations of this kind have in files, n_a x load cases.
la::Matrix values_in_files(const Case& c, const std::string& kind, const std::string& unit,
    core::Index unknowns, const std::filesystem::path& folder) {
  return by_load_case(c, unknowns, [&](const Excitation& e) {
    if (e.kind != kind || e.file.empty()) return la::Vector();
    return located(c.at(e.lines, "excitation", "file"),
        [&] { return read_panel_data(folder / e.file, e.dataset, unknowns, unit); });
  });
}

/// The mesh is a part of the whole by symmetry, and so are charges and currents.
la::Matrix drives(const Case& c) {
  const auto count = std::ssize(c.electrodes);
  la::Matrix found = by_load_case(c, count, [&](const Excitation& e) -> la::Vector {
    if (!is_electric(e)) return {};
    return (e.kind == "voltage" ? 1 : 1 / parts_of_body(c)) *
           la::Vector::Unit(count, electrode_of(c, e));
  });
  return found.size() == 0 ? la::Matrix::Zero(count, std::ssize(load_cases(c))) : found;
}

la::Matrix forces(const Case& c, const Model& model) {
  const auto& structure = *model.structure;
  la::Matrix found = by_load_case(c, structure.dofs(), [&](const Excitation& e) -> la::Vector {
    if (e.kind == "force")
      return located(c.at(e.lines, "excitation.nodes"), [&] {
        return fem::point_force(
            structure, e.nodes, e.direction.normalized(), share_of_force(c, e), parts_of_body(c));
      });
    if (e.kind == "pressure" && e.file.empty())
      return located(c.at(e.lines, "excitation.faces"), [&] {
        return fem::pressure(
            structure, e.faces, 1.0, fem::legendre(e.legendre, e.axis.normalized()));
      });
    return {};
  });
  if (found.size() == 0) found = la::Matrix::Zero(structure.dofs(), std::ssize(load_cases(c)));
  return found;
}

void check_panels(const Case& c, const mesh::Surface& surface, int ranks) {
  for (const auto& e : c.excitations)
    if (!e.panels.empty() && std::find(surface.regions.begin(), surface.regions.end(), e.panels) ==
                                 surface.regions.end())
      cli::fail_at(c.at(e.lines, "excitation.panels"),
          "unknown panel region '" + e.panels + "'" + core::suggestion(e.panels, surface.regions));
  for (const auto& impedance : c.impedances)
    if (!impedance.panels.empty() &&
        std::ranges::find(surface.regions, impedance.panels) == surface.regions.end())
      cli::fail_at(c.at(impedance.lines, "impedance", "panels"),
          "unknown panel region '" + impedance.panels + "'" +
              core::suggestion(impedance.panels, surface.regions));
  if (surface.size() < ranks)
    cli::fail_at(c.at(c.geometry.lines, "geometry"),
        std::to_string(surface.size()) + " panels cannot be shared by " + std::to_string(ranks) +
            " ranks; start fewer");
}

// What no method does without: the dense matrices H and B of a rank, and with a structure, where
// stage 3 has them, right-hand sides, one of all degrees of freedom for each own panel. What is
// held besides, driver::MemoryEstimate tells when the structure has been taken apart.
void check_memory(const Case& c, double panels, double nodes, int ranks) {
  constexpr std::array least_unknowns{1, 3, 6};  // of a panel: those of a triangle
  const int order = c.formulation.order;
  panels *= least_unknowns[order];
  const double dofs = c.structure && c.solves_for_each_row() ? 3 * nodes : 0;
  const double together = sizeof(core::Complex) * panels * (2 * panels + dofs);
  std::ostringstream what;
  what << panels << (order == 0 ? " panels" : " unknowns");
  if (c.structure) what << " and " << nodes << " nodes";
  what << " on " << ranks << (ranks == 1 ? " rank" : " ranks, for each the matrices");
  located(c.at(c.geometry.lines, "geometry"),
      [&] { core::require_memory(together / ranks, what.str(), together); });
}

// A dissection of groups as one of their members.
la::Dissection expanded(la::Dissection tree, const std::vector<std::vector<core::Index>>& groups) {
  std::vector<core::Index> order, begin;  // members in order, and where each group begins
  for (const auto group : tree.order) {
    begin.push_back(std::ssize(order));
    order.insert(order.end(), groups[group].begin(), groups[group].end());
  }
  begin.push_back(std::ssize(order));
  for (auto& node : tree.nodes) node.begin = begin[node.begin], node.end = begin[node.end];
  tree.order = std::move(order);
  return tree;
}

// Each panel on an element is a right-hand side of stage 3 that enters there. Elements with a
// common panel stay together.
la::Dissection dissection(const Model& model) {
  const auto& parts = model.wet.parts;
  std::vector<core::Index> place(model.order.size());  // element -> its place in the order
  for (std::size_t i = 0; i < model.order.size(); ++i)
    place[model.order[i]] = static_cast<core::Index>(i);
  const auto groups = mesh::connected_groups(std::ssize(place), [&](const auto& unite) {
    for (std::size_t k = 1; k < parts.size(); ++k)
      if (parts[k].panel == parts[k - 1].panel)
        unite(place[parts[k].face.element], place[parts[k - 1].face.element]);
  });
  std::vector<core::Index> panels_at(place.size(), 0), panels;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k == 0 || parts[k].panel != parts[k - 1].panel) ++panels_at[place[parts[k].face.element]];
  std::vector<std::vector<core::Index>> dofs;
  for (const auto& group : groups) {
    auto& of_group = dofs.emplace_back();
    auto& entering = panels.emplace_back(0);
    for (const auto at : group) {
      const auto more = model.structure->element_dofs(model.order[at]);
      of_group.insert(of_group.end(), more.begin(), more.end());
      entering += panels_at[at];
    }
    if (group.size() > 1) {
      std::sort(of_group.begin(), of_group.end());
      of_group.erase(std::unique(of_group.begin(), of_group.end()), of_group.end());
    }
  }
  std::size_t largest = 1;
  for (const auto& group : groups) largest = std::max(largest, group.size());
  const auto in_leaf =
      std::max(la::largest_leaf / static_cast<core::Index>(largest), core::Index{1});
  return expanded(la::balanced_dissection(dofs, panels, in_leaf), groups);
}

void add_structure(
    const Case& c, meshes::Generated generated, const std::filesystem::path& folder, Model& model) {
  const auto place = c.at(c.structure->lines, "structure");
  if (generated.solid.elements.empty())
    cli::fail_at(place, "the mesh has only a surface: a structure needs solid elements");
  model.materials = materials(c, generated);
  if (const auto text = defaults_in_use(generated.materials, c.materials); !text.empty())
    model.notes.emplace_back("default materials", text);
  model.supports = supports(c, generated);
  hold_in_planes(c, generated.solid, model.supports);
  model.electrode_sets = electrodes(c);
  model.structure = located(place, [&] {
    return fem::Structure(std::move(generated.solid), model.materials, model.supports,
        c.structure->free, model.electrode_sets);
  });
  model.motions = fem::free_motions(*model.structure);
  model.coupling = located(
      place, [&] { return fem::coupling(*model.structure, model.wet, c.formulation.order); });
  if (!c.electrodes.empty()) model.electrodes.emplace(*model.structure, model.electrode_sets);
  model.drive = drives(c);
  model.force = forces(c, model);
  if (const auto p = values_in_files(c, "pressure", "Pa", model.space.size(), folder);
      p.size() != 0)
    model.force -= model.coupling * p;
  model.order = mesh::frontal_order(model.structure->solid(), model.structure->node_dofs());
  model.dissection = std::make_shared<la::Dissection>(dissection(model));
}

}  // namespace

namespace {

meshes::Generated whole_geometry(const Case& c, const std::filesystem::path& folder) {
  const auto place = c.at(c.geometry.lines, "geometry");
  const auto edges = c.formulation.order > 0 ? meshes::Edges::curved : meshes::Edges::straight;
  if (!c.geometry.mesh.empty())
    return located(c.at(c.geometry.lines, "geometry.mesh"), [&] {
      return meshes::read_mesh(
          (folder / c.geometry.mesh).string(), c.geometry.parameters, edges, mirrors(c));
    });
  return located(
      place, [&] { return meshes::generate(c.geometry.generator, c.geometry.parameters, edges); });
}

/// Sides of a body and of its images.
mesh::FacingSides facing_sides(const mesh::Surface& surface, const mesh::Mirrors& all) {
  if (all.empty()) return mesh::facing_sides(surface);
  const auto images = mesh::with_images(surface, all);
  auto facing = mesh::facing_sides(images.surface);
  for (auto* const panel : {&facing.panel, &facing.opposite})
    if (*panel >= 0) *panel = images.panel[*panel];
  return facing;
}

}  // namespace

meshes::Generated geometry(const Case& c, const std::filesystem::path& folder) {
  auto mesh = whole_geometry(c, folder);
  place_at_planes(c, mesh);
  return mesh;
}

Model build_model(
    const Case& problem, const std::filesystem::path& folder, int ranks, Matrices matrices) {
  const bool held = matrices == Matrices::held;
  if (held && !problem.geometry.generator.empty()) {
    const auto size = located(problem.at(problem.geometry.lines, "geometry"),
        [&] { return meshes::mesh_size(problem.geometry.generator, problem.geometry.parameters); });
    const double parts = std::pow(
        2, std::ranges::count_if(problem.symmetries, [](const auto& plane) { return plane.cut; }));
    check_memory(problem, size.panels / parts, size.nodes / parts, ranks);
  }
  auto generated = geometry(problem, folder);
  if (held)
    check_memory(problem, generated.wet.surface.size(), generated.solid.node_total(), ranks);
  return build_model(problem, folder, std::move(generated), ranks);
}

Model build_model(const Case& problem, const std::filesystem::path& folder,
    meshes::Generated generated, int ranks) {
  Model model;
  model.wet = generated.wet;
  model.make_space(problem.formulation.order);
  model.facing = facing_sides(model.wet.surface, mirrors(problem));
  model.notes.assign(generated.notes.begin(), generated.notes.end());
  check_panels(problem, model.wet.surface, ranks);
  check_wavelengths(problem, model.wet.surface);
  check_point_sources(problem, model.wet.surface);
  model.field = field_points(problem, model.wet.surface);
  model.velocity = values_in_files(problem, "velocity", "m/s", model.space.size(), folder);
  if (problem.structure) add_structure(problem, std::move(generated), folder, model);
  return model;
}

la::Matrix Model::force_at(double omega) const {
  la::Matrix result = force;
  for (la::Index load = 0; electrodes && load < force.cols(); ++load) {
    const la::Vector drives = electrodes->drive_at(drive.col(load), omega);
    for (la::Index i = 0; i < drives.size(); ++i)
      if (drives[i] != 0.0) result.col(load) += electrodes->load(i, drives[i]);
  }
  return result;
}

void Model::make_space(int of_order) {
  space = bem::BoundarySpace(wet.surface, of_order);
  if (of_order > 0) cells = bem::cells(wet.surface, space);
}

void share_surface(Model& model, int order, const comm::Messenger& messages) {
  auto& surface = model.wet.surface;
  if (order == 0)
    share(messages, surface.points, surface.panels, surface.regions);
  else
    share(messages, surface.points, surface.panels, surface.regions, surface.middles,
        surface.ninth_nodes);
  if (messages.rank() == core::master) return;
  measure(surface);
  model.make_space(order);
}

// Rounding, which may differ from processor to processor, decides which degrees of freedom the
// motions replace: every rank gets those of the master.
void share_structure(Model& model, const comm::Messenger& messages) {
  bool is_elastic = model.structure.has_value();
  auto solid = is_elastic ? model.structure->solid() : mesh::Solid{};
  auto dissection = is_elastic ? *model.dissection : la::Dissection{};
  share(messages, is_elastic, solid, model.materials, model.supports, model.electrode_sets,
      model.order, dissection, model.motions, model.coupling);
  if (messages.rank() == core::master || !is_elastic) return;
  model.dissection = std::make_shared<la::Dissection>(std::move(dissection));
  model.structure.emplace(
      std::move(solid), model.materials, model.supports, true, model.electrode_sets);
}

}  // namespace febem::cases
