#include "fem/structure.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "fem/rigid_body.h"
#include "mesh/bodies.h"
#include "mesh/element_topology.h"
#include "mesh/groups.h"
#include "mesh/wet_surface.h"

namespace febem::fem {

namespace {

using core::InputError;

void check_points(const mesh::Solid& solid) {
  for (std::size_t i = 0; i < solid.points.size(); ++i)
    if (!solid.points[i].allFinite())
      throw InputError("mesh: node ", i, " has a coordinate that is not a number");
}

std::vector<Material> by_region(
    const mesh::Solid& solid, const std::map<std::string, Material>& materials) {
  for (const auto& [name, material] : materials) {
    if (std::find(solid.regions.begin(), solid.regions.end(), name) == solid.regions.end())
      throw InputError(
          "material given for unknown region '", name, "'", core::suggestion(name, solid.regions));
    validate(material, "material of region '" + name + "'");
  }
  std::vector<Material> result;
  for (const auto& name : solid.regions) {
    const auto found = materials.find(name);
    if (found == materials.end()) throw InputError("region '", name, "' has no material");
    result.push_back(found->second);
  }
  return result;
}

std::vector<std::string> names_of(const auto& sets) {
  std::vector<std::string> names;
  for (const auto& [name, set] : sets) names.push_back(name);
  return names;
}

/// 1 at the nodes of a node set, else 0.
std::vector<char> marked(const mesh::Solid& solid, const std::string& node_set) {
  std::vector<char> result(solid.points.size(), 0);
  for (const Index node : solid.node_sets.at(node_set)) result[node] = 1;
  return result;
}

void refuse_free_motions(const Structure& structure) {
  mesh::Faults loose;
  const auto all = mesh::bodies(structure.solid());
  for (const auto& body : free_motions(structure).bodies)
    loose.add("unsupported structure: the supports leave ", body.count(), " rigid-body motions ",
        all.size() > 1 ? "of " + mesh::body_text(structure.solid(), all, body.body) + " " : "",
        "free; hold more nodes or say free = true");
  if (loose.count > 0) throw InputError(loose.text("body"));
}

}  // namespace

std::vector<std::array<bool, 3>> free_faces(
    const mesh::Solid& solid, const std::vector<Support>& supports) {
  std::vector<std::array<bool, 6>> is_free(solid.elements.size(), {false});
  for (const auto& [element, face] : mesh::boundary_faces(solid)) is_free[element][face] = true;
  for (const auto& support : supports) {
    if (!support.mirror) continue;
    const auto in_plane = marked(solid, support.node_set);
    for (std::size_t e = 0; e < is_free.size(); ++e) {
      const auto faces = mesh::faces(solid.elements[e].kind);
      for (std::size_t f = 0; f < faces.size(); ++f)
        if (std::ranges::all_of(std::span(faces[f].local).first(faces[f].corners),
                [&](int corner) { return in_plane[solid.elements[e].nodes[corner]] != 0; }))
          is_free[e][f] = false;
    }
  }
  std::vector<std::array<bool, 3>> result(solid.elements.size(), {false});
  for (std::size_t e = 0; e < result.size(); ++e)
    for (const auto& [direction, one, other] : mesh::opposite_faces(solid.elements[e].kind))
      result[e][direction] = is_free[e][one] && is_free[e][other];
  return result;
}

Structure::Structure(mesh::Solid solid, const std::map<std::string, Material>& materials,
    std::vector<Support> supports, bool free, const std::vector<Electrode>& electrodes,
    std::span<const FormulationEntry> known)
    : solid_(std::move(solid)) {
  check_points(solid_);
  materials_ = by_region(solid_, materials);
  for (const auto& material : materials_)
    if (material.physics == piezoelectric_physics)
      potential_scale_ = std::max(potential_scale_, material.piezoelectric.own_scale());
  for (auto& material : materials_) material.piezoelectric.scale = potential_scale_;
  choose_formulations(known);
  number_dofs(supports, electrodes);
  if (potential_scale_ > 0) refuse_free_potentials();
  free_faces_ = fem::free_faces(solid_, supports);
  released_ = free_faces_;
  std::vector<char> is_held(solid_.points.size(), 0);
  for (const auto& [name, fixed, mirror] : supports)
    if (!mirror && std::ranges::count(fixed, true) > 0)
      for (const Index node : solid_.node_sets.at(name)) is_held[node] = 1;
  for (Index e = 0; e < solid_.element_total(); ++e)
    if (std::ranges::none_of(
            solid_.elements[e].used_nodes(), [&](Index node) { return is_held[node] != 0; }))
      released_[e].fill(false);
  if (!free) refuse_free_motions(*this);
}

void Structure::choose_formulations(std::span<const FormulationEntry> known) {
  std::map<const FormulationEntry*, std::shared_ptr<const ElementFormulation>> made;
  for (const auto& element : solid_.elements) {
    auto& formulation = formulations_[{element.region, element.kind}];
    if (formulation != nullptr) continue;
    const auto physics = materials_[element.region].physics;
    const auto found = std::ranges::find_if(known, [&](const FormulationEntry& entry) {
      return entry.kind == element.kind && entry.physics == physics;
    });
    if (found == known.end())
      throw InputError("region '", solid_.regions[element.region], "': no formulation of ",
          mesh::name(element.kind), " has the physics '", physics, "'");
    auto& shared = made[&*found];
    if (shared == nullptr) shared = found->make(element.kind);
    formulation = shared;
  }
}

void Structure::number_dofs(
    const std::vector<Support>& supports, const std::vector<Electrode>& electrodes) {
  int components = 3;
  for (const auto& [key, formulation] : formulations_)
    components = std::max(components, formulation->components().back() + 1);
  dofs_ = DofMap(solid_.points.size(), components);
  for (Index e = 0; e < solid_.element_total(); ++e)
    for (const Index node : solid_.elements[e].used_nodes())
      for (const int c : formulation(e).components()) dofs_.add(node, c);
  for (const auto& [name, fixed, mirror] : supports) {
    const auto set = solid_.node_sets.find(name);
    if (set == solid_.node_sets.end())
      throw InputError("support at unknown node set '", name, "'",
          core::suggestion(name, names_of(solid_.node_sets)));
    for (const Index node : set->second)
      for (int d = 0; d < 3; ++d)
        if (fixed[d]) dofs_.hold(node, d);
  }
  tie_electrodes(electrodes);
  dofs_.number();
}

void Structure::tie_electrodes(const std::vector<Electrode>& electrodes) {
  std::vector<char> has_potential(solid_.points.size(), 0);
  for (Index e = 0; e < solid_.element_total(); ++e)
    if (material(e).physics == piezoelectric_physics)
      for (const Index node : solid_.elements[e].used_nodes()) has_potential[node] = 1;
  std::map<Index, std::string> taken;  // nodes of electrodes
  for (const auto& electrode : electrodes) {
    const auto& name = electrode.face_set;
    const auto set = solid_.face_sets.find(name);
    if (set == solid_.face_sets.end()) {
      throw InputError("electrode at unknown face set '", name, "'",
          core::suggestion(name, names_of(solid_.face_sets)));
    }
    std::vector<Index> nodes;
    for (const auto& [element, number] : set->second) {
      const auto face = mesh::faces(solid_.elements[element].kind)[number];
      for (const int local : std::span(face.local).first(face.nodes))
        if (const Index node = solid_.elements[element].nodes[local]; has_potential[node] != 0)
          nodes.push_back(node);
    }
    if (nodes.empty())
      throw InputError("electrode '", name, "' has no face of a piezoelectric element");
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const Index node : nodes)
      if (const auto [other, fresh] = taken.emplace(node, name); !fresh)
        throw InputError("electrodes '", other->second, "' and '", name, "' meet at ",
            mesh::text(solid_.points[node]), ": a potential cannot have two values there");
    dofs_.tie(nodes, 3);
    if (electrode.is_held) dofs_.hold(nodes.front(), 3);
    electrodes_.push_back(std::move(nodes));
  }
}

