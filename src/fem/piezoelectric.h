// Constants of piezoelectric ceramics, and the directions in which they are poled.
//
//   T = c^E S + e^T grad phi,   D = e S - eps^S grad phi        S: 11 22 33 23 13 12, shears twice
//
// with axis 3 along the polarisation and the symmetry of class 6mm: c66 = (c11 - c12)/2.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>

#include "core/types.h"

namespace febem::fem {

using core::Complex;

/// The field of directions of the polarisation.
struct Poling {
  /// Along `axis`; away from the point `origin`; away from the line through it along `axis`; or
  /// around this line.
  enum class Field { axis, radial, cylindrical, circumferential };

  Field field = Field::axis;
  std::array<double, 3> axis{0, 0, 1}, origin{0, 0, 0};

  /// The unit vector at a point; zero where there is none.
  Eigen::Vector3d at(const Eigen::Vector3d& x) const;
};

/// Losses have the signs of e^{-i omega t}: c' - i c'' and eps' + i eps''.
struct Piezoelectric {
  std::array<Complex, 5> c{};    ///< c11 c12 c13 c33 c44 at constant field, Pa
  std::array<Complex, 3> e{};    ///< e31 e33 e15, C/m^2
  std::array<Complex, 2> eps{};  ///< eps11 eps33 at constant strain, F/m
  Poling poling = {};
  /// Elements have the unknown phi / scale, in m, so that all of their entries are of one size.
  /// Structure gives all regions one scale, V/m.
  double scale = 1;

  /// c33 = eps33 scale^2.
  double own_scale() const;
  double tan_delta() const { return eps[1] == 0.0 ? 0 : eps[1].imag() / eps[1].real(); }
};

inline constexpr double vacuum_permittivity = 8.8541878128e-12;  ///< F/m, CODATA 2018

/// Constants as data sheets have them, without losses: s11 s12 s13 s33 s44 at constant field
/// (1/Pa), d31 d33 d15 (C/N), and eps11 eps33 at constant stress over that of vacuum.
///   c = s^{-1},   e = d c,   eps^S = eps^T - d e^T
Piezoelectric from_compliance(const std::array<double, 5>& s, const std::array<double, 3>& d,
    const std::array<double, 2>& permittivity);

/// The real parts.
Piezoelectric lossless(Piezoelectric of);
/// c (1 - i eta), eps (1 + i tan delta), e (1 + i eta_e).
Piezoelectric with_losses(Piezoelectric of, double eta, double tan_delta, double eta_e = 0);

using Matrix9cd = Eigen::Matrix<Complex, 9, 9>;

/// [c, s e^T; s e, -s^2 eps] along the axes of the polarisation, Pa, with s the scale.
Matrix9cd constitutive(const Piezoelectric& constants);

/// Throws core::InputError naming `what` unless c' and eps' are positive definite, and
/// {c'', -e''^T; -e'', eps''} is positive semidefinite: otherwise the material gives out energy
/// (Holland, IEEE Trans. Sonics Ultrasonics 14, 18 (1967)).
void require_passive(const Piezoelectric& constants, const std::string& what);

}  // namespace febem::fem
