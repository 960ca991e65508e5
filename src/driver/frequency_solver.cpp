#include "driver/frequency_solver.h"

#include <cmath>
#include <optional>
#include <utility>

#include "cases/resolution.h"
#include "driver/outcome.h"
#include "driver/postprocessing.h"
#include "driver/refinement.h"
#include "driver/stage_drivers.h"
#include "driver/structural_system.h"
#include "stages/eliminate/check.h"

namespace febem::driver {
namespace {

/// One frequency: the results that stages pass on, and the figures of the report; solve_frequency() below has the order.
class FrequencySolver {
 public:
  FrequencySolver(const Sweep& sweep, double hz, common::Run& run, const tuning::StageStrategies& strategies)
      : stages(sweep, hz, run), sweep_(sweep), problem_(sweep.problem()), model_(sweep.model()), run_(run), strategies_(strategies) {
    auto& f = figures();
    f.hz = hz;
    f.formulation = problem_.formulation.kind;
    f.panels_per_wavelength = cases::panels_per_wavelength(problem_.fluid, model_.wet.surface, hz);
    if (std::isfinite(model_.facing.nearest)) f.sides_apart_over_panel = model_.facing.nearest;
    if (!model_.structure) return;
    f.elements_per_shear_wavelength = cases::elements_per_shear_wavelength(*model_.structure, hz);
    f.elements_per_bending_wavelength = cases::elements_per_bending_wavelength(*model_.structure, hz);
  }

  /// Gives away H as formed; a copy if the refinement needs it again.
  la::OwnedRows take_matrix() { return {rows->h.map, refines ? rows->h.values : std::move(rows->h.values)}; }

  io::FrequencyResult& figures() { return result.solution.figures; }

  /// False, with its outcome, if the structure is singular.
  bool check_factor() {
    result.factor = {factor.report.front_size, factor.report.entries};
    figures().factor_growth = factor.report.growth;
    if (!factor.opaque) figures().delayed_pivots = static_cast<double>(factor.report.delayed_pivots);
    bool singular = factor.report.singular;
    if (!singular) run_.section(Stage::check, strategies_[Stage::merge], [&](const auto& context) { check_structure(context); });
    singular = singular || !(figures().structural_condition_estimate <= acceptable::singular_structure);
    if (singular) figures().outcome = "singular structure";
    return !singular;
  }

  /// Stages 3 and 4, in double precision after all where mixed does not do as well.
  void solve_system() {
    const auto& reduction = strategies_[Stage::reduce];
    reduced = stages.reduce(run_, reduction, take_matrix(), rows->b, factor);
    if (!refines && std::holds_alternative<common::DenseSystem>(*reduced)) rows.reset();
    solved = stages.eliminate(run_, strategies_[Stage::eliminate], *reduced);
    if (!is_mixed()) return;
    figures().precision = "mixed";
    check_elimination();
    if (figures().residual <= acceptable::mixed_residual) return;
    figures().precision = "double after mixed";
    reduced = stages.reduce(run_, reduction, std::move(stages.form(run_, strategies_[Stage::form]).h), rows->b, factor, reduce::Precision::full);
    solved = stages.eliminate(run_, strategies_[Stage::eliminate], *reduced);
  }

  /// False, with its outcome, if the system is singular or the iteration did not converge.
  bool check_system() {
    if (solved.iteration) return check_iteration(*solved.iteration);
    if (solved.singular) {
      figures().outcome = "singular system";
      return false;
    }
    check_elimination();
    return true;
  }

  /// The structure's response and everything computed from it.
  void recover() {
    StructuralSolution structural;
    run_.section(Stage::recover, strategies_[Stage::recover], [&](const auto& context) {
      if (model_.structure) respond(structural, context);
      if (context.is_master()) judge(structural);
    });
  }

  const StageDrivers stages;
  common::Factor factor;
  std::optional<form::BoundaryRows> rows;  ///< kept only for the refinement, and for an operator
  std::optional<common::System> reduced;
  eliminate::Elimination solved;
  bool refines = false;
  FrequencyOutcome result;

 private:
  bool is_mixed() const { return std::holds_alternative<common::MixedSystem>(*reduced); }

  void check_elimination() {
    run_.section(Stage::check, strategies_[Stage::eliminate], [&](const auto& context) {
      const auto quality = is_mixed() ? eliminate::check(std::get<common::MixedSystem>(*reduced), solved, context)
                                      : eliminate::check(std::get<common::DenseSystem>(*reduced), solved, context);
      figures().residual = quality.residual;
      figures().pivot_growth = quality.pivot_growth;
      figures().condition_estimate = quality.condition_estimate;
    });
  }

  bool check_iteration(const eliminate::Iteration& done) {
    figures().iterations = static_cast<double>(done.residuals.size() - 1);
    figures().iteration_residual = done.residuals.back();
    figures().residual_history = done.residuals;
    // In mixed precision the residual was judged, beside that of elimination.
    if (done.converged || is_mixed()) return true;
    figures().outcome = "not converged";
    return false;
  }

  void check_structure(const common::StageContext& context) {
    if (context.is_master()) assembled_.emplace(sweep_.assembled_system(stages.at().omega));
    double condition = structural_condition(assembled_ ? &*assembled_ : nullptr, factor, context);
    context.messages.broadcast(condition, core::master);
    figures().structural_condition_estimate = condition;
    refines = !(condition <= refine_beyond);
  }

  void respond(StructuralSolution& structural, const common::StageContext& context) {
    la::Vector f;
    if (context.is_master()) f = model_.force - model_.coupling * solved.solution;
    structural = structural_solution(factor, f, context);
    const auto* assembled = assembled_ ? &*assembled_ : nullptr;
    if (refines) {
      const auto refinement = refine({problem_, model_, stages, assembled, factor, *rows}, solved, structural, context);
      figures().refinement_steps = refinement.steps;
      figures().refinement_correction = refinement.correction;
    }
    if (!context.is_master()) return;
    figures().structural_backward_error = assembled->backward_error(structural.unknowns, structural.right_hand_side);
    figures().structural_rounding = assembled->rounding(structural.unknowns, structural.right_hand_side);
  }

  void judge(const StructuralSolution& structural) {
    const Postprocessing after(problem_, model_, stages.at());
    after.fill(solved.solution, structural, result.solution);
    ApplicableChecks checks = after.applicable_checks(structural.displacement, result.solution);
    checks.elimination = solved.factored != nullptr;
    checks.factor_growth = model_.structure && !factor.opaque;
    checks.structural_condition = model_.structure.has_value();
    checks.refinement = refines;
    figures().outcome = outcome_of(result.solution, checks);
  }

  const Sweep& sweep_;
  const cases::Case& problem_;
  const cases::Model& model_;
  common::Run& run_;
  const tuning::StageStrategies& strategies_;
  std::optional<AssembledSystem> assembled_;  ///< on the master, with a structure
};

}  // namespace

FrequencyOutcome solve_frequency(const Sweep& sweep, double hz, common::Run& run, const tuning::StageStrategies& strategies) {
  FrequencySolver at(sweep, hz, run, strategies);
  const double start = mpi::wall_time();
  const auto& stages = at.stages;
  if (sweep.model().structure) {
    at.factor = stages.merge(run, strategies[Stage::merge]);
    if (!at.check_factor()) return std::move(at.result);
  }
  at.rows = stages.form(run, strategies[Stage::form]);
  at.solve_system();
  if (at.check_system()) {
    at.recover();
    at.figures().seconds = mpi::wall_time() - start;
  }
  return std::move(at.result);
}

}  // namespace febem::driver
