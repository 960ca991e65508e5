#include "driver/frequency_solver.h"

#include <optional>
#include <utility>

#include "driver/outcome.h"
#include "driver/postprocessing.h"
#include "driver/refinement.h"
#include "driver/stage_drivers.h"
#include "driver/structural_check.h"
#include "driver/structural_system.h"
#include "model/wavelength_check.h"
#include "stages/eliminate/check.h"

namespace febem::driver {
namespace {

/// One frequency; the members are what its steps leave for the next.
class FrequencySolver {
 public:
  FrequencySolver(const cases::Case& problem, const model::Model& model, double hz, pipeline::Run& run,
                  const tuning::StageStrategies& strategies)
      : problem_(problem), model_(model), run_(run), strategies_(strategies), steps_(problem, model, hz, run) {
    auto& f = figures();
    f.hz = hz;
    f.formulation = problem.formulation.kind;
    f.panels_per_wavelength = model::panels_per_wavelength(problem.fluid, model.wet.surface, hz);
    if (model.structure) f.elements_per_shear_wavelength = model::elements_per_shear_wavelength(*model.structure, hz);
  }

  FrequencyOutcome run() && {
    const double start = mpi::wall_time();
    if (!(model_.structure && !merge()) && eliminate()) {
      check_system();
      recover();
      figures().seconds = mpi::wall_time() - start;
    }
    return std::move(result_);
  }

 private:
  io::FrequencyResult& figures() { return result_.solution.figures; }

  /// False if the structure is singular.
  bool merge() {
    factor_ = steps_.merge(run_, strategies_[Stage::merge]);
    result_.front_size = factor_.report.front_size;
    figures().factor_growth = factor_.report.growth;
    if (!factor_.opaque) figures().delayed_pivots = static_cast<double>(factor_.report.delayed_pivots);
    bool singular = factor_.report.singular;
    if (!singular)
      run_.section(Stage::check, strategies_[Stage::merge], [&](const auto& context) { check_structure(context); });
    singular = singular || !(figures().structural_condition_estimate <= acceptable::singular_structure);
    if (singular) figures().outcome = "singular structure";
    return !singular;
  }

  void check_structure(const pipeline::StageContext& context) {
    if (context.is_master()) assembled_.emplace(element_system(model_, steps_.at().omega));
    double condition = structural_condition(assembled_ ? &*assembled_ : nullptr, factor_, context);
    context.messages.broadcast(condition, pipeline::master);
    figures().structural_condition_estimate = condition;
    refines_ = !(condition <= refine_beyond);
  }

  /// Stages 2 to 4. False if the system is singular.
  bool eliminate() {
    rows_ = steps_.form(run_, strategies_[Stage::form]);
    la::OwnedRows h{rows_->h.map, refines_ ? rows_->h.values : std::move(rows_->h.values)};
    reduced_ = steps_.reduce(run_, strategies_[Stage::reduce], std::move(h), rows_->b, factor_);
    if (!refines_) rows_.reset();
    solved_ = steps_.eliminate(run_, strategies_[Stage::eliminate], *reduced_);
    if (solved_.singular) figures().outcome = "singular system";
    return !solved_.singular;
  }

  void check_system() {
    run_.section(Stage::check, strategies_[Stage::eliminate], [&](const auto& context) {
      const auto quality = eliminate::check(reduced_->matrix, reduced_->right_hand_side, solved_, context);
      figures().residual = quality.residual;
      figures().pivot_growth = quality.pivot_growth;
      figures().condition_estimate = quality.condition_estimate;
    });
  }

  /// The structure's response, and all that follows from it.
  void recover() {
    StructuralSolution structural;
    run_.section(Stage::recover, strategies_[Stage::recover], [&](const auto& context) {
      if (model_.structure) respond(structural, context);
      if (context.is_master()) judge(structural);
    });
  }

  void respond(StructuralSolution& structural, const pipeline::StageContext& context) {
    la::Vector f;
    if (context.is_master()) f = model_.force - model_.coupling * solved_.solution;
    structural = structural_solution(factor_, f, context);
    const auto* assembled = assembled_ ? &*assembled_ : nullptr;
    if (refines_) {
      const auto refinement = refine({problem_, model_, steps_, assembled, factor_, *rows_}, solved_, structural, context);
      figures().refinement_steps = refinement.steps;
      figures().refinement_correction = refinement.correction;
    }
    if (context.is_master())
      figures().structural_backward_error = assembled->backward_error(structural.unknowns, structural.right_hand_side);
  }

  void judge(const StructuralSolution& structural) {
    const Postprocessing after(problem_, model_, steps_.at());
    after.fill(solved_.solution, structural, result_.solution);
    Judged judged = after.judged(structural.displacement);
    judged.factor_growth = model_.structure && !factor_.opaque;
    judged.structural_condition = model_.structure.has_value();
    judged.refinement = refines_;
    figures().outcome = outcome_of(result_.solution, judged);
  }

  const cases::Case& problem_;
  const model::Model& model_;
  pipeline::Run& run_;
  const tuning::StageStrategies& strategies_;
  Steps steps_;
  FrequencyOutcome result_;
  pipeline::Factor factor_;
  std::optional<AssembledSystem> assembled_;  ///< on the master, with a structure
  bool refines_ = false;
  std::optional<form::BoundaryRows> rows_;    ///< as formed; kept only for the refinement
  std::optional<reduce::ReducedRows> reduced_;
  eliminate::Elimination solved_;
};

}  // namespace

FrequencyOutcome solve_frequency(const cases::Case& problem, const model::Model& model, double hz, pipeline::Run& run,
                                 const tuning::StageStrategies& strategies) {
  return FrequencySolver(problem, model, hz, run, strategies).run();
}

}  // namespace febem::driver
