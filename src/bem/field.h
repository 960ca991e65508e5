// The sound field in the fluid from the pressure and its normal derivative on the surface.
#pragma once

#include <span>
#include <vector>

#include "bem/panel_integrals.h"
#include "la/matrix.h"
#include "mesh/point.h"

namespace febem::bem {

/// What the body adds to the incident field. Immutable; refers to `surface`, which must be measured and outlive this.
/// Everywhere p (Pa) and q = dp/dn (Pa/m) are the total ones, one entry a panel; q = i omega rho v_n.
class Field {
 public:
  Field(const mesh::Surface& surface, double wavenumber);

  /// K p - S q at points outside the body, Pa; add p_inc for the total. Good to the quadrature's 1e-6 as near
  /// to the surface as one likes, but constant panels show their steps nearer than a panel's size.
  la::Vector pressure(std::span<const Vec3> points, const la::Vector& p, const la::Vector& q) const;

  /// f in p -> f(direction) e^{ikr}/r, Pa m, for unit directions; r from the origin of coordinates.
  la::Vector directivity(std::span<const Vec3> directions, const la::Vector& p, const la::Vector& q) const;

  /// (1/2 rho c) int |f|^2 over all directions, W: the power that leaves to infinity (without an incident
  /// field, the power radiated). The rule has enough directions for the size of the body in wavelengths. Not a number where
  /// panels are larger than two wavelengths on the average, for they say nothing about directions then.
  double far_field_power(double density, double sound_speed, const la::Vector& p, const la::Vector& q) const;

 private:
  const mesh::Surface& surface_;
  double wavenumber_;
  PanelIntegrals integrals_;
};

/// 1/2 Re sum A_j p_j conj(v_j), W: the power that leaves through the surface, v the outward normal velocity (m/s).
double surface_power(const mesh::Surface& surface, const la::Vector& p, const la::Vector& v);

/// A point of a quadrature over all directions.
struct SpherePoint {
  mesh::Vec3 direction;  ///< unit
  double weight;         ///< the weights add up to 4 pi
};

/// Exact for spherical harmonics up to `degree` (>= 0): Gauss in cos(theta), equal steps in the azimuth.
std::vector<SpherePoint> sphere_rule(int degree);

}  // namespace febem::bem
