// The space of the pressure on the surface: polynomials of order 0, 1 or 2 on each panel,
// continuous on panels only.
#pragma once

#include <vector>

#include "la/matrix.h"
#include "mesh/curved_panel.h"
#include "mesh/panel_functions.h"

namespace febem::bem {

using core::Complex;
using core::Index;
using mesh::CurvedPanel;
using mesh::Vec3;

/// Unknown j is the pressure at its collocation point. The function phi_j that belongs to it is 1
/// there and 0 at the other points. T_j is the integral of N^T n phi_j (fem/loads.h), and C =
/// M^{-1} T^T, so that the work of the pressure on the structure is the power through the surface.
/// Order 0 takes panels as flat polygons. Orders 1 and 2 take them as curved (mesh::CurvedPanel).
/// The unknowns of a panel are consecutive, and panels are in the order of the surface. Immutable.
class BoundarySpace {
 public:
  /// A space without unknowns.
  BoundarySpace() = default;
  /// `surface` must be measured. `order` is at most mesh::PanelFunctions::highest_order.
  BoundarySpace(const mesh::Surface& surface, int order = 0);

  int order() const { return order_; }
  Index size() const { return static_cast<Index>(points.size()); }

  std::vector<Vec3> points,
      normals;  ///< collocation points, m, and the unit normals there, into the fluid
  std::vector<double>
      mass;  ///< diagonal of M: the integral of phi_j^2 by the rule of the nodes, m^2
  std::vector<Index> panel;  ///< the panel of each unknown

  /// The first unknown of panel j; for j = the number of panels, the number of unknowns.
  Index first(Index j) const { return first_[static_cast<std::size_t>(j)]; }

  /// The map and the functions of a panel. With order 0 there are no maps.
  const std::vector<CurvedPanel>& panels() const { return panels_; }
  const mesh::PanelFunctions& functions(Index j) const {
    return functions_[panels_[static_cast<std::size_t>(j)].corners() - 3];
  }

 private:
  void add(const CurvedPanel& shape);

  int order_ = 0;
  std::vector<Index> first_{0};
  std::vector<CurvedPanel> panels_;
  std::vector<mesh::PanelFunctions> functions_;  ///< of a triangle and of a square
};

/// The unit normal of a curved panel at its corner with this number in Surface::points.
Vec3 corner_normal(
    const mesh::Surface& surface, const BoundarySpace& space, Index panel, Index vertex);

/// A surface with one flat panel for each unknown, measured: the part of the panel around the
/// collocation point, with the region of the panel. The centroids, normals and areas of the cells
/// are the collocation points, the normals there and M. With order 0 it returns the surface.
/// Neighbours do not share points.
mesh::Surface cells(const mesh::Surface& surface, const BoundarySpace& space);

/// For each panel the other panels that share a vertex with it, in ascending order.
std::vector<std::vector<Index>> vertex_neighbours(const mesh::Surface& surface);

}  // namespace febem::bem
