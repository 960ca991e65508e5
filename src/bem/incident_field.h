// A known sound field at the collocation points.
#pragma once

#include "bem/formulation.h"
#include "la/matrix.h"

namespace febem::bem {

using mesh::Vec3;

/// Pressure and normal derivative at the collocation points, one entry a panel.
struct IncidentField {
  la::Vector p;  ///< p_inc, Pa
  la::Vector q;  ///< q_inc = dp_inc/dn, Pa/m
};

/// The field of a source, by its functions pressure(source, wavenumber, x) and normal_derivative(source, wavenumber, x,
/// normal).
template <class Source>
IncidentField at_collocation_points(const Source& source, double wavenumber, const mesh::Surface& surface) {
  IncidentField field{la::Vector(surface.size()), la::Vector(surface.size())};
  for (Index j = 0; j < surface.size(); ++j) {
    field.p[j] = pressure(source, wavenumber, surface.centroids[j]);
    field.q[j] = normal_derivative(source, wavenumber, surface.centroids[j], surface.normals[j]);
  }
  return field;
}

}  // namespace febem::bem
