#include "fem/structure.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "fem/rigid_body.h"
#include "mesh/bodies.h"
#include "mesh/element_topology.h"
#include "mesh/wet_surface.h"

namespace febem::fem {

namespace {

using core::InputError;

void check_points(const mesh::Solid& solid) {
  for (std::size_t i = 0; i < solid.points.size(); ++i)
    if (!solid.points[i].allFinite())
      throw InputError(
          "mesh: node " + std::to_string(i) + " has a coordinate that is not a number");
}

std::vector<Material> by_region(
    const mesh::Solid& solid, const std::map<std::string, Material>& materials) {
  for (const auto& [name, material] : materials) {
    if (std::find(solid.regions.begin(), solid.regions.end(), name) == solid.regions.end())
      throw InputError("material given for unknown region '" + name + "'" +
                       core::suggestion(name, solid.regions));
    validate(material, "material of region '" + name + "'");
  }
  std::vector<Material> result;
  for (const auto& name : solid.regions) {
    const auto found = materials.find(name);
    if (found == materials.end()) throw InputError("region '" + name + "' has no material");
    result.push_back(found->second);
  }
  return result;
}

// Which of the 3 x nodes entries are held.
std::vector<bool> held(const mesh::Solid& solid, const std::vector<Support>& supports) {
  std::vector<bool> result(3 * solid.points.size(), false);
  std::vector<std::string> names;
  for (const auto& [name, set] : solid.node_sets) names.push_back(name);
  for (const auto& support : supports) {
    const auto set = solid.node_sets.find(support.node_set);
    if (set == solid.node_sets.end())
      throw InputError("support at unknown node set '" + support.node_set + "'" +
                       core::suggestion(support.node_set, names));
    for (Index node : set->second)
      for (int d = 0; d < 3; ++d)
        if (support.fixed[d]) result[3 * node + d] = true;
  }
  return result;
}

void refuse_free_motions(const Structure& structure) {
  const auto loose = free_motions(structure).bodies;
  if (loose.empty()) return;
  std::string message = "unsupported structure: the supports leave " +
                        std::to_string(loose.front().count()) + " rigid-body motions ";
  if (const auto all = mesh::bodies(structure.solid()); all.size() > 1)
    message += "of " + mesh::body_text(structure.solid(), all, loose.front().body) + " ";
  message += "free; hold more nodes or say free = true";
  if (const auto others = loose.size() - 1; others > 0)
    message += " (and " + std::to_string(others) + (others == 1 ? " body more)" : " bodies more)");
  throw InputError(message);
}

}  // namespace

std::vector<std::array<bool, 3>> free_faces(const mesh::Solid& solid) {
  std::vector<std::array<bool, 6>> is_free(solid.elements.size(), {false});
  for (const auto& [element, face] : mesh::boundary_faces(solid)) is_free[element][face] = true;
  std::vector<std::array<bool, 3>> result(solid.elements.size(), {false});
  for (std::size_t e = 0; e < result.size(); ++e)
    for (const auto& [direction, one, other] : mesh::opposite_faces(solid.elements[e].kind))
      result[e][direction] = is_free[e][one] && is_free[e][other];
  return result;
}

Structure::Structure(mesh::Solid solid, const std::map<std::string, Material>& materials,
    std::vector<Support> supports, bool free)
    : solid_(std::move(solid)) {
  check_points(solid_);
  materials_ = by_region(solid_, materials);
  for (const auto kind : mesh::element_kinds()) kernels_.emplace_back(kind);
  free_faces_ = fem::free_faces(solid_);
  number_dofs(supports);
  released_ = free_faces_;
  for (Index e = 0; e < solid_.element_total(); ++e) {
    const auto dofs = element_dofs(e);
    if (std::find(dofs.begin(), dofs.end(), -1) == dofs.end()) released_[e].fill(false);
  }
  if (!free) refuse_free_motions(*this);
}

void Structure::number_dofs(const std::vector<Support>& supports) {
  const auto is_held = held(solid_, supports);
  std::vector<bool> used(solid_.points.size(), false);
  for (const auto& element : solid_.elements)
    for (int i = 0; i < mesh::node_count(element.kind); ++i) used[element.nodes[i]] = true;
  dof_.assign(is_held.size(), -1);
  for (std::size_t i = 0; i < is_held.size(); ++i)
    if (used[i / 3] && !is_held[i]) dof_[i] = dof_total_++;
}

std::vector<int> Structure::node_dofs() const {
  std::vector<int> result(solid_.points.size(), 0);
  for (std::size_t i = 0; i < dof_.size(); ++i) result[i / 3] += dof_[i] >= 0;
  return result;
}

std::vector<Index> Structure::element_dofs(Index e) const {
  const auto& element = solid_.elements[e];
  std::vector<Index> result;
  for (int i = 0; i < mesh::node_count(element.kind); ++i)
    for (int d = 0; d < 3; ++d) result.push_back(dof(element.nodes[i], d));
  return result;
}

const ElementKernel& Structure::kernel(Index e) const {
  return kernels_[static_cast<std::size_t>(solid_.elements[e].kind)];
}

ElementMatrices Structure::element_matrices(Index e) const {
  return kernel(e).matrices(element_points(e), material(e), {free_faces_[e], released_[e]},
      "element " + std::to_string(e));
}

la::Matrix Structure::dynamic_stiffness(Index e, double omega) const {
  const auto [k, m] = element_matrices(e);
  return k * Complex(1, -material(e).loss_factor) - (omega * omega * m).cast<Complex>();
}

core::Count Structure::dynamic_stiffness_flops(Index e) const {
  const core::Count n = mesh::node_count(solid_.elements[e].kind);
  return kernel(e).matrices_flops({free_faces_[e], released_[e]}) + 5 * 9 * n * n;
}

Eigen::Matrix<Complex, Eigen::Dynamic, 3> Structure::nodal(const la::Vector& u) const {
  Eigen::Matrix<Complex, Eigen::Dynamic, 3> result(solid_.points.size(), 3);
  for (Index node = 0; node < solid_.node_total(); ++node)
    for (int d = 0; d < 3; ++d) result(node, d) = dof(node, d) >= 0 ? u(dof(node, d)) : Complex(0);
  return result;
}

GlobalMatrices assemble(const Structure& structure) {
  std::vector<Eigen::Triplet<double>> stiffness, mass;
  for (Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto dofs = structure.element_dofs(e);
    const auto [k, m] = structure.element_matrices(e);
    for (std::size_t j = 0; j < dofs.size(); ++j)
      for (std::size_t i = 0; i < dofs.size(); ++i) {
        if (dofs[i] < 0 || dofs[j] < 0) continue;
        stiffness.emplace_back(dofs[i], dofs[j], k(i, j));
        if (m(i, j) != 0) mass.emplace_back(dofs[i], dofs[j], m(i, j));
      }
  }
  GlobalMatrices result{SparseMatrix(structure.dofs(), structure.dofs()),
      SparseMatrix(structure.dofs(), structure.dofs())};
  result.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  result.mass.setFromTriplets(mass.begin(), mass.end());
  return result;
}

}  // namespace febem::fem
