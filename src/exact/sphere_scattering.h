// Scattering by a sphere of radius a: the plane wave e^{ikz} of 1 Pa on a rigid or a locally reacting one, and a monopole
// beside a rigid one. x = ka > 0; theta is the angle from +z, so theta = pi faces the source of the plane wave.
#pragma once

#include "core/types.h"

namespace febem::exact {

using core::Complex;

/// Total pressure on a rigid sphere in the plane wave, Pa.
Complex rigid_sphere_pressure(double x, double theta);

/// Form function f of the rigid sphere in the plane wave: far away the scattered pressure is (a/2r) f e^{ikr}. f(pi) is the
/// backscatter.
Complex rigid_sphere_form_function(double x, double theta);

/// Total pressure on a rigid sphere beside a monopole whose free field is e^{ikr}/r, times a. Its distance from the centre
/// is `distance` a >= 1.2 a, x >= 1e-3; theta is the angle from its direction.
Complex rigid_sphere_pressure_beside_monopole(double x, double distance, double theta);

/// A locally reacting sphere: each part of its surface moves by itself, a mass on a spring.
struct ReactingSphere {
  double radius;         ///< m
  double fluid_density;  ///< kg/m^3
  double sound_speed;    ///< m/s
  double mass;           ///< kg/m^2
  double stiffness;      ///< N/m^3
  double loss_factor;    ///< stiffness (1 - i loss_factor)
};

/// Total pressure on its surface in the plane wave, Pa.
Complex reacting_sphere_pressure(const ReactingSphere& sphere, double x, double theta);

}  // namespace febem::exact
