#include "driver/frequency_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "cases/resolution.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/text_table.h"
#include "driver/outcome.h"
#include "driver/postprocessing.h"
#include "driver/refinement.h"
#include "driver/stage_drivers.h"
#include "driver/structural_system.h"
#include "stages/eliminate/check.h"

namespace febem::driver {
namespace {

constexpr const char* not_converged = "not converged";

io::FrequencyResult figures_of_mesh(
    const cases::Case& problem, const cases::Model& model, double hz) {
  io::FrequencyResult f;
  f.hz = hz;
  f.formulation = problem.formulation.kind;
  f.panels_per_wavelength =
      cases::panels_per_wavelength(problem.fluid, model.wet.surface, model.space.order(), hz);
  if (std::isfinite(model.facing.nearest)) f.sides_apart_over_panel = model.facing.nearest;
  if (!model.structure) return f;
  f.elements_per_shear_wavelength = cases::elements_per_shear_wavelength(*model.structure, hz);
  f.elements_per_bending_wavelength = cases::elements_per_bending_wavelength(*model.structure, hz);
  return f;
}

}  // namespace

FrequencyOutcome solve_frequency(Sweep& sweep, double hz, common::Run& run,
    const comm::StageStrategies& strategies, const std::string& no_room) {
  const auto& problem = sweep.problem();
  const auto& model = sweep.model();
  const StageDrivers stages(sweep, hz, run);
  const auto& loads = sweep.loads();
  FrequencyOutcome result;
  auto figures = figures_of_mesh(problem, model, hz);  // of all load cases
  for (const auto& load : loads) result.solutions.emplace_back().figures.load_case = load.name;
  const auto share_figures = [&] {
    for (auto& solution : result.solutions) {
      auto own = figures;
      own.load_case = solution.figures.load_case;
      solution.figures = std::move(own);
    }
  };
  const auto unsolved = [&](const char* outcome) {
    figures.outcome = outcome;
    share_figures();
    return std::move(result);
  };
  const double start = mpi::wall_time();

  common::Factor factor;
  std::optional<AssembledSystem> assembled;
  if (model.structure) {
    factor = stages.merge(run, strategies[Stage::merge]);
    result.factor = {factor.report.front_size, factor.report.entries};
    figures.factor_growth = factor.report.growth;
    if (!factor.opaque) figures.delayed_pivots = static_cast<double>(factor.report.delayed_pivots);
    if (factor.report.singular) return unsolved("singular structure");
    run.section(Stage::check, strategies[Stage::merge], [&](const auto& context) {
      assembled.emplace(sweep.assembled_system(stages.at().omega, context));
      figures.structural_condition_estimate = structural_condition(*assembled, factor, context);
      context.messages.broadcast(figures.structural_condition_estimate, core::master);
    });
    if (!(figures.structural_condition_estimate <= acceptable::singular_structure))
      return unsolved("singular structure");
  }
  core::return_free_memory();  // of stage 1, which H and B do not use again
  const bool refines = model.structure && !(figures.structural_condition_estimate <= refine_beyond);
  if (refines && !no_room.empty())
    throw core::RunError(core::number(hz) + " Hz: the condition estimate of the structure is " +
                         core::number(figures.structural_condition_estimate, "%.2g") +
                         ", so that the solution is to be refined, and then " + no_room);

  // The refinement needs H and B as stage 2 formed them. So does an operator.
  std::optional<form::BoundaryRows> rows = stages.form(run, strategies[Stage::form]);
  auto h = refines ? rows->h : std::move(rows->h);
  std::optional<common::System> reduced =
      stages.reduce(run, strategies[Stage::reduce], std::move(h), rows->b, factor);
  if (!refines && std::holds_alternative<common::DenseSystem>(*reduced)) rows.reset();
  auto solved = stages.eliminate(run, strategies[Stage::eliminate], *reduced);

  std::vector<double> residuals;  // by load case
  const auto is_mixed = [&] { return std::holds_alternative<common::MixedSystem>(*reduced); };
  const auto check_elimination = [&] {
    run.section(Stage::check, strategies[Stage::eliminate], [&](const auto& context) {
      const auto quality =
          is_mixed() ? eliminate::check(std::get<common::MixedSystem>(*reduced), solved, context)
                     : eliminate::check(std::get<common::DenseSystem>(*reduced), solved, context);
      residuals = quality.residuals;
      figures.pivot_growth = quality.pivot_growth;
      figures.condition_estimate = quality.condition_estimate;
    });
  };
  if (is_mixed()) {
    figures.precision = "mixed";
    check_elimination();
    const auto is_good = [](double residual) { return residual <= acceptable::mixed_residual; };
    if (!std::ranges::all_of(residuals, is_good)) {
      figures.precision = "double after mixed";
      solved = {};  // with the matrix and its factor, before others take their place
      reduced.reset();
      auto again = stages.form(run, strategies[Stage::form]).h;
      reduced = stages.reduce(run, strategies[Stage::reduce], std::move(again), rows->b, factor,
          reduce::Precision::full);
      solved = stages.eliminate(run, strategies[Stage::eliminate], *reduced);
    }
  }
  if (solved.iterations.empty()) {
    if (solved.singular) return unsolved("singular system");
    check_elimination();
  }
  share_figures();
  for (std::size_t load = 0; load < loads.size(); ++load) {
    auto& own = result.solutions[load].figures;
    if (!residuals.empty()) own.residual = residuals[load];
    if (solved.iterations.empty()) continue;
    const auto& iteration = solved.iterations[load];
    own.iterations = static_cast<double>(iteration.residuals.size() - 1);
    own.iteration_residual = iteration.residuals.back();
    own.residual_history = iteration.residuals;
    // In mixed precision the residual was judged, beside that of elimination.
    if (!iteration.converged && !is_mixed()) own.outcome = not_converged;
  }
  const auto has_solution = [](const io::FrequencySolution& solution) {
    return solution.figures.outcome != not_converged;
  };
  if (std::ranges::none_of(result.solutions, has_solution)) return result;

  run.section(Stage::recover, strategies[Stage::recover], [&](const auto& context) {
    std::vector<StructuralSolution> structural(loads.size());
    if (model.structure) {
      la::Matrix f;
      if (context.is_master()) f = stages.force() - model.coupling * solved.solution;
      structural = structural_solutions(factor, f, std::ssize(loads), context);
    }
    for (const auto& load : loads) {
      auto& own = result.solutions[load.number].figures;
      auto& response = structural[load.number];
      if (refines) {
        la::Vector p = solved.solution.col(load.number);
        const auto refinement = refine({problem, load, model, stages, *assembled, factor, *rows},
            solved.solver(), p, response, context);
        solved.solution.col(load.number) = p;
        own.refinement_steps = refinement.steps;
        own.refinement_correction = refinement.correction;
      }
      if (!model.structure) continue;
      const auto quality = assembled->quality(response.unknowns, response.right_hand_side, context);
      own.structural_backward_error = quality.backward_error;
      own.structural_rounding = quality.rounding;
      response.loss = quality.loss;
    }
    const Postprocessing after(sweep, stages.at());
    auto filled = result.solutions;
    const auto scattered = after.fill(solved.solution, structural, context.messages, filled);
    if (!context.is_master()) return;
    for (const auto& load : loads) {
      auto& solution = result.solutions[load.number];
      if (!has_solution(solution)) continue;
      solution = std::move(filled[load.number]);
      ApplicableChecks checks = after.applicable_checks(
          load, structural[load.number].displacement, scattered[load.number]);
      checks.elimination = solved.factored != nullptr;
      checks.factor_growth = model.structure && !factor.opaque;
      checks.structural_condition = model.structure.has_value();
      checks.refinement = refines;
      solution.figures.outcome = outcome_of(solution, checks);
    }
  });
  for (auto& solution : result.solutions) solution.figures.seconds = mpi::wall_time() - start;
  return result;
}

std::vector<io::FrequencySolution> interpolated_solutions(const Sweep& sweep, double hz,
    la::Matrix p, const std::vector<StructuralSolution>& structural,
    const comm::Messenger& messages) {
  const double start = mpi::wall_time();
  std::vector<io::FrequencySolution> result(sweep.loads().size());
  for (const auto& load : sweep.loads()) {
    auto& figures = result[load.number].figures;
    figures = figures_of_mesh(sweep.problem(), sweep.model(), hz);
    figures.load_case = load.name;
    figures.outcome = interpolated_outcome;
  }
  messages.broadcast(hz, core::master);
  messages.broadcast(la::span_of(p), core::master);
  const cases::FrequencyPoint at(hz, sweep.problem().fluid);
  Postprocessing(sweep, at).fill(p, structural, messages, result);
  for (auto& solution : result) solution.figures.seconds = mpi::wall_time() - start;
  return result;
}

void help_interpolation(const Sweep& sweep, const comm::Messenger& messages) {
  la::Matrix p(sweep.model().space.size(), std::ssize(sweep.loads()));
  std::vector<io::FrequencySolution> unused;
  for (double hz = 0;;) {
    messages.broadcast(hz, core::master);
    if (hz == 0) return;
    messages.broadcast(la::span_of(p), core::master);
    const cases::FrequencyPoint at(hz, sweep.problem().fluid);
    Postprocessing(sweep, at).fill(p, {}, messages, unused);
  }
}

void end_interpolation(const comm::Messenger& messages) {
  double none = 0;
  messages.broadcast(none, core::master);
}

}  // namespace febem::driver
