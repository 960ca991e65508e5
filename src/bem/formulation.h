// Which boundary integral equation is collocated.
#pragma once

#include "core/types.h"
#include "mesh/surface.h"

namespace febem::bem {

using core::Complex;
using core::Index;

enum class Equation {
  cbie,           ///< (1/2 I - K) p = p_inc - S q: no solution at the irregular frequencies of the interior
  burton_miller,  ///< CBIE + alpha HBIE: one solution at every frequency
};

/// H p = -B q + p_inc + alpha q_inc with H = 1/2 I - K - alpha N and B = S + alpha (1/2 I + K').
struct Formulation {
  Equation equation = Equation::burton_miller;
  double wavenumber = 0;  ///< k, 1/m; zero is the limit of an incompressible fluid
  Complex alpha = 0;      ///< m; zero for the CBIE
};

Formulation cbie(double wavenumber);

/// alpha = +i min(1/k, a/2), a a length of the body (m). The sign goes with e^{-i omega t}: with -i/k the
/// eigenvalues spread.
Formulation burton_miller(double wavenumber, double length);

/// The radius of the sphere of the same area, sqrt(area / 4 pi), m.
double body_length(const mesh::Surface& surface);

}  // namespace febem::bem
