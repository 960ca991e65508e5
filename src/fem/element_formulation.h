// Element formulations: the matrices that elements add. A formulation is one file and one line in
// list.inc.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fem/material.h"
#include "fem/reference_element.h"
#include "la/matrix.h"

namespace febem::fem {

/// The symmetric matrices of an element with n nodes of c unknowns: row c i + k belongs to the k-th
/// component of node i.
struct ElementMatrices {
  la::RealMatrix stiffness;  ///< K', of displacements N/m
  la::RealMatrix mass;       ///< of displacements kg
  /// K'' of K' - i K''. Empty from a formulation: the loss factor of the material times K'.
  la::RealMatrix loss = {};
};

/// By reference direction: where both faces of an element are free, so that it is the whole
/// thickness of a wall; and where such an element is beside a support, so that the stress normal to
/// the wall does not depend on what the support holds between its faces.
struct Walls {
  std::array<bool, 3> free{}, released{};
};

/// Strain-displacement relation, constitutive law and unknowns of elements of one kind.
class ElementFormulation : public ReferenceElement {
 public:
  using ReferenceElement::ReferenceElement;
  virtual ~ElementFormulation() = default;

  /// The components of the unknowns at each node, ascending (dof_map.h).
  virtual std::span<const int> components() const = 0;

  /// `points` is 3 x n. Throws core::InputError naming `what` if the Jacobian is not positive at a
  /// quadrature point.
  virtual ElementMatrices matrices(const Eigen::Matrix3Xd& points, const Material& material,
      const Walls& walls, const std::string& what) const = 0;

  /// Real operations of matrices().
  virtual core::Count matrices_flops(const Walls& walls) const = 0;
};

struct FormulationEntry {
  mesh::ElementKind kind;
  std::string_view physics;  ///< of the materials that it is for
  std::shared_ptr<const ElementFormulation> (*make)(mesh::ElementKind kind);
};

/// All formulations, in the order of the list.
std::span<const FormulationEntry> formulations();

}  // namespace febem::fem
