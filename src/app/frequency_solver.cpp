#include "app/frequency_solver.h"

#include <cmath>

#include "app/sources.h"
#include "app/steps.h"
#include "app/structural_check.h"
#include "app/structural_system.h"
#include "bem/field.h"
#include "core/digest.h"
#include "fem/energy.h"
#include "stages/eliminate/check.h"

namespace febem::app {
namespace {

/// Beyond these the solution is called inaccurate.
constexpr double acceptable_residual = 16.0, acceptable_backward_error = 1e-10;

std::vector<Complex> list(const la::Vector& values) { return {values.data(), values.data() + values.size()}; }

// The master's part after the stages: fields, powers and figures from p and u.
class Afterwards {
 public:
  Afterwards(const Case& problem, const Model& model, const Harmonic& at)
      : problem_(problem), model_(model), surface_(model.wet.surface), at_(at) {}

  /// `u` is empty without a structure.
  void fill(const la::Vector& p, const la::Vector& u, io::FrequencySolution& out) const {
    const la::Vector q = slope(p, u);
    const la::Vector v = q / (Complex(0.0, 1.0) * at_.omega * problem_.fluid.density);
    out.pressure = list(p);
    out.normal_velocity = list(v);
    if (model_.structure) out.displacement = nodal(u);
    out.figures.solution_digest = core::digest(std::as_bytes(std::span(out.pressure)));
    out.figures.mean_pressure_pa = mean_pressure(p);
    powers(p, q, v, u, out.figures);
    fields(p, q, out);
  }

 private:
  // q = q_prescribed + y p + omega^2 rho C u
  la::Vector slope(const la::Vector& p, const la::Vector& u) const {
    la::Vector q = prescribed(problem_, surface_, at_) + admittance(problem_, at_) * p;
    if (!model_.structure) return q;
    const la::Vector swept = model_.coupling.transpose() * u;
    for (core::Index j = 0; j < surface_.size(); ++j)
      q[j] += at_.omega * at_.omega * problem_.fluid.density * swept[j] / surface_.areas[static_cast<std::size_t>(j)];
    return q;
  }

  std::vector<Complex> nodal(const la::Vector& u) const {
    const auto table = model_.structure->nodal(u);
    std::vector<Complex> result;
    for (Eigen::Index node = 0; node < table.rows(); ++node)
      for (Eigen::Index d = 0; d < 3; ++d) result.push_back(table(node, d));
    return result;
  }

  double mean_pressure(const la::Vector& p) const {
    double sum = 0.0, area = 0.0;
    for (core::Index j = 0; j < surface_.size(); ++j) {
      sum += surface_.areas[static_cast<std::size_t>(j)] * std::norm(p[j]);
      area += surface_.areas[static_cast<std::size_t>(j)];
    }
    return std::sqrt(sum / area);
  }

  void powers(const la::Vector& p, const la::Vector& q, const la::Vector& v, const la::Vector& u,
              io::FrequencyResult& out) const {
    out.radiated_power_w = bem::surface_power(surface_, p, v);
    out.far_field_power_w = bem::Field(surface_, at_.wavenumber)
                                .far_field_power(problem_.fluid.density, problem_.fluid.sound_speed, p, q);
    if (!model_.structure) {
      out.input_power_w = problem_.impedance ? 0.0 : out.radiated_power_w;
      out.dissipated_power_w = problem_.impedance ? -out.radiated_power_w : 0.0;
      return;
    }
    // 1/2 Re F^H (-i omega u)
    out.input_power_w = 0.5 * (model_.force.dot(Complex(0.0, -at_.omega) * u)).real();
    out.dissipated_power_w = fem::dissipated_power(*model_.structure, u, at_.omega);
    const double largest = std::max({std::abs(out.input_power_w), out.dissipated_power_w, std::abs(out.radiated_power_w)});
    // Without forces and losses all three are rounding errors of the power that goes to and fro.
    const Eigen::Map<const Eigen::ArrayXd> areas(surface_.areas.data(), surface_.size());
    const double apparent = 0.5 * (areas * p.cwiseAbs().array() * v.cwiseAbs().array()).sum();
    if (largest > 1e-12 * apparent)
      out.power_balance_error = std::abs(out.input_power_w - out.dissipated_power_w - out.radiated_power_w) / largest;
  }

  void fields(const la::Vector& p, const la::Vector& q, io::FrequencySolution& out) const {
    const bem::Field field(surface_, at_.wavenumber);
    const auto& points = problem_.output.field_points;
    if (!points.empty())
      out.field_pressure = list(field.pressure(points, p, q) + incident_pressure(problem_, points, at_.wavenumber));
    const auto far = directions(problem_.output);
    if (!far.vectors.empty()) out.directivity = list(field.directivity(far.vectors, p, q));
  }

  const Case& problem_;
  const Model& model_;
  const mesh::Surface& surface_;
  const Harmonic& at_;
};

std::string outcome_of(const io::FrequencyResult& figures) {
  if (figures.residual > acceptable_residual) return "inaccurate: dense residual";
  if (figures.structural_backward_error > acceptable_backward_error) return "inaccurate: structural backward error";
  return "solved";
}

}  // namespace

FrequencyOutcome solve_frequency(const Case& problem, const Model& model, double hz, pipeline::Run& run,
                                 tuning::Strategies& strategies) {
  const Steps steps(problem, model, hz, run);
  const auto strategy = [&](const MessageChoice& stage) { return strategies.find(problem.messages.of(stage)); };
  FrequencyOutcome result;
  auto& figures = result.solution.figures;
  figures.hz = hz;
  const double start = mpi::wall_time();

  pipeline::Factor factor;
  if (model.structure) {
    factor = steps.merge(run, strategy(problem.messages.merge));
    result.front_size = factor.report.front_size;
    if (factor.report.singular) {
      figures.outcome = "singular structure";
      return result;
    }
  }
  auto rows = steps.form(run, strategy(problem.messages.form));
  auto reduced = steps.reduce(run, strategy(problem.messages.reduce), std::move(rows.h), rows.b, factor);
  rows.b.values.resize(0, 0);
  auto solved = steps.eliminate(run, strategy(problem.messages.eliminate), reduced);
  if (solved.singular) {
    figures.outcome = "singular system";
    return result;
  }
  run.section("check", strategy(problem.messages.eliminate), [&](const auto& context) {
    const auto quality = eliminate::check(reduced.matrix, reduced.right_hand_side, solved, context);
    figures.residual = quality.residual;
    figures.pivot_growth = quality.pivot_growth;
    figures.condition_estimate = quality.condition_estimate;
  });
  run.section("recover", strategy(problem.messages.merge), [&](const auto& context) {
    la::Vector f, u;
    if (model.structure && context.is_master()) f = model.force - model.coupling * solved.solution;
    if (model.structure) u = structural_solution(factor, f, context);
    if (!context.is_master()) return;
    if (model.structure)
      figures.structural_backward_error = structural_backward_error(*model.structure, steps.at().omega, u, f);
    Afterwards(problem, model, steps.at()).fill(solved.solution, u, result.solution);
    figures.outcome = outcome_of(figures);
  });
  figures.seconds = mpi::wall_time() - start;
  return result;
}

}  // namespace febem::app
