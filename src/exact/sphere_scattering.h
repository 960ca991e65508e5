// Spheres of radius a struck by the plane wave e^{ikz}: rigid, or with a locally reacting surface. x = ka >
// 0; theta is the angle from +z, so theta = pi faces the source. And a rigid one beside a monopole.
#pragma once

#include "core/types.h"

namespace febem::exact {

using core::Complex;

/// Total pressure on a rigid sphere.
Complex rigid_sphere_pressure(double x, double theta);

/// f of the rigid sphere, where far away the scattered pressure is (a/2r) f e^{ikr}.
Complex rigid_sphere_form_function(double x, double theta);

/// Total pressure on a rigid sphere beside a monopole whose free field is e^{ikr}/r, times a. Its distance from the centre is
/// `distance` a >= 1.2 a, x >= 1e-3; theta is the angle from its direction.
Complex rigid_sphere_pressure_beside_monopole(double x, double distance, double theta);

/// A sphere whose every part moves on its own, a mass on a spring in each square metre.
struct ReactingSphere {
  double radius;         ///< m
  double fluid_density;  ///< kg/m^3
  double sound_speed;    ///< m/s
  double mass;           ///< kg/m^2
  double stiffness;      ///< N/m^3
  double loss_factor;    ///< stiffness (1 - i loss_factor)
};

/// Total pressure on the surface.
Complex reacting_sphere_pressure(const ReactingSphere& sphere, double x, double theta);

}  // namespace febem::exact
