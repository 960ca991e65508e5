// Forces on the structure as vectors over its free degrees of freedom (N), and the coupling of the
// structure to the panels of its wet surface.
#pragma once

#include <functional>

#include "fem/structure.h"
#include "mesh/wet_surface.h"

namespace febem::fem {

using Distribution = std::function<double(const Vec3&)>;

/// A total force (N) that the nodes of a node set share equally, or in proportion to share(x), of
/// the sum of the shares times `parts`. Throws core::InputError if the set is unknown or empty.
la::RealVector point_force(const Structure& structure, const std::string& node_set,
    const Vec3& force, const Distribution& share = {}, double parts = 1);

/// The pressure `amplitude` times `distribution` on a face set. Positive pressure pushes on the
/// face: the force is -p n with n out of the element that the set names. Throws core::InputError if
/// the set is unknown.
la::RealVector pressure(const Structure& structure, const std::string& face_set, double amplitude,
    const Distribution& distribution);

/// The distribution 1.
Distribution uniform();

/// The distribution P_n(cos theta), with theta measured from the axis through the origin.
Distribution legendre(int n, const Vec3& axis);

/// The coupling matrix T, n_s x n_a. Column j is the integral of N^T n phi_j dS (m^2), with n out
/// of the structure, for the functions phi_j of order `order` on each panel
/// (mesh/panel_functions.h), panel by panel. The integral goes over the part of the curved face
/// that the panel stands for. A pressure sum p_j phi_j is the force -T p. With order 0 T_j^T u is
/// the volume displacement of panel j. Held degrees of freedom are left out. Throws
/// core::InputError if the surface has no parts.
SparseMatrix coupling(const Structure& structure, const mesh::WetSurface& wet, int order = 0);

}  // namespace febem::fem
