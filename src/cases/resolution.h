// How finely panels and elements resolve the waves and what is thin, and whether panel sizes jump across sharp edges.
#pragma once

#include <string>

#include "cases/case.h"
#include "fem/structure.h"
#include "mesh/facing.h"
#include "mesh/surface.h"

namespace febem::cases {

/// Panels a wavelength below which nothing is solved: two samples a wavelength are the least that tell a wave from another.
inline constexpr double least_panels = 2;

/// With fewer panels or elements than these, or a larger difference, an error of one per cent cannot be expected. Flat
/// constant panels have an error of about (k h)^2 / 30, as on the rigid sphere of the verification ladder; elements of
/// second order are far better than that, but bend.
namespace one_per_cent {
inline constexpr double least_panels = 10;        ///< a wavelength in the fluid
inline constexpr double least_elements = 4;       ///< a shear wavelength, and a bending wavelength
inline constexpr double power_difference = 0.01;  ///< between the surface and the far field
inline constexpr double least_sides_apart = 1.5;  ///< of sides that face each other, over the length of their panels
}  // namespace one_per_cent

/// Wavelength in the fluid at `hz` over the longest edge of a panel.
double panels_per_wavelength(const Fluid& fluid, const mesh::Surface& surface, double hz);

/// Shear wavelength at `hz` over the longest straight edge, of the element where this is least.
double elements_per_shear_wavelength(const fem::Structure& structure, double hz);

/// Bending wavelength at `hz` over the longest straight edge along the wall, of the wall where this is least; NaN without walls.
/// A wall is an element with no neighbour across two opposite faces; its thickness is the distance between their centres. The
/// wavelength is that of Mindlin's plate in a vacuum.
double elements_per_bending_wavelength(const fem::Structure& structure, double hz);

/// Throws core::InputError at the key that asks for it if a frequency has fewer than `least_panels`.
void check_wavelengths(const Case& problem, const mesh::Surface& surface);

/// A line of warning, with its end, if the size of the panels jumps across sharp edges: how many, the worst and where; else
/// empty.
std::string size_warning(const mesh::Surface& surface);

/// A line of warning, with its end, if sides that face each other lie nearer than `least_sides_apart` lengths of their panels: the worst
/// two and where; else empty.
std::string facing_warning(const mesh::FacingSides& facing);

}  // namespace febem::cases
