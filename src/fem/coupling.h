// Coupling of the structure to the panels of its wet surface.
#pragma once

#include "fem/structure.h"
#include "mesh/wet_surface.h"

namespace febem::fem {

/// T, n_s x n_a: column j is the integral over panel j of N^T n dS (m^2), n out of the structure, taken over the part of
/// the curved face the panel stands for. A pressure p on the panels is the force -T p; T_j^T u is the volume displacement
/// of panel j. Held degrees of freedom are left out. Throws core::InputError if the surface has no parents.
SparseMatrix coupling(const Structure& structure, const mesh::WetSurface& wet);

}  // namespace febem::fem
