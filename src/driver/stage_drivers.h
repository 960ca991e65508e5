// The data that the frequencies of a sweep share, and the four stages of one frequency. Each driver
// gets the input of a stage and returns its output.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "bem/collocation.h"
#include "cases/case.h"
#include "cases/model.h"
#include "cases/sources.h"
#include "comm/strategy.h"
#include "driver/structural_system.h"
#include "stages/analysis/analysis.h"
#include "stages/common/run.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::driver {

using core::Stage;

/// Gives every rank the master's model, in the sections `distribute` and `form`. Collective.
void share(const cases::Case& problem, cases::Model& model, common::Run& run,
    const comm::StageStrategies& strategies);

/// The analysis of the structure for the methods of the case. Calls begins(part) before each part.
std::shared_ptr<const analysis::Analysis> analysis_of(const cases::Case& problem,
    const cases::Model& model, const common::ElementSystem& elements, int ranks,
    const std::function<void(std::string_view)>& begins);

/// The data that all frequencies share, computed once on every rank.
class Sweep {
 public:
  /// Refers to the case and the model, which every rank must have. Makes what does not depend on
  /// the frequency, each part in a section of `run`.
  Sweep(const cases::Case& problem, const cases::Model& model, common::Run& run);

  const cases::Case& problem() const { return problem_; }
  const cases::Model& model() const { return model_; }
  /// The panels with their quadrature, for stage 2.
  const std::shared_ptr<const bem::CollocationSurface>& surface() const { return surface_; }

  /// The analysis of the structure; null without one.
  const std::shared_ptr<const analysis::Analysis>& analysis() const { return analysis_; }
  /// The integral equation, valid on the master, and on a dry rank, to which nothing comes.
  bem::Formulation equation(double wavenumber) const;
  /// At least one; the same on every rank.
  const std::vector<cases::LoadCase>& loads() const { return loads_; }

  /// The structural system at `omega`, rad/s. The first call assembles the structure. Collective.
  AssembledSystem assembled_system(double omega, const common::StageContext& context);

 private:
  const cases::Case& problem_;
  const cases::Model& model_;
  std::vector<cases::LoadCase> loads_;
  std::shared_ptr<const bem::CollocationSurface> surface_;
  std::shared_ptr<const analysis::Analysis> analysis_;
  std::optional<bem::CouplingParameter> alpha_;
  std::shared_ptr<const AssembledStructure> structure_;
};

/// The four stages at one frequency. Refers to the sweep. Each driver is collective, and a section
/// of `run` with the name of the stage.
class StageDrivers {
 public:
  /// The stages at the frequency `hz` (Hz). Collective: every rank gets the master's coupling
  /// parameter, because ranks that round differently could set it to zero on different panels.
  StageDrivers(const Sweep& sweep, double hz, common::Run& run);

  const cases::FrequencyPoint& at() const { return at_; }
  /// The integral equation, equal on every rank.
  const bem::Formulation& equation() const { return equation_; }
  /// cases::Model::force_at(), on the master.
  const la::Matrix& force() const { return force_; }

  /// Stage 1: the factor of A_s. Only with a structure.
  common::Factor merge(common::Run& run, const comm::Strategy& strategy) const;

  /// Stage 2: own rows of H and B.
  form::BoundaryRows form(common::Run& run, const comm::Strategy& strategy) const;

  /// Stage 3: own rows of the coupled system. `h` becomes its matrix, or part of an operator that
  /// refers to `b` and `factor`. Without a structure `factor` is not read.
  common::System reduce(common::Run& run, const comm::Strategy& strategy, la::OwnedRows h,
      const la::OwnedRows& b, common::Factor& factor) const {
    return reduce(run, strategy, std::move(h), b, factor, precision());
  }
  /// Stage 3 in `precision`, which may differ from that of the case.
  common::System reduce(common::Run& run, const comm::Strategy& strategy, la::OwnedRows h,
      const la::OwnedRows& b, common::Factor& factor, reduce::Precision precision) const;

  /// Stage 4: the surface pressure of each load case. Works on a copy of the matrix, made before
  /// the clock starts. An iteration, as in mixed precision, refers to `system`.
  eliminate::Elimination eliminate(
      common::Run& run, const comm::Strategy& strategy, const common::System& system) const;

  /// Stages 2 to 4, in double precision, of a structure that nothing moves: the surface pressure
  /// of each load case, and then of `moving` given motions without sources, the columns of q =
  /// dp/dn in `normal`, read on the master. The result is on every rank.
  la::Matrix rigid_responses(common::Run& run, const comm::StageStrategies& strategies,
      la::Index moving, const la::Matrix& normal) const;

 private:
  reduce::Precision precision() const {
    return problem_.is_mixed() ? reduce::Precision::mixed : reduce::Precision::full;
  }
  /// The vectors only `with_values`, as the master has them.
  reduce::SurfaceCondition surface_condition(bool with_values) const;

  const Sweep& sweep_;
  const cases::Case& problem_;
  const cases::Model& model_;
  cases::FrequencyPoint at_;
  la::Matrix force_;
  bem::Formulation equation_;
};

}  // namespace febem::driver
