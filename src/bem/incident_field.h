// Incident sound fields: a plane wave and point sources; and the power that they lose to a body.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "bem/boundary_space.h"

namespace febem::bem {

/// Pressure and normal derivative of an incident field at the collocation points, one entry for
/// each unknown.
struct IncidentField {
  la::Vector p;  ///< p_inc, Pa
  la::Vector q;  ///< q_inc = dp_inc/dn, Pa/m
};

/// A plane wave p = amplitude e^{ik direction.x}.
struct PlaneWave {
  Vec3 direction = Vec3::UnitZ();  ///< unit, where the wave goes
  Complex amplitude = 1;           ///< Pa, at the origin
};

/// The pressure of the wave at x, Pa.
Complex pressure(const PlaneWave& wave, double wavenumber, const Vec3& x);

/// The derivative of the wave's pressure along the unit vector `normal` at x, Pa/m.
Complex normal_derivative(
    const PlaneWave& wave, double wavenumber, const Vec3& x, const Vec3& normal);

/// A point source p = strength G - force . grad G,  G = e^{ikr} / (4 pi r), r the distance from the
/// position. The Helmholtz equation with both right-hand sides follows from the linear equations of
/// continuity and of momentum under e^{-i omega t} (Morse and Ingard, Theoretical Acoustics, 7.1;
/// Pierce, Acoustics, 4.3 and 4.4).
struct PointSource {
  Vec3 position = Vec3::Zero();  ///< m
  Complex strength = 0;          ///< -i omega rho Q of the volume velocity Q, N/m
  Eigen::Vector3cd force = Eigen::Vector3cd::Zero();  ///< on the fluid, N
};

/// A monopole of the volume velocity Q (m^3/s), the limit of a small pulsating sphere; omega in
/// rad/s, density in kg/m^3.
PointSource monopole(const Vec3& position, Complex volume_velocity, double omega, double density);

/// A dipole: the force (N) on the fluid. Two opposite monopoles at the distance d make -i omega rho
/// Q d.
PointSource dipole(const Vec3& position, const Eigen::Vector3cd& force);

/// The pressure of the source at x, which is not its position, Pa.
Complex pressure(const PointSource& source, double wavenumber, const Vec3& x);

/// The derivative of the source's pressure along the unit vector `normal` at x, Pa/m.
Complex normal_derivative(
    const PointSource& source, double wavenumber, const Vec3& x, const Vec3& normal);

/// Both of a plane wave or a point source.
template <class Source>
std::pair<Complex, Complex> pressure_and_derivative(
    const Source& source, double wavenumber, const Vec3& x, const Vec3& normal) {
  const Complex p = pressure(source, wavenumber, x);
  if constexpr (std::is_same_v<Source, PlaneWave>)
    return {p, Complex(0, wavenumber * source.direction.dot(normal)) * p};
  else
    return {p, normal_derivative(source, wavenumber, x, normal)};
}

/// The pressure and normal derivative of a plane wave or a point source at the collocation points.
template <class Source>
IncidentField incident_field(const Source& source, double wavenumber, const BoundarySpace& space) {
  IncidentField field{la::Vector(space.size()), la::Vector(space.size())};
  for (Index j = 0; j < space.size(); ++j)
    std::tie(field.p[j], field.q[j]) =
        pressure_and_derivative(source, wavenumber, space.points[j], space.normals[j]);
  return field;
}

/// The means of a source's pressure and normal derivative over each panel, as powers need them: of
/// a plane wave by the quadrature rule of Field::directivity(), of a point source with a relative
/// error of 1e-6. So the panels of a closed surface pass exactly the volume velocity of a source
/// inside. The position must not lie on a panel. With order 1 and 2 the means are the values at the
/// collocation points.
IncidentField panel_means(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface,
    const BoundarySpace& space);
IncidentField panel_means(const PointSource& source, double wavenumber,
    const mesh::Surface& surface, const BoundarySpace& space);
/// With constant panels.
template <class Source>
IncidentField panel_means(const Source& source, double wavenumber, const mesh::Surface& surface) {
  return panel_means(source, wavenumber, surface, surface);
}

// The power that incident fields lose to a body: the optical theorem, and a similar identity for
// point sources.
//
// With the velocity v = q / (i omega rho) the power through the surface S is
//   1/2 Re int p v* = -1/(2 omega rho) Im int p q*.
// Outside, p = p_inc + p_s. The incident field has no source within S, so that no net power of its
// own passes S. The power that leaves through S is
//   1/2 Re int p v* = W_s - W_ext
//   W_s   =  1/2 Re int p_s v_s*     scattered; far away (1/2 rho c) int |f|^2 over all directions
//   W_ext = -1/2 Re int (p_inc v_s* + p_s v_inc*)     extinction: lost by the incident field
//         = -1/(2 omega rho) Im int (p_inc* q_s - q_inc* p_s)
//         = -1/(2 omega rho) Im int (p_inc* q - q_inc* p), of the total p and q, since
//           Im int p_inc* q_inc = 0.
//
// Plane wave A e^{ik d.y}: with f(d) = 1/(4 pi) int (-ik d.n p - q) e^{-ik d.y} the integral is
// -4 pi A* f(d), which gives the optical theorem
//   W_ext = 2 pi / (omega rho) Im(A* f(d)),
//   sigma_ext = W_ext / (|A|^2 / 2 rho c) = 4 pi / k Im(f(d) / A).
//
// Monopole Q at x0, p_inc = s G, s = -i omega rho Q: G* = G - 2i Im G. The integral with G is
// -p_s(x0). Im G is the mean of plane waves from all sides, k / (16 pi^2) int e^{ik d.(x0 - y)}
// over the directions d. With the free far field f_inc = s e^{-ik d.x0} / (4 pi)
//   W_ext = 1/2 Re(p_s(x0) Q*) - 1/(rho c) Re int f f_inc*,
// the work of the source beyond its work in free space, and the interference of its own far field
// with the scattered far field.
//
// So for every incident field and every kind of body, driven by forces or not,
//   W_ext + (power through S) = W_s,
// and without incident fields the power at the surface equals the power far away. The identity does
// not use how p and q are related at S, so it does not show errors of the structure, its mesh or
// its material. It holds for the p and q of a sound field outside S, which the integral equation
// gives except for discretisation: the identity shows errors of the discretisation.

/// The extinction W_ext, W, of incident fields with the means `incident` over the panels (the sum
/// of panel_means() of each source). p (Pa) and q (Pa/m) are total values with one entry for each
/// unknown. omega is in rad/s, density in kg/m^3.
double extinction_power(const BoundarySpace& space, const IncidentField& incident, double omega,
    double density, const la::Vector& p, const la::Vector& q);

}  // namespace febem::bem
