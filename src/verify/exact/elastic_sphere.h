// A thick elastic spherical shell, or a solid sphere, in a fluid or in vacuo: exact linear elasticity without damping.
#pragma once

#include <vector>

#include "core/types.h"

namespace febem::exact {

using core::Complex;

struct ElasticSphere {
  double youngs_modulus;  ///< Pa
  double poisson_ratio;
  double density;       ///< kg/m^3
  double outer_radius;  ///< m
  double inner_radius;  ///< m; zero for a solid sphere
};

struct Fluid {
  double density;      ///< kg/m^3
  double sound_speed;  ///< m/s
};

/// Coefficients of P_n(cos theta) in the response of the outer surface.
struct SurfaceResponse {
  Complex pressure;      ///< Pa
  Complex displacement;  ///< radial, outwards, m
};

/// Response to the pressure P_n(cos theta) of 1 Pa on the inner surface (inner_radius > 0) at omega (rad/s).
SurfaceResponse driven_from_inside(const ElasticSphere& sphere, const Fluid& fluid, int n, double omega);

/// Total surface pressure in the plane wave e^{ikz} of 1 Pa, Pa; theta from +z.
Complex plane_wave_surface_pressure(const ElasticSphere& sphere, const Fluid& fluid, double omega, double theta);

/// The form function f in the plane wave e^{ikz}: far away the scattered pressure is (a/2r) f e^{ikr}, a the outer radius.
Complex plane_wave_form_function(const ElasticSphere& sphere, const Fluid& fluid, double omega, double theta);

/// Frequencies (Hz, ascending) below `highest` of the free vibrations in vacuo with n nodal circles. Rigid motion is left out, and so is
/// torsion, which does not move the surface outwards.
std::vector<double> in_vacuo_frequencies(const ElasticSphere& sphere, int n, double highest);

}  // namespace febem::exact