void Structure::refuse_free_potentials() const {
  std::map<Index, Index> first;  // element with an unknown, or with a held one
  const auto groups = mesh::connected_groups(solid_.element_total(), [&](const auto& unite) {
    for (Index e = 0; e < solid_.element_total(); ++e)
      if (material(e).physics == piezoelectric_physics)
        for (const Index node : solid_.elements[e].used_nodes())
          unite(e, first.emplace(dofs_(node, 3), e).first->second);
  });
  const auto is_held = [&](Index e) {
    return std::ranges::any_of(
        solid_.elements[e].used_nodes(), [&](Index node) { return dofs_(node, 3) < 0; });
  };
  for (const auto& group : groups)
    if (material(group.front()).physics == piezoelectric_physics &&
        std::ranges::none_of(group, is_held))
      throw InputError("region '", solid_.regions[solid_.elements[group.front()].region],
          "': no electrode holds the potential of its piezoelectric elements, so that any constant "
          "could be added; give one of its electrodes the kind 'ground' or 'voltage'");
}

std::vector<Index> Structure::element_dofs(Index e) const {
  auto result = nodal_dofs(e);
  if (electrodes_.empty()) return result;
  std::vector<Index> once;
  for (const Index dof : result)
    if (dof < 0 || std::ranges::find(once, dof) == once.end()) once.push_back(dof);
  return once;
}

