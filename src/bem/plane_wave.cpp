// p_inc = A e^{ik d.x},   q_inc = ik (d.n) p_inc
#include "bem/plane_wave.h"

#include "bem/panel_rule.h"

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

IncidentField panel_means(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface) {
  IncidentField means{la::Vector::Zero(surface.size()), la::Vector::Zero(surface.size())};
  for (Index j = 0; j < surface.size(); ++j) {
    const PointBuffer at = rule_points(panel_shape(surface, j), order_for_waves);
    for (int i = 0; i < at.size; ++i) means.p[j] += at.weight[i] * pressure(wave, wavenumber, {at.x[i], at.y[i], at.z[i]});
    means.p[j] /= surface.areas[j];
    means.q[j] = Complex(0, wavenumber * wave.direction.dot(surface.normals[j])) * means.p[j];
  }
  return means;
}

}  // namespace febem::bem
