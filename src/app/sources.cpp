#include "app/sources.h"

#include <algorithm>
#include <cmath>

#include "bem/plane_wave.h"
#include "fem/loads.h"

namespace febem::app {
namespace {

bem::PlaneWave wave_of(const Excitation& excitation) {
  return {excitation.direction.normalized(), complex_amplitude(excitation)};
}

}  // namespace

Harmonic::Harmonic(double frequency, const Fluid& fluid)
    : hz(frequency), omega(2.0 * core::pi * frequency), wavenumber(omega / fluid.sound_speed) {}

Complex complex_amplitude(const Excitation& excitation) {
  return excitation.amplitude * std::polar(1.0, excitation.phase * core::pi / 180.0);
}

bem::Formulation formulation(const Case& problem, const mesh::Surface& surface, const Harmonic& at) {
  return problem.formulation.kind == "cbie" ? bem::cbie(at.wavenumber, surface) : bem::burton_miller(at.wavenumber, surface);
}

la::Vector incident(const Case& problem, const mesh::Surface& surface, const bem::Formulation& equation) {
  la::Vector sum = la::Vector::Zero(surface.size());
  for (const auto& excitation : problem.excitations) {
    if (excitation.kind != "plane_wave") continue;
    const auto field = bem::incident_field(wave_of(excitation), equation.wavenumber, surface);
    sum += field.p + equation.alpha.cwiseProduct(field.q);
  }
  return sum;
}

la::Vector incident_pressure(const Case& problem, const std::vector<Vec3>& points, double wavenumber) {
  la::Vector sum = la::Vector::Zero(static_cast<Eigen::Index>(points.size()));
  for (const auto& excitation : problem.excitations) {
    if (excitation.kind != "plane_wave") continue;
    for (std::size_t i = 0; i < points.size(); ++i)
      sum[static_cast<Eigen::Index>(i)] += bem::pressure(wave_of(excitation), wavenumber, points[i]);
  }
  return sum;
}

la::Vector prescribed(const Case& problem, const mesh::Surface& surface, const Harmonic& at) {
  const Complex velocity_to_slope = Complex(0.0, 1.0) * at.omega * problem.fluid.density;
  la::Vector q = la::Vector::Zero(surface.size());
  for (const auto& excitation : problem.excitations) {
    if (excitation.kind != "velocity") continue;
    const auto distribution = fem::legendre(excitation.legendre, excitation.axis.normalized());
    for (core::Index j = 0; j < surface.size(); ++j) {
      const auto& region = surface.regions[surface.panels[j].region];
      if (excitation.panels.empty() || excitation.panels == region)
        q[j] += velocity_to_slope * complex_amplitude(excitation) * distribution(surface.centroids[j]);
    }
  }
  return q;
}

bool has_incident_wave(const Case& problem) {
  return std::any_of(problem.excitations.begin(), problem.excitations.end(),
                     [](const Excitation& e) { return e.kind == "plane_wave"; });
}

bool excites(const Case& problem, const mesh::Surface& surface, const la::Vector& force, const Harmonic& at) {
  const auto any = [](const la::Vector& values) { return (values.array() != Complex(0.0)).any(); };
  // At 1 Hz: q has omega as a factor, which may be next to nothing.
  return any(force) || any(prescribed(problem, surface, Harmonic(1.0, problem.fluid))) ||
         any(incident_pressure(problem, surface.centroids, at.wavenumber));
}

Complex admittance(const Case& problem, const Harmonic& at) {
  if (!problem.impedance) return 0.0;
  const auto& surface = *problem.impedance;
  const double omega_squared = at.omega * at.omega;
  const Complex stiffness = surface.stiffness * Complex(1.0, -surface.loss_factor) - omega_squared * surface.mass;
  return -omega_squared * problem.fluid.density / stiffness;
}

la::Vector normal_derivative(const Case& problem, const Model& model, const Harmonic& at, const la::Vector& p,
                             const la::Vector& u) {
  const auto& surface = model.wet.surface;
  la::Vector q = prescribed(problem, surface, at) + admittance(problem, at) * p;
  if (!model.structure) return q;
  const double factor = at.omega * at.omega * problem.fluid.density;
  const la::Vector volume = model.coupling.transpose() * u;
  for (core::Index j = 0; j < surface.size(); ++j)
    q[j] += factor * volume[j] / surface.areas[static_cast<std::size_t>(j)];
  return q;
}

Directions directions(const Output& output) {
  Directions result;
  if (!output.directivity) return result;
  const auto& plane = output.directivity->plane;
  const Vec3 first = Vec3::Unit(plane[0] - 'x'), second = Vec3::Unit(plane[1] - 'x');
  const int count = static_cast<int>(std::lround(360.0 / output.directivity->step));
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * core::pi * i / count;
    result.vectors.push_back(std::cos(angle) * first + std::sin(angle) * second);
    result.angles.push_back(360.0 * i / count);
  }
  return result;
}

}  // namespace febem::app
