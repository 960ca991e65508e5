// Plane wave:  p_inc = A e^{ik d.x},   q_inc = ik (d.n) p_inc
// Point source, e the unit vector from it:
//   grad G      = (ik - 1/r) G e
//   grad grad G = G [(3/r^2 - 3ik/r - k^2) e e^T + (ik/r - 1/r^2) I]
#include "bem/incident_field.h"

#include "bem/panel_quadrature.h"

namespace febem::bem {

Complex pressure(const PlaneWave& wave, double wavenumber, const Vec3& x) {
  return wave.amplitude * std::polar(1.0, wavenumber * wave.direction.dot(x));
}

Complex normal_derivative(
    const PlaneWave& wave, double wavenumber, const Vec3& x, const Vec3& normal) {
  return Complex(0, wavenumber * wave.direction.dot(normal)) * pressure(wave, wavenumber, x);
}

namespace {

/// Where a point lies as seen from the source, and G there.
struct SphericalWave {
  double r;
  Vec3 e;
  Complex green;
};

SphericalWave spherical_wave(const PointSource& source, double wavenumber, const Vec3& x) {
  const Vec3 d = x - source.position;
  const double r = d.norm();
  return {r, d / r, std::polar(1 / (4 * core::pi * r), wavenumber * r)};
}

/// f . v without conjugation.
Complex dot(const Eigen::Vector3cd& f, const Vec3& v) { return f.transpose() * v; }

}  // namespace

PointSource monopole(const Vec3& position, Complex volume_velocity, double omega, double density) {
  return {position, Complex(0, -omega * density) * volume_velocity};
}

PointSource dipole(const Vec3& position, const Eigen::Vector3cd& force) {
  return {position, 0, force};
}

Complex pressure(const PointSource& source, double wavenumber, const Vec3& x) {
  const auto [r, e, green] = spherical_wave(source, wavenumber, x);
  return (source.strength + Complex(1 / r, -wavenumber) * dot(source.force, e)) * green;
}

Complex normal_derivative(
    const PointSource& source, double wavenumber, const Vec3& x, const Vec3& normal) {
  const auto [r, e, green] = spherical_wave(source, wavenumber, x);
  const Complex decay(-1 / r, wavenumber);
  const Complex along(3 / (r * r) - wavenumber * wavenumber, -3 * wavenumber / r);
  const double cosine = e.dot(normal);
  return (source.strength * decay * cosine - along * dot(source.force, e) * cosine -
             decay / r * dot(source.force, normal)) *
         green;
}

namespace {

/// The means around each collocation point. visit(j, sink) calls sink(RulePoints) once or more.
template <class Source, class Visit>
IncidentField means(
    const Source& source, double wavenumber, const BoundarySpace& space, Visit&& visit) {
  IncidentField result{la::Vector::Zero(space.size()), la::Vector::Zero(space.size())};
  for (Index j = 0; j < space.size(); ++j) {
    const Vec3& normal = space.normals[j];
    visit(j, [&](const RulePoints& at) {
      for (int i = 0; i < at.size; ++i) {
        result.p[j] += at.weight[i] * pressure(source, wavenumber, at.point(i));
        result.q[j] += at.weight[i] * normal_derivative(source, wavenumber, at.point(i), normal);
      }
    });
    result.p[j] /= space.mass[j];
    result.q[j] /= space.mass[j];
  }
  return result;
}

}  // namespace

IncidentField panel_means(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface,
    const BoundarySpace& space) {
  return means(wave, wavenumber, space,
      [&](Index j, auto&& sink) { sink(wave_points(surface, space, j, wavenumber)); });
}

IncidentField panel_means(const PointSource& source, double wavenumber,
    const mesh::Surface& surface, const BoundarySpace& space) {
  if (space.order() > 0) return incident_field(source, wavenumber, space);
  return means(source, wavenumber, space, [&](Index j, auto&& sink) {
    for_each_leaf(panel_shape(surface, j), source.position,
        [&](const PanelShape& part, std::size_t rule) { sink(rule_points(part, rule)); });
  });
}

double extinction_power(const BoundarySpace& space, const IncidentField& incident, double omega,
    double density, const la::Vector& p, const la::Vector& q) {
  double sum = 0;
  for (Index j = 0; j < space.size(); ++j)
    sum +=
        space.mass[j] * (std::conj(incident.p[j]) * q[j] - std::conj(incident.q[j]) * p[j]).imag();
  return -sum / (2 * omega * density);
}

}  // namespace febem::bem
