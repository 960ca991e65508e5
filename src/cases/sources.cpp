#include "cases/sources.h"

#include <algorithm>
#include <cmath>

#include "bem/incident_field.h"
#include "cases/planes.h"
#include "core/error.h"
#include "core/text_table.h"
#include "fem/loads.h"
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

bool is_inside(const Case& problem, const mesh::Surface& surface, const Vec3& x) {
  return mesh::encloses(surface, mirrors(problem), x);
}

bool drives_from_inside(
    const Case& problem, const Excitation& excitation, const mesh::Surface& surface) {
  return is_point_source(excitation) && is_inside(problem, surface, excitation.position);
}

/// The image of a source in a mirror: e^{ikd.x'} = e^{2ik d_e at} e^{ikd'.x}, e the axis.
bem::PlaneWave image_of(bem::PlaneWave wave, const mesh::Mirror& mirror, double wavenumber) {
  wave.amplitude *=
      mirror.sign * std::polar(1.0, 2 * wavenumber * mirror.at * wave.direction[mirror.axis]);
  wave.direction = mirror.turned(wave.direction);
  return wave;
}
bem::PointSource image_of(bem::PointSource source, const mesh::Mirror& mirror, double) {
  source.position = mirror.image(source.position);
  source.strength *= mirror.sign;
  source.force *= mirror.sign;
  source.force[mirror.axis] *= -1;
  return source;
}

/// Calls visit(source) for the source and its images in the planes where the fluid ends.
template <class Source, class Visit>
void for_each_image(const Case& problem, const Source& source, double wavenumber, Visit&& visit) {
  const auto ends = ends_of_fluid(problem);
  for (unsigned image = 0; image < mesh::image_count(ends); ++image) {
    Source one = source;
    mesh::for_each_mirror(
        ends, image, [&](const mesh::Mirror& mirror) { one = image_of(one, mirror, wavenumber); });
    visit(one);
  }
}

/// Calls visit(source) for each incident field.
template <class Visit>
void for_each_incident(const Case& problem, const LoadCase& load, const mesh::Surface& surface,
    double wavenumber, Visit&& visit) {
  for (const auto& excitation : load.excitations) {
    if (!is_incident(problem, excitation, surface)) continue;
    if (is_point_source(excitation))
      for_each_image(
          problem, point_source_of(excitation, problem.fluid, wavenumber), wavenumber, visit);
    else
      for_each_image(problem, wave_of(excitation), wavenumber, visit);
  }
}

