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

IncidentField panel_means(const PlaneWave& wave, double wavenumber, const mesh::Surface& surface) {
  IncidentField means{la::Vector::Zero(surface.size()), la::Vector::Zero(surface.size())};
  for (Index j = 0; j < surface.size(); ++j) {
    const RulePoints at = rule_points(panel_shape(surface, j), order_for_waves);
    for (int i = 0; i < at.size; ++i)
      means.p[j] += at.weight[i] * pressure(wave, wavenumber, at.point(i));
    means.p[j] /= surface.areas[j];
    means.q[j] = Complex(0, wavenumber * wave.direction.dot(surface.normals[j])) * means.p[j];
  }
  return means;
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
  PointSource source;
  source.position = position;
  source.strength = Complex(0, -omega * density) * volume_velocity;
  return source;
}

PointSource dipole(const Vec3& position, const Eigen::Vector3cd& force) {
  PointSource source;
  source.position = position;
  source.force = force;
  return source;
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

IncidentField panel_means(
    const PointSource& source, double wavenumber, const mesh::Surface& surface) {
  const PanelQuadrature quadrature(surface);
  IncidentField means{la::Vector::Zero(surface.size()), la::Vector::Zero(surface.size())};
  for (Index j = 0; j < surface.size(); ++j) {
    const Vec3& normal = surface.normals[j];
    quadrature.visit(source.position, j, [&](const RulePoints& at) {
      for (int i = 0; i < at.size; ++i) {
        means.p[j] += at.weight[i] * pressure(source, wavenumber, at.point(i));
        means.q[j] += at.weight[i] * normal_derivative(source, wavenumber, at.point(i), normal);
      }
    });
    means.p[j] /= surface.areas[j];
    means.q[j] /= surface.areas[j];
  }
  return means;
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
