// The elastic structure: solid, materials, supports, the numbering of its free degrees of freedom.
#pragma once

#include <Eigen/SparseCore>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "fem/dof_map.h"
#include "fem/element_formulation.h"
#include "la/matrix.h"
#include "mesh/solid.h"

namespace febem::fem {

using core::Complex;
using mesh::Vec3;
using SparseMatrix = Eigen::SparseMatrix<double>;

/// A support: holds all nodes of a node set in some directions.
struct Support {
  std::string node_set;
  std::array<bool, 3> fixed{true, true, true};  ///< x, y, z
  /// The nodes in a plane of symmetry, beyond which the structure goes on.
  bool mirror = false;
};

/// R, L and C between an electrode and a voltage; 0: there is none.
struct Circuit {
  double resistance = 0, inductance = 0, capacitance = 0;  ///< ohm, H, F
  bool in_series = true;

  bool exists() const { return resistance > 0 || inductance > 0 || capacitance > 0; }
  /// Current over voltage, S: 1/R, i/(omega L) and -i omega C in parallel.
  Complex admittance(double omega) const;
};

/// Faces of piezoelectric elements that have one potential: one unknown, or none if it is held.
struct Electrode {
  std::string face_set;
  bool is_held = true;
  bool by_current = false;  ///< what drives a free one, in place of a charge
  Circuit circuit = {};     ///< before a free one
};

/// For each element, and each reference direction of it, whether both faces across it belong to no
/// other element. In such a direction the element is the whole thickness of a wall. Any direction
/// of a brick counts, of a wedge the third, of a tetrahedron none. Faces in a plane of symmetry
/// belong to an image, too.
std::vector<std::array<bool, 3>> free_faces(
    const mesh::Solid& solid, const std::vector<Support>& supports = {});

class Structure {
 public:
  /// Materials are given by region name. Throws core::InputError if a region has no material, a
  /// name is unknown, no formulation fits an element and its material, a coordinate is NaN, the
  /// supports leave a rigid-body motion of a body free although `free` is false, electrodes meet,
  /// or no electrode holds the potential of connected piezoelectric elements.
  Structure(mesh::Solid solid, const std::map<std::string, Material>& materials,
      std::vector<Support> supports, bool free, const std::vector<Electrode>& electrodes = {},
      std::span<const FormulationEntry> known = formulations());

  const mesh::Solid& solid() const { return solid_; }

  /// Number of free degrees of freedom, n_s.
  Index dofs() const { return dofs_.size(); }

  /// The free degree of freedom of a node in a direction (0, 1, 2), or of another component, or -1
  /// if there is none.
  Index dof(Index node, int component) const { return dofs_(node, component); }

  /// Free degrees of freedom of each node, as mesh::frontal_order takes them.
  std::vector<int> node_dofs() const { return dofs_.counts(); }

  /// The unknown of the potential of an electrode, or -1 if it is held.
  Index potential(std::size_t electrode) const { return dofs_(electrodes_[electrode].front(), 3); }
  /// The nodes of each electrode, ascending.
  const std::vector<std::vector<Index>>& electrodes() const { return electrodes_; }
  /// phi / phi^ of all piezoelectric elements, V/m; 0 if there are none.
  double potential_scale() const { return potential_scale_; }

  /// Degrees of freedom of an element in the order of its matrices, -1 if held. None but -1 occurs
  /// twice.
  std::vector<Index> element_dofs(Index element) const;

  const Material& material(Index element) const {
    return materials_[solid_.elements[element].region];
  }

  /// K_e and M_e. Rows and columns of one unknown, as nodes of an electrode have, are summed.
  /// Throws core::InputError if the element is inverted.
  ElementMatrices element_matrices(Index element) const;
  /// K_e and M_e with a row for each component of each node.
  ElementMatrices nodal_matrices(Index element) const;

  /// Real operations of A_e = K_e (1 - i eta) - omega^2 M_e: the element's matrices, and 5 to
  /// combine each pair of entries.
  core::Count dynamic_stiffness_flops(Index element) const;

  /// Node positions of an element, 3 x n.
  Eigen::Matrix3Xd element_points(Index element) const {
    return fem::element_points(solid_, element);
  }

  const ElementFormulation& formulation(Index element) const {
    return *formulations_.at({solid_.elements[element].region, solid_.elements[element].kind});
  }

  /// free_faces() of the solid, computed once.
  const std::vector<std::array<bool, 3>>& free_faces() const { return free_faces_; }

  /// Displacement of every node (rows: node; columns: x, y, z) from the free degrees of freedom.
  /// Held ones are zero.
  Eigen::Matrix<Complex, Eigen::Dynamic, 3> nodal(const la::Vector& u) const;
  /// The potential of every node from the free degrees of freedom and the voltages of the
  /// electrodes, V; 0 where there is none.
  la::Vector nodal_potential(const la::Vector& u, const la::Vector& volts) const;
  /// The inverse, of x, y, z of node 0, x, y, z of node 1, ..., and of the potentials of all nodes,
  /// V; those are zero if none are given.
  la::Vector free_of_nodal(
      std::span<const Complex> displacement, std::span<const Complex> potential = {}) const;

 private:
  void choose_formulations(std::span<const FormulationEntry> known);
  void number_dofs(const std::vector<Support>& supports, const std::vector<Electrode>& electrodes);
  void tie_electrodes(const std::vector<Electrode>& electrodes);
  void refuse_free_potentials() const;
  std::vector<Index> nodal_dofs(Index element) const;

  mesh::Solid solid_;
  std::vector<Material> materials_;  // by region
  // By region and kind of element.
  std::map<std::pair<Index, mesh::ElementKind>, std::shared_ptr<const ElementFormulation>>
      formulations_;
  std::vector<std::array<bool, 3>> free_faces_, released_;
  DofMap dofs_{0, 3};
  std::vector<std::vector<Index>> electrodes_;
  double potential_scale_ = 0;
};

/// The assembled stiffness and mass over the free degrees of freedom (n_s x n_s, both triangles),
/// and the losses K'' of K' - i K''.
struct GlobalMatrices {
  SparseMatrix stiffness, mass, loss;
};
GlobalMatrices assemble(const Structure& structure);

}  // namespace febem::fem
