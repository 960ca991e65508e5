#include "driver/postprocessing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bem/beam.h"
#include "bem/incident_field.h"
#include "cases/planes.h"
#include "cases/share.h"
#include "core/digest.h"
#include "fem/structure.h"
#include "la/index_range.h"
#include "la/norms.h"

namespace febem::driver {
namespace {

std::vector<core::Complex> list(const la::Vector& values) {
  return {values.data(), values.data() + values.size()};
}

}  // namespace

Postprocessing::Postprocessing(const Sweep& sweep, const cases::FrequencyPoint& at)
    : problem_(sweep.problem()), model_(sweep.model()), loads_(sweep.loads()),
      surface_(model_.wet.surface), at_(at), parts_(cases::parts_of_body(problem_)),
      force_(model_.force_at(at.omega)),
      admittance_(cases::admittance(problem_, surface_, model_.space, at)),
      field_(sweep.surface(), at.wavenumber) {}

std::vector<double> Postprocessing::fill(const la::Matrix& p,
    const std::vector<StructuralSolution>& structural, const comm::Messenger& messages,
    std::vector<io::FrequencySolution>& out) const {
  const bool is_master = messages.rank() == core::master;
  la::Matrix q = la::Matrix::Zero(p.rows(), p.cols());
  for (const auto& load : loads_)
    if (is_master)
      q.col(load.number) = cases::normal_derivative(problem_, load, model_, at_, admittance_,
          p.col(load.number), structural[load.number].displacement);
  if (model_.structure || admittance_.size() > 0 || cases::has_prescribed(problem_, surface_))
    messages.broadcast(la::span_of(q), core::master);
  const auto far = far_fields(p, q, messages);
  auto points = model_.field.computed;  // the master's
  if (const auto& asked = problem_.output; !asked.field_points.empty() || !asked.grids.empty())
    cases::share(messages, points);
  const auto directions = cases::directions(problem_).vectors;
  const auto rows_of = [&](auto function, const auto& places) {
    return shared(
        std::ssize(places),
        [&](la::Index first, la::Index count) {
          return (field_.*function)(std::span(places).subspan(first, count), p, q);
        },
        messages);
  };
  const la::Matrix near_field = rows_of(&bem::Field::pressure, points),
                   far_field = rows_of(&bem::Field::directivity, directions);
  std::vector<double> apparent;
  if (!is_master) return apparent;
  // Of all directions those in the fluid, and of all images of the body those of symmetry.
  for (const auto& load : loads_)
    out[load.number].figures.far_field_power_w =
        far.power(load.number) / mesh::image_count(cases::ends_of_fluid(problem_));
  echoes(p, q, out);
  std::vector<fem::Electrodes::State> states(loads_.size());  // of the mesh
  std::vector<double> levelled;                               // |f|, Pa m, without a wave
  const auto& axis = problem_.output.axis;
  for (const auto& load : loads_) {
    auto& one = out[load.number];
    const auto& response = structural[load.number];
    const la::Vector of_p = p.col(load.number), of_q = q.col(load.number), v = velocity(of_q);
    one.pressure = list(of_p);
    one.normal_velocity = list(v);
    if (model_.structure) one.displacement = nodal(response.displacement);
    one.figures.solution_digest = core::digest(std::as_bytes(std::span(one.pressure)));
    one.figures.mean_pressure_pa = root_mean_square(of_p);
    one.figures.mean_square_velocity_m2_per_s2 = std::pow(root_mean_square(v), 2) / 2;
    if (model_.electrodes)
      states[load.number] =
          model_.electrodes->state(response.displacement, model_.drive.col(load.number), at_.omega);
    powers(load, of_p, of_q, v, response, states[load.number], one.figures);
    const bool incident = cases::has_incident_field(problem_, load, surface_);
    apparent.push_back(incident ? apparent_scattered_power(load, of_p, of_q) : 0);
    levelled.push_back(incident        ? 0
                       : axis.isZero() ? far.largest(load.number)
                                       : far.modulus(load.number, axis.normalized()));
    if (!incident) radiation(levelled.back(), one.figures);
  }
  if (model_.electrodes) electric(p, q, structural, levelled, std::move(states), out);
  fields(near_field, far_field, out);
  return apparent;
}

/// Charges of the whole body, of which the mesh is a part.
void Postprocessing::electric(const la::Matrix& p, const la::Matrix& q,
    const std::vector<StructuralSolution>& structural, const std::vector<double>& levelled,
    std::vector<fem::Electrodes::State> states, std::vector<io::FrequencySolution>& out) const {
  using core::Complex;
  const auto decibels = [](double ratio) { return 20 * std::log10(ratio); };
  constexpr double to_micropascal = 120;  // dB
  const auto& all = *model_.electrodes;
  std::vector<la::Index> live;
  for (la::Index i = 0; i < all.count(); ++i)
    if (problem_.electrodes[i].kind != "ground") live.push_back(i);
  la::Index driving = -1;  // the load case that only voltage or charge drives
  for (const auto& load : loads_) {
    const la::Vector drive = model_.drive.col(load.number);
    auto& state = states[load.number];
    state.charge *= parts_;
    out[load.number].voltage = list(state.volts);
    out[load.number].charge = list(state.charge);
    out[load.number].potential =
        list(model_.structure->nodal_potential(structural[load.number].displacement, state.volts));
    auto& f = out[load.number].figures;
    if (!std::ranges::all_of(load.excitations, cases::is_electric) ||
        (drive.array() != Complex(0)).count() != 1)
      continue;
    driving = load.number;
    la::Index driven = 0;
    drive.cwiseAbs().maxCoeff(&driven);
    const Complex volts = all.circuit(driven).exists() ? drive[driven] : state.volts[driven],
                  admittance = Complex(0, -at_.omega) * state.charge[driven] / volts;
    f.conductance_s = admittance.real();
    f.susceptance_s = -admittance.imag();
    f.resistance_ohm = (1.0 / admittance).real();
    f.reactance_ohm = -(1.0 / admittance).imag();
    f.transmitting_response_db = decibels(levelled[driving] / std::abs(volts)) + to_micropascal;
    f.efficiency = f.radiated_power_w / (f.input_power_w + f.circuit_power_w);
  }
  if (live.size() != 1) return;
  const la::Index i = live.front();
  for (const auto& load : loads_) {
    if (!cases::is_struck(problem_, load) || (all.is_held(i) && driving < 0)) continue;
    // A shorted electrode would be free of charge at the voltage that drives its charge back.
    const auto& state = states[load.number];
    const Complex open =
        all.is_held(i) ? -state.charge[i] * states[driving].volts[i] / states[driving].charge[i]
                       : state.volts[i];
    auto& f = out[load.number].figures;
    const auto& wave = load.excitations.front();
    const Complex heard = open / cases::complex_amplitude(wave);
    const double sensitivity = std::abs(heard);
    f.receiving_phase_deg = std::arg(heard) * 180 / core::pi;
    f.receiving_sensitivity_db = decibels(sensitivity) - to_micropascal;
    if (driving < 0 || all.circuit(i).exists()) continue;
    const std::array back{mesh::Vec3(-wave.direction.normalized())};
    const la::Vector sent = field_.each_in_its_direction(back, p.col(driving), q.col(driving));
    const double current = at_.omega * std::abs(states[driving].charge[i]);
    f.reciprocity_error_db = decibels(sensitivity * current * at_.omega * problem_.fluid.density /
                                      (4 * core::pi * std::abs(sent[0])));
  }
}

/// All rows of a matrix, on the master. Each rank computes as many.
la::Matrix Postprocessing::shared(
    la::Index count, const bem::Field::Rows& rows, const comm::Messenger& messages) const {
  if (count == 0) return {};
  const auto part = [&](int rank) { return la::IndexRange{0, count}.part(rank, messages.size()); };
  const la::Matrix own = rows(part(messages.rank()).begin, part(messages.rank()).size());
  std::vector<std::size_t> sizes;
  for (int rank = 0; rank < messages.size(); ++rank)
    sizes.push_back(static_cast<std::size_t>(part(rank).size() * own.cols()));
  const auto parts = messages.gather(la::span_of(own), sizes, core::master);
  la::Matrix result(parts.empty() ? 0 : count, own.cols());
  for (int rank = 0; rank < std::ssize(parts); ++rank)
    result.middleRows(part(rank).begin, part(rank).size()) =
        Eigen::Map<const la::Matrix>(parts[rank].data(), part(rank).size(), own.cols());
  return result;
}

/// The far fields of all load cases, on the master.
bem::FarFields Postprocessing::far_fields(
    const la::Matrix& p, const la::Matrix& q, const comm::Messenger& messages) const {
  auto limits = field_.far_limits();
  messages.broadcast(limits.degree, core::master);  // which may round differently elsewhere
  messages.broadcast(limits.width, core::master);
  messages.broadcast(limits.axis, core::master);
  return field_.far_fields(limits, problem_.fluid.density, problem_.fluid.sound_speed, p, q,
      [&](la::Index count, const auto& rows) { return shared(count, rows, messages); });
}

ApplicableChecks Postprocessing::applicable_checks(
    const cases::LoadCase& load, const la::Vector& u, double apparent_scattered_w) const {
  ApplicableChecks result;
  result.excited = cases::excites(problem_, load, model_);
  result.structure = model_.structure.has_value();
  result.far_field = true;
  if (cases::has_incident_field(problem_, load, model_.wet.surface))
    result.apparent_scattered_w = apparent_scattered_w;
  if (model_.structure) result.apparent_input_w = apparent_input(load, u);
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

double Postprocessing::area() const {
  return std::accumulate(model_.space.mass.begin(), model_.space.mass.end(), 0.0);
}

/// Over the surface, of amplitudes.
double Postprocessing::root_mean_square(const la::Vector& values) const {
  const Eigen::Map<const la::RealVector> masses(model_.space.mass.data(), model_.space.size());
  return std::sqrt(values.cwiseAbs2().dot(masses) / area());
}

/// The figures that follow from an amplitude of the far field.
void Postprocessing::radiation(double amplitude, io::FrequencyResult& out) const {
  constexpr double of_liquids = 100, liquid = 1e-6, gas = 20e-6;  // kg/m^3, Pa, Pa
  const auto& [density, sound_speed] = problem_.fluid;
  const double reference = density > of_liquids ? liquid : gas;
  out.source_level_db = 20 * std::log10(amplitude / std::sqrt(2.0) / reference);
  out.directivity_index_db = 10 * std::log10(4 * core::pi * amplitude * amplitude /
                                             (2 * density * sound_speed * out.far_field_power_w));
  out.radiation_efficiency = out.radiated_power_w / (density * sound_speed * parts_ * area() *
                                                        out.mean_square_velocity_m2_per_s2);
}

double Postprocessing::apparent_power(const la::Vector& p, const la::Vector& v) const {
  const Eigen::Map<const Eigen::ArrayXd> areas(model_.space.mass.data(), model_.space.size());
  return 0.5 * parts_ * (areas * p.cwiseAbs().array() * v.cwiseAbs().array()).sum();
}

double Postprocessing::apparent_input(const cases::LoadCase& load, const la::Vector& u) const {
  return 0.5 * parts_ * at_.omega * force_.col(load.number).cwiseAbs().dot(u.cwiseAbs());
}

double Postprocessing::apparent_scattered_power(
    const cases::LoadCase& load, const la::Vector& p, const la::Vector& q) const {
  const auto incident =
      cases::incident_field(problem_, load, surface_, model_.space, at_.wavenumber);
  return apparent_power(p - incident.p, velocity(q) - velocity(incident.q));
}

/// Lost in locally reacting panels: 1/2 sum of M |p|^2 Re(1/z), with y = -i omega rho / z.
double Postprocessing::absorbed_power(const la::Vector& p) const {
  double sum = 0;
  for (la::Index j = 0; j < admittance_.size(); ++j)
    sum -= model_.space.mass[j] * std::norm(p[j]) * admittance_[j].imag();
  return sum / (2 * at_.omega * problem_.fluid.density);
}

double Postprocessing::extinction(
    const cases::LoadCase& load, const la::Vector& p, const la::Vector& q) const {
  const auto incident =
      cases::mean_incident_field(problem_, load, surface_, model_.space, at_.wavenumber);
  return parts_ *
         bem::extinction_power(model_.space, incident, at_.omega, problem_.fluid.density, p, q);
}

void Postprocessing::powers(const cases::LoadCase& load, const la::Vector& p, const la::Vector& q,
    const la::Vector& v, const StructuralSolution& structural,
    const fem::Electrodes::State& electric, io::FrequencyResult& out) const {
  out.radiated_power_w = parts_ * bem::surface_power(model_.space, p, v);
  if (cases::has_incident_field(problem_, load, surface_)) {
    if (!cases::is_struck(problem_, load)) out.extinction_power_w = extinction(load, p, q);
    const double emitted = std::max(out.radiated_power_w, 0.0),
                 absorbed = std::max(-out.radiated_power_w, 0.0);
    out.extinction_over_loss =
        (out.extinction_power_w + emitted) / (out.far_field_power_w + absorbed);
  } else {
    out.surface_over_far_field = out.radiated_power_w / out.far_field_power_w;
  }
  out.apparent_power_w = apparent_power(p, v);
  const double lining = parts_ * absorbed_power(p);
  if (!model_.structure) {
    const bool is_driven = problem_.impedances.empty() || cases::has_prescribed(problem_, surface_);
    out.dissipated_power_w = is_driven ? lining : -out.radiated_power_w;
    out.input_power_w = is_driven ? out.radiated_power_w + lining : 0.0;
    return;
  }
  // 1/2 Re F^H (-i omega u)
  out.input_power_w =
      0.5 * parts_ *
      (model_.force.col(load.number).dot(core::Complex(0.0, -at_.omega) * structural.displacement))
          .real();
  out.dissipated_power_w = -0.5 * parts_ * at_.omega * structural.loss + lining;
  if (model_.electrodes) {
    out.electric_power_w = 0.5 * parts_ * at_.omega * electric.volts.dot(electric.charge).imag();
    out.circuit_power_w = parts_ * electric.circuit_power;
    out.input_power_w += out.electric_power_w;
    out.dissipated_power_w -=
        0.5 * parts_ * at_.omega *
        model_.electrodes->loss(structural.displacement, model_.drive.col(load.number));
  }
  const double largest =
      la::larger(la::larger(std::abs(out.input_power_w), std::abs(out.dissipated_power_w)),
          std::abs(out.radiated_power_w));
  if (largest > 0 && !rounding_decides_balance(
                         out, out.apparent_power_w + apparent_input(load, structural.displacement)))
    out.power_balance_error =
        std::abs(out.input_power_w - out.dissipated_power_w - out.radiated_power_w) / largest;
}

void Postprocessing::fields(const la::Matrix& near_field, const la::Matrix& far_field,
    std::vector<io::FrequencySolution>& out) const {
  const auto& points = model_.field.computed;
  const auto far = cases::directions(problem_);
  for (const auto& load : loads_) {
    if (!points.empty())
      out[load.number].field_pressure =
          list(near_field.col(load.number) +
               cases::incident_pressure(problem_, load, surface_, points, at_.wavenumber));
    if (far.vectors.empty()) continue;
    const la::Vector f = far_field.col(load.number);
    const auto beam = bem::beam_of(far.vectors, f);
    out[load.number].directivity = list(f);
    out[load.number].figures.beam_width_deg = beam.width;
    out[load.number].figures.side_lobe_level_db = beam.side_lobe;
  }
}

/// Figures of plane waves. By the optical theorem (bem/incident_field.h), with the quadrature of
/// the means of the wave, f where the wave goes gives the extinction.
void Postprocessing::echoes(
    const la::Matrix& p, const la::Matrix& q, std::vector<io::FrequencySolution>& out) const {
  const auto is_struck = [&](const auto& load) { return cases::is_struck(problem_, load); };
  if (std::ranges::none_of(loads_, is_struck)) return;
  std::vector<mesh::Vec3> forward(loads_.size(), mesh::Vec3::Zero()), back = forward;
  for (const auto& load : loads_)
    if (is_struck(load))
      back[load.number] = -(forward[load.number] = load.excitations.front().direction.normalized());
  const la::Vector of_back = field_.each_in_its_direction(back, p, q),
                   of_forward = field_.each_in_its_direction(forward, p, q);
  const auto& [density, sound_speed] = problem_.fluid;
  for (const auto& load : loads_) {
    if (!is_struck(load)) continue;
    auto& f = out[load.number].figures;
    const auto amplitude = cases::complex_amplitude(load.excitations.front());
    f.target_strength_db = 20 * std::log10(std::abs(of_back[load.number]) / std::abs(amplitude));
    f.scattering_cross_section_m2 =
        f.far_field_power_w / (std::norm(amplitude) / (2 * density * sound_speed));
    f.extinction_power_w = 2 * core::pi / (at_.omega * density) *
                           (std::conj(amplitude) * of_forward[load.number]).imag();
  }
}

}  // namespace febem::driver
