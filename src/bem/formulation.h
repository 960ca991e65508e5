// The boundary integral equation that is collocated.
#pragma once

#include "core/types.h"
#include "la/matrix.h"
#include "mesh/surface.h"

namespace febem::bem {

using core::Complex;
using core::Index;

/// Row i at panel i:  H p = -B q + p_inc + alpha_i q_inc  with H = 1/2 I - K - alpha_i N, B = S + alpha_i (1/2 I + K').
/// Where alpha_i = 0 this is the CBIE, elsewhere Burton and Miller's equation.
struct Formulation {
  double wavenumber = 0;  ///< k, 1/m; zero is the limit of an incompressible fluid
  la::Vector alpha;       ///< m, one entry a panel, Im alpha_i >= 0. The sign goes with e^{-i omega t}: with -i the
                          ///< eigenvalues spread.
};

/// alpha = 0 everywhere: no unique solution at the irregular frequencies, those of the interior with p = 0 on the surface.
Formulation cbie(double wavenumber, const mesh::Surface& surface);

/// alpha of coupling_parameter.h: one solution at every frequency. The surface must be closed and measured.
Formulation burton_miller(double wavenumber, const mesh::Surface& surface);

}  // namespace febem::bem
