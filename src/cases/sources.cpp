#include "cases/sources.h"

#include <algorithm>
#include <cmath>

#include "bem/incident_field.h"
#include "core/error.h"
#include "fem/loads.h"
#include "mesh/inside.h"
#include "meshes/hdf5_reader.h"

namespace febem::cases {
namespace {

bem::PlaneWave wave_of(const Excitation& excitation) {
  return {excitation.direction.normalized(), complex_amplitude(excitation)};
}

bem::PointSource point_source_of(
    const Excitation& excitation, const Fluid& fluid, double wavenumber) {
  const Complex amplitude = complex_amplitude(excitation);
  if (excitation.kind == "monopole")
    return bem::monopole(
        excitation.position, amplitude, wavenumber * fluid.sound_speed, fluid.density);
  return bem::dipole(excitation.position, amplitude * excitation.direction.normalized());
}

bool drives_from_inside(const Excitation& excitation, const mesh::Surface& surface) {
  return is_point_source(excitation) && mesh::encloses(surface, excitation.position);
}

/// Calls visit(source) for each incident field.
template <class Visit>
void for_each_incident(
    const Case& problem, const mesh::Surface& surface, double wavenumber, Visit&& visit) {
  for (const auto& excitation : problem.excitations) {
    if (!is_incident(excitation, surface)) continue;
    if (is_point_source(excitation))
      visit(point_source_of(excitation, problem.fluid, wavenumber));
    else
      visit(wave_of(excitation));
  }
}

/// The sum of field(source) over all incident fields.
template <class FieldOf>
bem::IncidentField sum_of_incident(const Case& problem, const mesh::Surface& surface,
    Eigen::Index unknowns, double wavenumber, FieldOf&& field) {
  bem::IncidentField sum{la::Vector::Zero(unknowns), la::Vector::Zero(unknowns)};
  for_each_incident(problem, surface, wavenumber, [&](const auto& source) {
    const bem::IncidentField one = field(source);
    sum.p += one.p;
    sum.q += one.q;
  });
  return sum;
}

/// P_n(cos theta) on the panels that a velocity moves, zero on the others.
la::RealVector distribution(
    const Excitation& excitation, const mesh::Surface& surface, const bem::BoundarySpace& space) {
  const auto legendre = fem::legendre(excitation.legendre, excitation.axis.normalized());
  la::RealVector values = la::RealVector::Zero(space.size());
  for (core::Index j = 0; j < space.size(); ++j) {
    const auto& region = surface.regions[surface.panels[space.panel[j]].region];
    if (excitation.panels.empty() || excitation.panels == region)
      values[j] = legendre(space.points[j]);
  }
  return values;
}

}  // namespace

FrequencyPoint::FrequencyPoint(double frequency, const Fluid& fluid)
    : hz(frequency), omega(2.0 * core::pi * frequency), wavenumber(omega / fluid.sound_speed) {}

Complex complex_amplitude(const Excitation& excitation) {
  return excitation.amplitude * std::polar(1.0, excitation.phase * core::pi / 180.0);
}

bool is_incident(const Excitation& excitation, const mesh::Surface& surface) {
  return excitation.kind == "plane_wave" ||
         (is_point_source(excitation) && !mesh::encloses(surface, excitation.position));
}

bool has_incident_field(const Case& problem, const mesh::Surface& surface) {
  return std::any_of(problem.excitations.begin(), problem.excitations.end(),
      [&](const Excitation& e) { return is_incident(e, surface); });
}

bem::IncidentField incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber) {
  return sum_of_incident(problem, surface, space.size(), wavenumber,
      [&](const auto& source) { return bem::incident_field(source, wavenumber, space); });
}

bem::IncidentField mean_incident_field(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, double wavenumber) {
  return sum_of_incident(problem, surface, space.size(), wavenumber,
      [&](const auto& source) { return bem::panel_means(source, wavenumber, surface, space); });
}

