#include "bem/formulation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace febem::bem {

Formulation cbie(double wavenumber) { return {Equation::cbie, wavenumber, 0.0}; }

Formulation burton_miller(double wavenumber, double length) {
  const double coupling = wavenumber > 0 ? std::min(1 / wavenumber, length / 2) : length / 2;
  return {Equation::burton_miller, wavenumber, Complex(0, coupling)};
}

double body_length(const mesh::Surface& surface) {
  const double area = std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0);
  return std::sqrt(area / (4 * core::pi));
}

}  // namespace febem::bem
