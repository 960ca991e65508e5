// How finely the panels resolve the waves.
#pragma once

#include "app/case.h"
#include "mesh/surface.h"

namespace febem::app {

/// Panels a wavelength below which the user is warned, and below which nothing is solved: two samples a wavelength are
/// the least that tell a wave from another.
inline constexpr double recommended_panels = 6, least_panels = 2;

/// Wavelength in the fluid at `hz` over the longest edge of a panel.
double panels_per_wavelength(const Fluid& fluid, const mesh::Surface& surface, double hz);

/// Throws core::InputError at the key that asks for it if a frequency has fewer than `least_panels`.
void check_wavelengths(const Case& problem, const mesh::Surface& surface);

}  // namespace febem::app
