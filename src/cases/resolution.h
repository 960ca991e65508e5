// The resolution of a mesh: how well panels and elements resolve waves and thin parts, and whether
// panel sizes jump across sharp edges.
#pragma once

#include <array>
#include <string>

#include "cases/case.h"
#include "fem/structure.h"
#include "mesh/facing.h"
#include "mesh/surface.h"

namespace febem::cases {

/// The smallest number of panels per wavelength that is accepted. With fewer than two samples per
/// wavelength one wave looks like another.
inline constexpr double least_panels = 2;

/// Limits for an error of one per cent. With fewer panels or elements, or a larger difference, such
/// an error cannot be expected. Those of the boundary elements were measured for each order on
/// rigid spheres, two spheres and thin spheroids (docs/decisions/0018). Elements of second order
/// must also resolve bending.
namespace one_per_cent {
/// Panels per wavelength in the fluid, by order; of order 1 and 2 the unknowns along their edges.
inline constexpr std::array least_panels{10.0, 7.0, 5.0};
inline constexpr double least_elements = 4;  ///< per shear wavelength, and per bending wavelength
inline constexpr double power_difference =
    0.01;  ///< relative difference of the powers at the surface and in the far field
/// Distance of sides that face each other, over the length of their panels, by order.
inline constexpr std::array least_sides_apart{1.5, 0.05, 0.05};
}  // namespace one_per_cent

/// Wavelength in the fluid at `hz` over the longest edge of a panel, times order + 1, the number of
/// unknowns along the edge.
double panels_per_wavelength(
    const Fluid& fluid, const mesh::Surface& surface, int order, double hz);

/// Shear wavelength at `hz` over the longest straight edge of an element: the smallest value of all
/// elements.
double elements_per_shear_wavelength(const fem::Structure& structure, double hz);

/// Bending wavelength at `hz` over the longest straight edge along a wall: the smallest value of
/// all walls. NaN without walls. A wall is an element with no neighbour across two opposite faces.
/// The thickness of a wall is the distance between the centres of these faces. The wavelength is
/// that of Mindlin's plate in a vacuum.
double elements_per_bending_wavelength(const fem::Structure& structure, double hz);

/// Throws core::InputError if a frequency has fewer than `least_panels` panels per wavelength, or
/// unknowns with order 1 or 2, at the key that asks for the frequency.
void check_wavelengths(const Case& problem, const mesh::Surface& surface);

/// A warning of one line, with its end, if the size of the panels jumps across sharp edges: the
/// number of edges, and the place of the worst jump. Else empty.
std::string size_warning(const mesh::Surface& surface);

/// A warning of one line, with its end, if sides that face each other are nearer than
/// `least_sides_apart` lengths of their panels: the nearest pair and its place. Else empty. `when`
/// begins the sentence, such as "with order 0 ".
std::string facing_warning(
    const mesh::FacingSides& facing, int order = 0, const std::string& when = "");

/// A warning of one line, with its end, of 8-node bricks that lock in coarse meshes: walls whose
/// face is no parallelogram, so that the sum x0 - x1 + x2 - x3 of its corners is longer than the
/// wall is thick. It names their number and the place of the worst. Else empty. `free_faces`:
/// fem::free_faces() of the solid. docs/decisions/0016 has the figures.
std::string wall_warning(
    const mesh::Solid& solid, const std::vector<std::array<bool, 3>>& free_faces);

}  // namespace febem::cases
