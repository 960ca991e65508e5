#include "bem/extinction.h"

namespace febem::bem {

double extinction_power(const mesh::Surface& surface, const IncidentField& incident, double omega, double density, const la::Vector& p,
                        const la::Vector& q) {
  double sum = 0;
  for (Index j = 0; j < surface.size(); ++j)
    sum += surface.areas[j] * (std::conj(incident.p[j]) * q[j] - std::conj(incident.q[j]) * p[j]).imag();
  return -sum / (2 * omega * density);
}

}  // namespace febem::bem
