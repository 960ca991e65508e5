#include "driver/postprocessing.h"

#include <algorithm>
#include <cmath>

#include "bem/incident_field.h"
#include "core/digest.h"
#include "fem/structure.h"
#include "la/norms.h"

namespace febem::driver {
namespace {

std::vector<core::Complex> list(const la::Vector& values) {
  return {values.data(), values.data() + values.size()};
}

}  // namespace

Postprocessing::Postprocessing(const Sweep& sweep, const cases::FrequencyPoint& at)
    : problem_(sweep.problem()), model_(sweep.model()), surface_(model_.wet.surface), at_(at),
      field_(sweep.surface(), at.wavenumber) {}

void Postprocessing::fill(
    const la::Vector& p, const StructuralSolution& structural, io::FrequencySolution& out) const {
  const la::Vector& u = structural.displacement;
  const la::Vector q = cases::normal_derivative(problem_, model_, at_, p, u);
  const la::Vector v = velocity(q);
  out.pressure = list(p);
  out.normal_velocity = list(v);
  if (model_.structure) out.displacement = nodal(u);
  out.figures.solution_digest = core::digest(std::as_bytes(std::span(out.pressure)));
  out.figures.mean_pressure_pa = mean_pressure(p);
  powers(p, q, v, structural, out.figures);
  fields(p, q, out);
}

ApplicableChecks Postprocessing::applicable_checks(
    const la::Vector& u, const io::FrequencySolution& solution) const {
  ApplicableChecks result;
  result.excited = cases::excites(problem_, model_);
  result.structure = model_.structure.has_value();
  result.far_field = true;
  if (cases::has_incident_field(problem_, model_.wet.surface))
    result.apparent_scattered_w = apparent_scattered_power(solution);
  if (model_.structure) result.apparent_input_w = apparent_input(u);
  return result;
}

std::vector<core::Complex> Postprocessing::nodal(const la::Vector& u) const {
  const auto table = model_.structure->nodal(u);
  std::vector<core::Complex> result;
  for (Eigen::Index node = 0; node < table.rows(); ++node)
    for (Eigen::Index d = 0; d < 3; ++d) result.push_back(table(node, d));
  return result;
}

la::Vector Postprocessing::velocity(const la::Vector& q) const {
  return q / (core::Complex(0.0, 1.0) * at_.omega * problem_.fluid.density);
}

double Postprocessing::mean_pressure(const la::Vector& p) const {
  double sum = 0.0, area = 0.0;
  for (core::Index j = 0; j < model_.space.size(); ++j) {
    sum += model_.space.mass[static_cast<std::size_t>(j)] * std::norm(p[j]);
    area += model_.space.mass[static_cast<std::size_t>(j)];
  }
  return std::sqrt(sum / area);
}

double Postprocessing::apparent_power(const la::Vector& p, const la::Vector& v) const {
  const Eigen::Map<const Eigen::ArrayXd> areas(model_.space.mass.data(), model_.space.size());
  return 0.5 * (areas * p.cwiseAbs().array() * v.cwiseAbs().array()).sum();
}

double Postprocessing::apparent_input(const la::Vector& u) const {
  return 0.5 * at_.omega * model_.force.cwiseAbs().dot(u.cwiseAbs());
}

double Postprocessing::apparent_scattered_power(const io::FrequencySolution& solution) const {
  const auto incident =
      cases::incident_field(problem_, model_.wet.surface, model_.space, at_.wavenumber);
  const auto values = [](const std::vector<core::Complex>& of) {
    return Eigen::Map<const la::Vector>(of.data(), static_cast<Eigen::Index>(of.size()));
  };
  return apparent_power(values(solution.pressure) - incident.p,
      values(solution.normal_velocity) - velocity(incident.q));
}

void Postprocessing::extinction(
    const la::Vector& p, const la::Vector& q, io::FrequencyResult& out) const {
  const auto incident =
      cases::mean_incident_field(problem_, model_.wet.surface, model_.space, at_.wavenumber);
  out.extinction_power_w =
      bem::extinction_power(model_.space, incident, at_.omega, problem_.fluid.density, p, q);
  const double emitted = std::max(out.radiated_power_w, 0.0),
               absorbed = std::max(-out.radiated_power_w, 0.0);
  out.extinction_over_loss =
      (out.extinction_power_w + emitted) / (out.far_field_power_w + absorbed);
}

void Postprocessing::powers(const la::Vector& p, const la::Vector& q, const la::Vector& v,
    const StructuralSolution& structural, io::FrequencyResult& out) const {
  out.radiated_power_w = bem::surface_power(model_.space, p, v);
  out.far_field_power_w =
      field_.far_field_power(problem_.fluid.density, problem_.fluid.sound_speed, p, q);
  if (cases::has_incident_field(problem_, model_.wet.surface))
    extinction(p, q, out);
  else
    out.surface_over_far_field = out.radiated_power_w / out.far_field_power_w;
  out.apparent_power_w = apparent_power(p, v);
  if (!model_.structure) {
    out.input_power_w = problem_.impedance ? 0.0 : out.radiated_power_w;
    out.dissipated_power_w = problem_.impedance ? -out.radiated_power_w : 0.0;
    return;
  }
  // 1/2 Re F^H (-i omega u)
  out.input_power_w =
      0.5 * (model_.force.dot(core::Complex(0.0, -at_.omega) * structural.displacement)).real();
  out.dissipated_power_w = -0.5 * at_.omega * structural.loss;
  const double largest =
      la::larger(la::larger(std::abs(out.input_power_w), std::abs(out.dissipated_power_w)),
          std::abs(out.radiated_power_w));
  if (largest > 0 && !rounding_decides_balance(
                         out, out.apparent_power_w + apparent_input(structural.displacement)))
    out.power_balance_error =
        std::abs(out.input_power_w - out.dissipated_power_w - out.radiated_power_w) / largest;
}

void Postprocessing::fields(
    const la::Vector& p, const la::Vector& q, io::FrequencySolution& out) const {
  const auto& points = model_.field.computed;
  if (!points.empty())
    out.field_pressure =
        list(field_.pressure(points, p, q) +
             cases::incident_pressure(problem_, model_.wet.surface, points, at_.wavenumber));
  const auto far = cases::directions(problem_.output);
  if (!far.vectors.empty()) out.directivity = list(field_.directivity(far.vectors, p, q));
}

}  // namespace febem::driver
