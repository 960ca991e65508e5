// p_inc = A e^{ik d.x},   q_inc = ik (d.n) p_inc
#include "bem/plane_wave.h"

namespace febem::bem {

Complex pressure(const PlaneWave& wave, double wavenumber, const Vec3& x) {
  return wave.amplitude * std::polar(1.0, wavenumber * wave.direction.dot(x));
}

Complex normal_derivative(const PlaneWave& wave, double wavenumber, const Vec3& x, const Vec3& normal) {
  return Complex(0, wavenumber * wave.direction.dot(normal)) * pressure(wave, wavenumber, x);
}

IncidentField incident_field(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface) {
  return at_collocation_points(wave, wavenumber, surface);
}

}  // namespace febem::bem
