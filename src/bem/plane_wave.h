// The incident plane wave.
#pragma once

#include "bem/incident_field.h"

namespace febem::bem {

/// amplitude e^{ik direction.x}
struct PlaneWave {
  Vec3 direction = Vec3::UnitZ();  ///< unit, where the wave goes
  Complex amplitude = 1;           ///< Pa, at the origin
};

/// Its pressure at x, Pa.
Complex pressure(const PlaneWave& wave, double wavenumber, const Vec3& x);

/// Its derivative along the unit vector `normal` at x, Pa/m.
Complex normal_derivative(const PlaneWave& wave, double wavenumber, const Vec3& x, const Vec3& normal);

/// Its pressure and normal derivative at the collocation points.
IncidentField incident_field(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface);

/// The means of its pressure and normal derivative over each panel, by the rule of Field::directivity().
IncidentField panel_means(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface);

}  // namespace febem::bem