/// The sum of field(source) over all incident fields.
template <class FieldOf>
bem::IncidentField sum_of_incident(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, Eigen::Index unknowns, double wavenumber, FieldOf&& field) {
  bem::IncidentField sum{la::Vector::Zero(unknowns), la::Vector::Zero(unknowns)};
  for_each_incident(problem, load, surface, wavenumber, [&](const auto& source) {
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

bool is_incident(const Case& problem, const Excitation& excitation, const mesh::Surface& surface) {
  return excitation.kind == "plane_wave" ||
         (is_point_source(excitation) && !is_inside(problem, surface, excitation.position));
}

bool has_incident_field(const Case& problem, const LoadCase& load, const mesh::Surface& surface) {
  return std::any_of(load.excitations.begin(), load.excitations.end(),
      [&](const Excitation& e) { return is_incident(problem, e, surface); });
}

bool is_struck(const Case& problem, const LoadCase& load) {
  return problem.planes.empty() && load.excitations.size() == 1 &&
         load.excitations.front().kind == "plane_wave";
}

bem::IncidentField incident_field(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const bem::BoundarySpace& space, double wavenumber) {
  return sum_of_incident(problem, load, surface, space.size(), wavenumber,
      [&](const auto& source) { return bem::incident_field(source, wavenumber, space); });
}

bem::IncidentField mean_incident_field(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const bem::BoundarySpace& space, double wavenumber) {
  return sum_of_incident(problem, load, surface, space.size(), wavenumber,
      [&](const auto& source) { return bem::panel_means(source, wavenumber, surface, space); });
}

la::Vector incident(const Case& problem, const LoadCase& load, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const bem::Formulation& equation) {
  const auto field = incident_field(problem, load, surface, space, equation.wavenumber);
  return field.p + equation.alpha.cwiseProduct(field.q);
}

la::Vector incident_pressure(const Case& problem, const LoadCase& load,
    const mesh::Surface& surface, const std::vector<Vec3>& points, double wavenumber) {
  la::Vector sum = la::Vector::Zero(static_cast<Eigen::Index>(points.size()));
  for_each_incident(problem, load, surface, wavenumber, [&](const auto& source) {
    for (std::size_t i = 0; i < points.size(); ++i)
      sum[static_cast<Eigen::Index>(i)] += bem::pressure(source, wavenumber, points[i]);
  });
  return sum;
}

la::Vector prescribed(
    const Case& problem, const LoadCase& load, const Model& model, const FrequencyPoint& at) {
  const auto& surface = model.wet.surface;
  const Complex velocity_to_normal_derivative =
      Complex(0.0, 1.0) * at.omega * problem.fluid.density;
  la::Vector q = la::Vector::Zero(model.space.size());
  if (model.velocity.size() != 0)
    q = velocity_to_normal_derivative * model.velocity.col(load.number);
  for (const auto& excitation : load.excitations) {
    if (excitation.kind == "velocity" && excitation.file.empty())
      q += velocity_to_normal_derivative * complex_amplitude(excitation) *
           distribution(excitation, surface, model.space);
    if (drives_from_inside(problem, excitation, surface))
      for_each_image(problem, point_source_of(excitation, problem.fluid, at.wavenumber),
          at.wavenumber, [&](const bem::PointSource& source) {
            q += bem::panel_means(source, at.wavenumber, surface, model.space).q;
          });
  }
  return q;
}

bool has_prescribed(const Case& problem, const mesh::Surface& surface) {
  return std::any_of(
      problem.excitations.begin(), problem.excitations.end(), [&](const Excitation& e) {
        return e.kind == "velocity" || drives_from_inside(problem, e, surface);
      });
}

bool excites(const Case& problem, const LoadCase& load, const Model& model) {
  const auto any = [](const la::Vector& values) { return (values.array() != Complex(0.0)).any(); };
  // At 1 Hz: terms with omega as a factor may vanish in rounding at the frequency wanted.
  const FrequencyPoint at(1.0, problem.fluid);
  if (is_struck(problem, load)) return load.excitations.front().amplitude != 0;
  return (model.force.size() != 0 && any(model.force.col(load.number))) ||
         (model.drive.size() != 0 && any(model.drive.col(load.number))) ||
         any(prescribed(problem, load, model, at)) ||
         any(incident_pressure(
             problem, load, model.wet.surface, model.space.points, at.wavenumber));
}

la::Vector admittance(const Case& problem, const mesh::Surface& surface,
    const bem::BoundarySpace& space, const FrequencyPoint& at) {
  la::Vector y;
  for (const auto& impedance : problem.impedances) {
    if (y.size() == 0) y = la::Vector::Zero(space.size());
    const Complex of_region = Complex(0, -at.omega * problem.fluid.density) / impedance.at(at.hz);
    for (core::Index j = 0; j < space.size(); ++j)
      if (impedance.panels.empty() ||
          impedance.panels == surface.regions[surface.panels[space.panel[j]].region])
        y[j] = of_region;
  }
  return y;
}

la::Vector normal_derivative(const Case& problem, const LoadCase& load, const Model& model,
    const FrequencyPoint& at, const la::Vector& y, const la::Vector& p, const la::Vector& u) {
  const auto& mass = model.space.mass;
  la::Vector q = prescribed(problem, load, model, at);
  if (y.size() != 0) q += y.cwiseProduct(p);
  if (!model.structure) return q;
  const double factor = at.omega * at.omega * problem.fluid.density;
  const la::Vector volume = model.coupling.transpose() * u;
  for (std::size_t j = 0; j < mass.size(); ++j) q[j] += factor * volume[j] / mass[j];
  return q;
}

Directions directions(const DirectionSet& set) {
  constexpr double degree = core::pi / 180;
  Directions result;
  const auto add = [&](const Vec3& vector, double angle, double elevation) {
    result.vectors.push_back(vector);
    result.angles.push_back(angle);
    result.elevations.push_back(elevation);
  };
  for (const auto& vector : set.vectors) {
    const Vec3 unit = vector.normalized();
    add(unit, std::atan2(unit.y(), unit.x()) / degree, std::asin(unit.z()) / degree);
  }
  if (!set.vectors.empty()) return result;
  const Vec3 first = Vec3::Unit(set.plane[0] - 'x'), second = Vec3::Unit(set.plane[1] - 'x'),
             third = Vec3::Ones() - first - second;
  auto angles = set.angles;
  const int parts = static_cast<int>(std::lround((set.to - set.from) / set.step));
  for (int i = 0; set.angles.empty() && i < (set.is_circle() ? parts : parts + 1); ++i)
    angles.push_back(set.from + (parts == 0 ? 0 : (set.to - set.from) * i / parts));
  for (const double elevation : set.elevations)
    for (const double angle : angles)
      add(std::cos(elevation * degree) *
                  (std::cos(angle * degree) * first + std::sin(angle * degree) * second) +
              std::sin(elevation * degree) * third,
          angle, elevation);
  return result;
}

Directions directions(const Case& problem) {
  constexpr double rounding = 1e-12;
  Directions result;
  if (!problem.output.directivity) return result;
  const auto all = directions(*problem.output.directivity);
  const auto ends = ends_of_fluid(problem);
  for (std::size_t i = 0; i < all.vectors.size(); ++i) {
    const auto& vector = all.vectors[i];
    if (std::ranges::any_of(
            ends, [&](const auto& end) { return end.side * vector[end.axis] < -rounding; }))
      continue;
    result.vectors.push_back(vector);
    result.angles.push_back(all.angles[i]);
    result.elevations.push_back(all.elevations[i]);
  }
  return result;
}

bool acts_in(const Excitation& excitation, const LoadCase& load) {
  return excitation.load_case.empty() || excitation.load_case == load.name;
}

std::vector<LoadCase> load_cases(const Case& problem) {
  std::vector<LoadCase> loads;
  const auto add = [&](std::string name) -> LoadCase& {
    auto& load = loads.emplace_back(LoadCase{std::move(name), {}, std::ssize(loads)});
    for (const auto& e : problem.excitations)
      if (acts_in(e, load)) load.excitations.push_back(e);
    return load;
  };
  for (const auto& e : problem.excitations)
    if (!e.load_case.empty() &&
        std::ranges::find(loads, e.load_case, &LoadCase::name) == loads.end())
      add(e.load_case);
  for (const auto& incidence : problem.incidences) {
    const auto from = directions(incidence);
    for (std::size_t i = 0; i < from.vectors.size(); ++i) {
      auto& load = add(core::text(from.angles[i], " deg, ", from.elevations[i], " deg"));
      load.origin = {from.vectors[i], from.angles[i], from.elevations[i]};
      Excitation wave;
      wave.kind = "plane_wave";
      wave.direction = -from.vectors[i];
      wave.amplitude = incidence.amplitude;
      wave.lines = incidence.lines;
      load.excitations.push_back(std::move(wave));
    }
  }
  if (loads.empty()) add("");
  return loads;
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
