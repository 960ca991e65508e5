// A thick elastic spherical shell, or a solid sphere, in a fluid or in vacuo: exact linear
// elasticity without damping.
#pragma once

#include <vector>

#include "verify/exact/partial_waves.h"

namespace febem::exact {

struct ElasticSphere {
  double youngs_modulus;  ///< Pa
  double poisson_ratio;
  double density;       ///< kg/m^3
  double outer_radius;  ///< m
  double inner_radius;  ///< m; zero for a solid sphere
};

/// Coefficients of P_n(cos theta) in the response of the outer surface.
struct SurfaceResponse {
  Complex pressure;      ///< Pa
  Complex displacement;  ///< radial, outwards, m
};

/// Response to the pressure P_n(cos theta) of 1 Pa on the inner surface (inner_radius > 0) at omega
/// (rad/s).
SurfaceResponse driven_from_inside(
    const ElasticSphere& sphere, const Fluid& fluid, int n, double omega);

/// The admittance of the outer surface at omega (rad/s), for the plane wave of partial_waves.h.
Admittance elastic(const ElasticSphere& sphere, const Fluid& fluid, double omega);

/// Frequencies (Hz, ascending) below `highest` of the free vibrations in vacuo with n nodal
/// circles. Rigid motion is left out, and so is torsion, which does not move the surface outwards.
std::vector<double> in_vacuo_frequencies(const ElasticSphere& sphere, int n, double highest);

}  // namespace febem::exact
