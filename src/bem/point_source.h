// Point sources in the fluid: a monopole and a dipole (a point force), and their free fields.
#pragma once

#include <Eigen/Core>

#include "bem/incident_field.h"

namespace febem::bem {

/// p = strength G - force . grad G,  G = e^{ikr} / (4 pi r), r the distance from the position. The Helmholtz equation with
/// these right-hand sides follows from the linear equations of continuity and of momentum under e^{-i omega t}
/// (Morse and Ingard, Theoretical Acoustics, 7.1; Pierce, Acoustics, 4.3 and 4.4).
struct PointSource {
  Vec3 position = Vec3::Zero();                       ///< m
  Complex strength = 0;                               ///< -i omega rho Q of the volume velocity Q, N/m
  Eigen::Vector3cd force = Eigen::Vector3cd::Zero();  ///< on the fluid, N
};

/// A monopole of the volume velocity Q (m^3/s), the limit of a small pulsating sphere; omega in rad/s, density in kg/m^3.
PointSource monopole(const Vec3& position, Complex volume_velocity, double omega, double density);

/// A dipole: the force (N) on the fluid. Two opposite monopoles at the distance d make -i omega rho Q d.
PointSource dipole(const Vec3& position, const Eigen::Vector3cd& force);

/// Its pressure at x, which is not its position, Pa.
Complex pressure(const PointSource& source, double wavenumber, const Vec3& x);

/// The derivative of that along the unit vector `normal`, Pa/m.
Complex normal_derivative(const PointSource& source, double wavenumber, const Vec3& x, const Vec3& normal);

/// Its pressure and normal derivative at the collocation points.
IncidentField incident_field(const PointSource& source, double wavenumber, const mesh::Surface& surface);

/// The means of its pressure and normal derivative over each panel, good to 1e-6: the panels of a closed surface then let through just
/// the volume velocity of a source inside. None of them may hold the position.
IncidentField panel_means(const PointSource& source, double wavenumber, const mesh::Surface& surface);

}  // namespace febem::bem
