// Radiation from a sphere of radius a whose surface moves with a given normal velocity; x = ka, e^{-i omega t}.
#pragma once

#include "core/types.h"

namespace febem::exact {

using core::Complex;

/// z_n = p_n / (rho c v_n) for the normal velocity v_n P_n(cos theta), x > 0; n = 0 pulsates, n = 1 translates.
Complex modal_impedance(int n, double x);

/// Mean of p/(rho c v) over a cap of half angle `half_angle` (rad) that moves with normal velocity v in a rigid sphere.
Complex piston_cap_impedance(double half_angle, double x);

/// p/(rho c v) on the surface at polar angle `theta` for the same piston.
Complex piston_cap_pressure(double half_angle, double x, double theta);

}  // namespace febem::exact
