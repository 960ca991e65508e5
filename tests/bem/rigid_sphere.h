// A rigid sphere of radius 1 in the plane wave e^{ikz}, for tests.
#pragma once

#include <array>

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "verify/exact/partial_waves.h"

namespace febem::bem {

struct RigidSphereErrors {
  double pressure;    ///< relative L2 error on the surface
  double backward;    ///< relative error of the far field towards the source
  double extinction;  ///< relative error of the extinction cross-section
  Index unknowns;
};

inline RigidSphereErrors rigid_sphere_errors(
    const Collocation& collocation, const std::shared_ptr<const CollocationSurface>& surface) {
  const auto& space = surface->space;
  const double k = collocation.formulation().wavenumber;
  const la::Vector p = scattered(collocation, incident_field(PlaneWave{}, k, space));
  la::Vector exact(space.size());
  for (Index j = 0; j < space.size(); ++j)
    exact[j] = exact::sphere_pressure(k, std::acos(space.points[j].normalized().z()));
  const std::array<Vec3, 2> directions{-Vec3::UnitZ(), Vec3::UnitZ()};
  const la::Vector f =
      2.0 * Field(surface, k).directivity(directions, p, la::Vector::Zero(space.size()));
  const Complex backward = exact::sphere_form_function(k, core::pi);
  const double forward = exact::sphere_form_function(k, 0).imag();
  return {relative_error(space, p, exact), std::abs(f[0] - backward) / std::abs(backward),
      std::abs(f[1].imag() / forward - 1), space.size()};
}

}  // namespace febem::bem