std::vector<Index> Structure::nodal_dofs(Index e) const {
  std::vector<Index> result;
  for (const Index node : solid_.elements[e].used_nodes())
    for (const int c : formulation(e).components()) result.push_back(dofs_(node, c));
  return result;
}

ElementMatrices Structure::nodal_matrices(Index e) const {
  auto result = formulation(e).matrices(
      element_points(e), material(e), {free_faces_[e], released_[e]}, core::text("element ", e));
  if (result.loss.size() == 0) result.loss = material(e).loss_factor * result.stiffness;
  return result;
}

ElementMatrices Structure::element_matrices(Index e) const {
  auto result = nodal_matrices(e);
  const auto rows = nodal_dofs(e), once = element_dofs(e);
  if (once.size() == rows.size()) return result;
  // Row `to` of the sum has the row of each node.
  std::vector<la::Index> to;
  la::Index next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto before = std::find(rows.begin(), rows.begin() + i, rows[i]) - rows.begin();
    const bool is_new = rows[i] < 0 || before == std::ssize(to);
    to.push_back(is_new ? next++ : to[before]);
  }
  for (auto* const matrix : {&result.stiffness, &result.mass, &result.loss}) {
    la::RealMatrix sum = la::RealMatrix::Zero(next, next);
    for (la::Index j = 0; j < matrix->cols(); ++j)
      for (la::Index i = 0; i < matrix->rows(); ++i) sum(to[i], to[j]) += (*matrix)(i, j);
    *matrix = std::move(sum);
  }
  return result;
}

core::Count Structure::dynamic_stiffness_flops(Index e) const {
  const core::Count rows =
      mesh::node_count(solid_.elements[e].kind) * std::ssize(formulation(e).components());
  return formulation(e).matrices_flops({free_faces_[e], released_[e]}) + 5 * rows * rows;
}

Eigen::Matrix<Complex, Eigen::Dynamic, 3> Structure::nodal(const la::Vector& u) const {
  Eigen::Matrix<Complex, Eigen::Dynamic, 3> result(solid_.points.size(), 3);
  for (Index node = 0; node < solid_.node_total(); ++node)
    for (int d = 0; d < 3; ++d) result(node, d) = dof(node, d) >= 0 ? u(dof(node, d)) : Complex(0);
  return result;
}

la::Vector Structure::nodal_potential(const la::Vector& u, const la::Vector& volts) const {
  la::Vector result = la::Vector::Zero(solid_.node_total());
  for (Index node = 0; node < solid_.node_total(); ++node)
    if (const auto free = dof(node, 3); free >= 0) result(node) = potential_scale_ * u(free);
  for (std::size_t i = 0; i < electrodes_.size(); ++i)
    for (const Index node : electrodes_[i]) result(node) = volts(static_cast<la::Index>(i));
  return result;
}

la::Vector Structure::free_of_nodal(
    std::span<const Complex> displacement, std::span<const Complex> potential) const {
  la::Vector result = la::Vector::Zero(dofs());
  for (Index node = 0; node < solid_.node_total(); ++node) {
    for (int d = 0; d < 3; ++d)
      if (const auto free = dof(node, d); free >= 0) result(free) = displacement[3 * node + d];
    if (potential.empty()) continue;
    if (const auto free = dof(node, 3); free >= 0)
      result(free) = potential[node] / potential_scale_;
  }
  return result;
}

GlobalMatrices assemble(const Structure& structure) {
  std::vector<Eigen::Triplet<double>> stiffness, mass, loss;
  for (Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto dofs = structure.element_dofs(e);
    const auto [k, m, lost] = structure.element_matrices(e);
    for (std::size_t j = 0; j < dofs.size(); ++j)
      for (std::size_t i = 0; i < dofs.size(); ++i) {
        if (dofs[i] < 0 || dofs[j] < 0) continue;
        stiffness.emplace_back(dofs[i], dofs[j], k(i, j));
        loss.emplace_back(dofs[i], dofs[j], lost(i, j));
        if (m(i, j) != 0) mass.emplace_back(dofs[i], dofs[j], m(i, j));
      }
  }
  const SparseMatrix empty(structure.dofs(), structure.dofs());
  GlobalMatrices result{empty, empty, empty};
  result.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  result.mass.setFromTriplets(mass.begin(), mass.end());
  result.loss.setFromTriplets(loss.begin(), loss.end());
  return result;
}

}  // namespace febem::fem
