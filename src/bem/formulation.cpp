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

double regular_below(const mesh::Surface& surface) {
  const double ball = core::pi * std::cbrt(4 * core::pi / (3 * mesh::enclosed_volume(surface)));
  mesh::Vec3 low = surface.points.front(), high = low;
  for (const auto& x : surface.points) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const double box = core::pi * (high - low).cwiseInverse().norm();
  return std::max(ball, box);
}

Formulation automatic(double wavenumber, const mesh::Surface& surface) {
  // Near an irregular frequency the CBIE is already ill-conditioned.
  constexpr double margin = 0.8;
  return wavenumber < margin * regular_below(surface) ? cbie(wavenumber)
                                                      : burton_miller(wavenumber, body_length(surface));
}

double body_length(const mesh::Surface& surface) {
  const double area = std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0);
  return std::sqrt(area / (4 * core::pi));
}

}  // namespace febem::bem