la::Vector incident(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const bem::Formulation& equation) {
  const auto field = incident_field(problem, surface, space, equation.wavenumber);
  return field.p + equation.alpha.cwiseProduct(field.q);
}

la::Vector incident_pressure(const Case& problem, const mesh::Surface& surface,
    const std::vector<Vec3>& points, double wavenumber) {
  la::Vector sum = la::Vector::Zero(static_cast<Eigen::Index>(points.size()));
  for_each_incident(problem, surface, wavenumber, [&](const auto& source) {
    for (std::size_t i = 0; i < points.size(); ++i)
      sum[static_cast<Eigen::Index>(i)] += bem::pressure(source, wavenumber, points[i]);
  });
  return sum;
}

la::Vector prescribed(const Case& problem, const Model& model, const FrequencyPoint& at) {
  const auto& surface = model.wet.surface;
  const Complex velocity_to_normal_derivative =
      Complex(0.0, 1.0) * at.omega * problem.fluid.density;
  la::Vector q = la::Vector::Zero(model.space.size());
  if (model.velocity.size() != 0) q = velocity_to_normal_derivative * model.velocity;
  for (const auto& excitation : problem.excitations) {
    if (excitation.kind == "velocity" && excitation.file.empty())
      q += velocity_to_normal_derivative * complex_amplitude(excitation) *
           distribution(excitation, surface, model.space);
    if (drives_from_inside(excitation, surface))
      q += bem::panel_means(point_source_of(excitation, problem.fluid, at.wavenumber),
          at.wavenumber, surface, model.space)
               .q;
  }
  return q;
}

bool has_prescribed(const Case& problem, const mesh::Surface& surface) {
  return std::any_of(problem.excitations.begin(), problem.excitations.end(),
      [&](const Excitation& e) { return e.kind == "velocity" || drives_from_inside(e, surface); });
}

bool excites(const Case& problem, const Model& model) {
  const auto any = [](const la::Vector& values) { return (values.array() != Complex(0.0)).any(); };
  // At 1 Hz: terms with omega as a factor may vanish in rounding at the frequency wanted.
  const FrequencyPoint at(1.0, problem.fluid);
  return any(model.force) || any(prescribed(problem, model, at)) ||
         any(incident_pressure(problem, model.wet.surface, model.space.points, at.wavenumber));
}

Complex admittance(const Case& problem, const FrequencyPoint& at) {
  if (!problem.impedance) return 0.0;
  const auto& surface = *problem.impedance;
  const double omega_squared = at.omega * at.omega;
  const Complex stiffness =
      surface.stiffness * Complex(1.0, -surface.loss_factor) - omega_squared * surface.mass;
  return -omega_squared * problem.fluid.density / stiffness;
}

la::Vector normal_derivative(const Case& problem, const Model& model, const FrequencyPoint& at,
    const la::Vector& p, const la::Vector& u) {
  const auto& mass = model.space.mass;
  la::Vector q = prescribed(problem, model, at) + admittance(problem, at) * p;
  if (!model.structure) return q;
  const double factor = at.omega * at.omega * problem.fluid.density;
  const la::Vector volume = model.coupling.transpose() * u;
  for (std::size_t j = 0; j < mass.size(); ++j) q[j] += factor * volume[j] / mass[j];
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

la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset,
    core::Index unknowns, const std::string& unit) {
  const meshes::Hdf5Reader reader(file.string(), "data file");
  const auto values = reader.complexes(dataset);
  if (values.size() != static_cast<std::size_t>(unknowns))
    reader.refuse(dataset, "has " + std::to_string(values.size()) + " values for " +
                               std::to_string(unknowns) + " unknowns of the surface");
  for (std::size_t j = 0; j < values.size(); ++j)
    if (!std::isfinite(values[j].real()) || !std::isfinite(values[j].imag()))
      reader.refuse(dataset, "row " + std::to_string(j) + " is not a finite number");
  return reader.unit(dataset, unit) * la::Vector::Map(values.data(), unknowns);
}

}  // namespace febem::cases
