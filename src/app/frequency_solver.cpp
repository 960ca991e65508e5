#include "app/frequency_solver.h"

#include "app/outcome.h"
#include "app/postprocessing.h"
#include "app/steps.h"
#include "app/structural_check.h"
#include "app/structural_system.h"
#include "app/wavelength_check.h"
#include "stages/eliminate/check.h"

namespace febem::app {

FrequencyOutcome solve_frequency(const Case& problem, const Model& model, double hz, pipeline::Run& run,
                                 tuning::Strategies& strategies) {
  const Steps steps(problem, model, hz, run);
  const auto strategy = [&](const MessageChoice& stage) { return strategies.find(problem.messages.of(stage)); };
  FrequencyOutcome result;
  auto& figures = result.solution.figures;
  figures.hz = hz;
  figures.formulation = bem::name(steps.equation().equation);
  figures.panels_per_wavelength = panels_per_wavelength(problem.fluid, model.wet.surface, hz);
  const double start = mpi::wall_time();

  pipeline::Factor factor;
  if (model.structure) {
    factor = steps.merge(run, strategy(problem.messages.merge));
    result.front_size = factor.report.front_size;
    figures.factor_growth = factor.report.growth;
    if (!factor.opaque) figures.delayed_pivots = static_cast<double>(factor.report.delayed_pivots);
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
    const Postprocessing after(problem, model, steps.at());
    after.fill(solved.solution, u, result.solution);
    Judged judged = after.judged(u);
    judged.factor_growth = model.structure && !factor.opaque;
    judged.structural_condition = false;  // nobody estimates it yet
    figures.outcome = outcome_of(result.solution, judged);
  });
  figures.seconds = mpi::wall_time() - start;
  return result;
}

}  // namespace febem::app
