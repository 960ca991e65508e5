// The boundary integral equation, and its coupling parameter alpha.
#pragma once

#include "bem/boundary_space.h"
#include "mesh/bodies.h"

namespace febem::bem {

/// The equation of row i, at collocation point i:  H p = -B q + p_inc + alpha_i q_inc  with H = 1/2
/// I - K - alpha_i N, B = S + alpha_i (1/2 I + K'). Where alpha_i = 0 this is the CBIE, elsewhere
/// Burton and Miller's equation.
struct Formulation {
  double wavenumber = 0;  ///< k, 1/m; zero is the limit of an incompressible fluid
  la::Vector alpha;  ///< m, one entry for each unknown, Im alpha_i >= 0. The sign belongs to e^{-i
                     ///< omega t}: with -i the eigenvalues would spread.
};

/// The plain equation, alpha = 0 everywhere. It has no unique solution at the irregular
/// frequencies: the eigenfrequencies of the interior with p = 0 on the surface.
Formulation cbie(double wavenumber, const BoundarySpace& space);

/// The equation of Burton and Miller with alpha from coupling_parameter(). It has one solution at
/// every frequency. The surface must be closed and measured. `space` is a space on it.
Formulation burton_miller(
    double wavenumber, const mesh::Surface& surface, const BoundarySpace& space);
/// With constant panels.
Formulation burton_miller(double wavenumber, const mesh::Surface& surface);

// Burton and Miller's coupling parameter, which varies over the surface.
//
// On flat constant panels N has an error of first order beside sharp edges, and i alpha turns this
// reactive error into power. (Beside concave edges, where the fluid has the smaller angle, the
// pressure is smooth and alpha does no harm.) The equation needs alpha on part of the surface only.
// Proof: let p be a solution without sources and w its double-layer potential: w- = K p - p/2
// inside, w+ = K p + p/2 outside, dw/dn the same on both sides. The rows say w- + alpha dw/dn = 0.
// Inside, for real k, int conj(w-) dw/dn is real, so int Im(alpha) |dw/dn|^2 = 0: where Im alpha >
// 0 both dw/dn and w- vanish. Zero Cauchy data on an open part of the boundary of a body make w- =
// 0 in all of it; then dw/dn = 0 everywhere, w+ = 0 since the solution outside is unique, and p =
// w+ - w- = 0.
//
// So each body (a connected part of the surface, of area A and volume V) has, with k1 =
// irregular_wavenumber_bound() and a = sqrt(A / 4 pi),
//
//   alpha_i = i theta (1 - exp(-(k/k0)^8)) / smax(k, 2/a)
//       where the clearance d_i / max(4 sqrt(A_i), 3V/2A) is at least c, else 0,
//
//   d_i the distance of panel i from the nearest sharp convex edge; c = 1, or less, so that a
//   quarter of the area keeps its alpha; theta = 0.7, k0 = 0.93 k1 with such edges; theta = 1, k0 =
//   0.31 k1 without; zero where the fading leaves less than 1e-4; smax(x, y) = (x^8 + y^8)^{1/8},
//   the larger of both, but smooth, so that a rational function of k can follow the solution.
//
// 3V/2A, half the radius of a ball, keeps the distance from vanishing as panels get smaller: the
// pressure is singular at an edge, and so is the error near it. Below k1, and so below k0, the CBIE
// of this body has one solution, so that alpha may fade. The numbers are from experiments: see
// docs/decisions/0013-a-coupling-that-varies.md.
//
// With order 1 or 2 all panels of a body have alpha, and panel i of radius r_i has tau_i theta in
// place of theta,
//
//   tau_i = smax(c (k r_i)^2 / theta, 0.02), at most 0.2;
//       c = 0.07 with order 1, 0.014 with order 2
//   order 1 without sharp edges: c = 0.04, and 0.02 + 0.03 (1 - exp(-(1.09 k/k1)^16)) for 0.02
//
// Waves of a shell that are short against the wavelength in the fluid have much reactive and little
// radiated power, so that alpha must be small for them. Near irregular frequencies the error is
// that of the CBIE over alpha. The finer the panels, the less alpha is needed there. With order 1
// the error of the CBIE of a smooth body falls with h^2.5, so that alpha must not fall with h^2 as
// well (docs/decisions/0018).

/// The coupling parameter alpha_i of a surface, with all of it that does not depend on the
/// wavenumber: sharp edges, clearances and bounds of its bodies.
class CouplingParameter {
 public:
  /// The surface must be closed and measured. Refers to `space`. O(panels x sharp edges).
  CouplingParameter(const mesh::Surface& surface, const BoundarySpace& space);

  /// One entry for each unknown, m. The unknowns of a panel have the same alpha.
  la::Vector at(double wavenumber) const;

 private:
  struct BodyCoupling {
    bool has_edges;
    double length;              ///< a
    double bound;               ///< k1
    std::vector<Index> panels;  ///< panels whose clearance is large enough
  };

  const BoundarySpace& space_;
  std::vector<BodyCoupling> bodies_;
};

inline la::Vector coupling_parameter(
    const mesh::Surface& surface, const BoundarySpace& space, double wavenumber) {
  return CouplingParameter(surface, space).at(wavenumber);
}
inline la::Vector coupling_parameter(const mesh::Surface& surface, double wavenumber) {
  return coupling_parameter(surface, surface, wavenumber);
}

/// A wavenumber (1/m) below which the CBIE of a body has no irregular frequency: a lower bound of
/// the first Dirichlet eigenvalue of its interior. It is the greater of two bounds: pi (4 pi /
/// 3V)^{1/3} of the ball of the same volume V (Faber and Krahn), and pi (1/a^2 + 1/b^2 +
/// 1/c^2)^{1/2} of the best box a x b x c around the body that lies on one of its flat sides.
/// Turning the body changes neither bound.
double irregular_wavenumber_bound(const mesh::Surface& surface, const mesh::Body& body);

}  // namespace febem::bem
