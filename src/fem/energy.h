// Energies and power of a harmonic displacement.
#pragma once

#include "fem/structure.h"

namespace febem::fem {

/// Time averages.
struct Energies {
  double strain = 0;            ///< 1/4 u^H K u, J
  double kinetic = 0;           ///< 1/4 omega^2 u^H M u, J
  double dissipated_power = 0;  ///< 1/2 omega u^H (eta K) u, W
};

/// `u` (n_s, m) holds the free degrees of freedom, omega is in rad/s.
Energies energies(const Structure& structure, const la::Vector& u, double omega);

double dissipated_power(const Structure& structure, const la::Vector& u, double omega);

}  // namespace febem::fem
