// Sums of partial waves: spherical Bessel functions, radiation from a sphere, and scattering by
// one.
#pragma once

#include <functional>
#include <vector>

#include "core/types.h"

namespace febem::exact {

using core::Complex;
using core::pi;

struct Fluid {
  double density;      ///< kg/m^3
  double sound_speed;  ///< m/s
};

/// A function of the radius and its derivative at one point.
template <class Value>
struct Radial {
  Value value, derivative;  ///< f(x) and f'(x)
};

/// The spherical Bessel functions j_n and y_n for n >= 0 and x > 0.
Radial<double> spherical_j(int n, double x);
Radial<double> spherical_y(int n, double x);

/// h_n = j_n + i y_n, the outgoing wave under e^{-i omega t}.
Radial<Complex> spherical_h(int n, double x);

/// The number of terms after which a series of partial waves at x = ka has converged to rounding.
int partial_waves(double x);

/// The power i^n.
Complex power_of_i(int n);

// Radiation from a sphere of radius a whose surface moves with a given normal velocity; x = ka,
// e^{-i omega t}.

/// z_n = p_n / (rho c v_n) for the normal velocity v_n P_n(cos theta), x > 0; n = 0 pulsates, n = 1
/// translates.
Complex modal_impedance(int n, double x);

/// Mean of p/(rho c v) over a cap of half angle `half_angle` (rad) that moves with normal velocity
/// v in a rigid sphere.
Complex piston_cap_impedance(double half_angle, double x);

/// p/(rho c v) on the surface at polar angle `theta`, for the piston of piston_cap_impedance().
Complex piston_cap_pressure(double half_angle, double x, double theta);

/// p/(rho c v) at these polar angles of a sphere that pulsates above a plane, `height` > 1 radii
/// below its centre across the axis, which is rigid (`image` = 1) or soft (-1).
std::vector<Complex> pulsating_above_plane(
    double x, double height, double image, const std::vector<double>& theta);

// Scattering by a sphere of radius a: the plane wave e^{ikz} of 1 Pa, or a monopole beside a rigid
// sphere. x = ka > 0; theta is the angle from +z, so theta = pi faces the source of the plane wave.

/// The motion of a sphere's surface under pressure, for each order n: rho c v_n / (-p_n), where v_n
/// is the outward velocity that the total pressure p_n P_n(cos theta) causes.
using Admittance = std::function<Complex(int n)>;

inline Complex rigid(int) { return 0; }

/// A locally reacting surface: each part of it moves by itself, a mass on a spring.
struct ReactingSurface {
  double mass;         ///< kg/m^2
  double stiffness;    ///< N/m^3
  double loss_factor;  ///< stiffness (1 - i loss_factor)
};

/// At omega, rad/s.
Admittance locally_reacting(const ReactingSurface& surface, const Fluid& fluid, double omega);

/// Total pressure on a sphere in the plane wave, Pa.
Complex sphere_pressure(double x, double theta, const Admittance& admittance = rigid);

/// Form function f of a sphere in the plane wave: far away the scattered pressure is (a/2r) f
/// e^{ikr}. f(pi) is the backscatter.
Complex sphere_form_function(double x, double theta, const Admittance& admittance = rigid);

/// Total pressure on a rigid sphere beside a monopole whose free field is e^{ikr}/r, times a. Its
/// distance from the centre is `distance` a >= 1.2 a, x >= 1e-3; theta is the angle from its
/// direction.
Complex rigid_sphere_pressure_beside_monopole(double x, double distance, double theta);

}  // namespace febem::exact
