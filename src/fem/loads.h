// Forces on the structure, as vectors over its free degrees of freedom (N).
#pragma once

#include <functional>

#include "fem/structure.h"

namespace febem::fem {

using Distribution = std::function<double(const Vec3&)>;

/// A force (N, in all) shared equally by the nodes of a node set. Throws core::InputError if the set is unknown or empty.
la::RealVector point_force(const Structure& structure, const std::string& node_set, const Vec3& force);

/// A force at the node nearest to a point. Throws core::InputError if that node is farther away than `tolerance` (m).
la::RealVector point_force_at(const Structure& structure, const Vec3& point, const Vec3& force,
                              double tolerance);

/// The pressure `amplitude` times `distribution` on a face set. Positive pressure pushes on the face: the
/// force is -p n with n out of the element that the set names. Throws core::InputError if the set is unknown.
la::RealVector pressure(const Structure& structure, const std::string& face_set, double amplitude,
                        const Distribution& distribution);

/// 1 everywhere.
Distribution uniform();

/// P_n(cos theta), theta from the axis through the origin.
Distribution legendre(int n, const Vec3& axis);

}  // namespace febem::fem
