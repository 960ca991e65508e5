// How well panels and elements resolve waves and thin parts, and whether panel sizes jump.
#pragma once

#include <array>
#include <string>

#include "cases/case.h"
#include "fem/structure.h"
#include "mesh/facing.h"
#include "mesh/surface.h"

namespace febem::cases {

/// The fewest panels per wavelength. With fewer than two samples one wave looks like another.
inline constexpr double least_panels = 2;

/// Beyond these limits an error of one per cent cannot be expected. Those of the boundary elements
/// were measured on rigid spheres, two spheres and thin spheroids (docs/decisions/0018). Elements
/// of second order must also resolve bending.
namespace one_per_cent {
/// Per wavelength in the fluid, by order; of order 1 and 2 the unknowns along their edges.
inline constexpr std::array least_panels{10.0, 7.0, 5.0};
inline constexpr double least_elements = 4;  ///< per shear and per bending wavelength
/// Relative, at the surface and in the far field.
inline constexpr double power_difference = 0.01;
/// Over the length of the panels, by order.
inline constexpr std::array least_sides_apart{1.5, 0.05, 0.05};
}  // namespace one_per_cent

/// Wavelength at `hz` over the longest edge of a panel, times the unknowns along it, order + 1.
double panels_per_wavelength(
    const Fluid& fluid, const mesh::Surface& surface, int order, double hz);

/// Shear wavelength at `hz` over the longest straight edge of an element, the smallest of all.
double elements_per_shear_wavelength(const fem::Structure& structure, double hz);

/// Bending wavelength at `hz`, of Mindlin's plate in a vacuum, over the longest straight edge along
/// a wall, the smallest of all; NaN without walls. A wall is an element with no neighbour across
/// two opposite faces, and as thick as their centres are apart.
double elements_per_bending_wavelength(const fem::Structure& structure, double hz);

/// Throws core::InputError at the key of a frequency with fewer than `least_panels`.
void check_wavelengths(const Case& problem, const mesh::Surface& surface);

/// A line, with its end, if the size of panels jumps across sharp edges, with the worst place; or
/// empty.
std::string size_warning(const mesh::Surface& surface);

/// A line, with its end, if sides that face each other are nearer than `least_sides_apart`, with
/// the nearest pair; or empty. `when` begins the sentence, such as "with order 0 ".
std::string facing_warning(
    const mesh::FacingSides& facing, int order = 0, const std::string& when = "");

/// A line, with its end, on 8-node bricks that lock in coarse meshes, with the worst; or empty:
/// walls whose face is no parallelogram, so that |x0 - x1 + x2 - x3| of its corners exceeds the
/// thickness. `free_faces`: fem::free_faces() of the solid. docs/decisions/0016 has the figures.
std::string wall_warning(
    const mesh::Solid& solid, const std::vector<std::array<bool, 3>>& free_faces);

}  // namespace febem::cases
