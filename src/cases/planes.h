// Planes that mirror the sound field: of symmetry, and at the end of the fluid.
#pragma once

#include "cases/case.h"
#include "fem/loads.h"
#include "mesh/mirror.h"
#include "meshes/generator.h"

namespace febem::cases {

/// The planes of symmetry, then those at the end of the fluid.
mesh::Mirrors mirrors(const Case& problem);
/// The planes at the end of the fluid, which mirror incident fields.
mesh::Mirrors ends_of_fluid(const Case& problem);

/// By which the powers of the meshed part are multiplied, to be those of the whole body.
inline double parts_of_body(const Case& problem) {
  return static_cast<double>(1U << problem.symmetries.size());
}
/// Whether x lies behind a plane at the end of the fluid.
bool is_behind_plane(const Case& problem, const Vec3& x);

/// Throws core::InputError for planes that do not go together, and for waves and point sources that
/// do not have the symmetry.
void check_planes(const Case& problem);

/// Moves points near the planes of the case onto them, and leaves out what the case says to cut
/// off, panels behind a plane at the end of the fluid, and those in a plane that face away from the
/// fluid. Says so in the notes. Throws core::InputError if panels or elements reach across a plane,
/// lie in a plane of symmetry, or are not closed by the images.
void place_at_planes(const Case& problem, meshes::Generated& mesh);

/// Adds the supports of nodes in planes of symmetry, as node sets of the solid.
void hold_in_planes(const Case& problem, mesh::Solid& solid, std::vector<fem::Support>& supports);

/// The share of a node at x in a force, which the nodes of the whole body share equally: a half in
/// each plane of symmetry. Throws core::InputError at a node in a plane about which the force does
/// not have the symmetry. Empty without planes of symmetry.
fem::Distribution share_of_force(const Case& problem, const Excitation& force);

}  // namespace febem::cases
