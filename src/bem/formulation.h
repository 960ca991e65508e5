// Which boundary integral equation is collocated.
#pragma once

#include <string_view>

#include "core/types.h"
#include "mesh/surface.h"

namespace febem::bem {

using core::Complex;
using core::Index;

enum class Equation {
  cbie,           ///< (1/2 I - K) p = p_inc - S q: no solution at the irregular frequencies of the interior
  burton_miller,  ///< CBIE + alpha HBIE: one solution at every frequency
};

/// As in case files and reports.
constexpr std::string_view name(Equation equation) { return equation == Equation::cbie ? "cbie" : "burton_miller"; }

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

/// A wavenumber (1/m) below which the CBIE has no irregular frequency: the greater of two lower bounds of the
/// first Dirichlet eigenvalue of the interior, pi (4 pi / 3V)^{1/3} of the ball of the same volume V (Faber and
/// Krahn) and pi (1/a^2 + 1/b^2 + 1/c^2)^{1/2} of the box a x b x c around the body.
double regular_below(const mesh::Surface& surface);

/// The CBIE where it is safe, well below regular_below(), and Burton-Miller above: at low frequencies the reactive
/// error that sharp edges make in the HBIE would come out of +i alpha as power.
Formulation automatic(double wavenumber, const mesh::Surface& surface);

/// The radius of the sphere of the same area, sqrt(area / 4 pi), m.
double body_length(const mesh::Surface& surface);

}  // namespace febem::bem
