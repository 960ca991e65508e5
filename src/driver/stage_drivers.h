// The four stages of one frequency, one by one: each driver is given the stage's input and returns its output.
#pragma once

#include <utility>

#include "driver/sweep.h"
#include "execution/run.h"
#include "model/sources.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::driver {

using core::Stage;

/// Refers to the sweep. Each driver is a section of `run` named like the stage,
/// and collective.
class StageDrivers {
 public:
  /// `hz` in Hz. Collective: every rank gets the master's coupling parameter, since ranks that round differently could set
  /// it to zero on different panels.
  StageDrivers(const Sweep& sweep, double hz, execution::Run& run);

  const model::FrequencyPoint& at() const { return at_; }
  /// The same on every rank.
  const bem::Formulation& equation() const { return equation_; }

  /// The factor of A_s. Only with a structure.
  pipeline::Factor merge(execution::Run& run, const comm::Strategy& strategy) const;

  /// Own rows of H and B.
  form::BoundaryRows form(execution::Run& run, const comm::Strategy& strategy) const;

  /// Own rows of the coupled system; `h` becomes its matrix, or part of an operator that refers to `b` and `factor`. Without a
  /// structure `factor` is not looked at.
  reduce::ReducedRows reduce(execution::Run& run, const comm::Strategy& strategy, la::OwnedRows h,
                             const la::OwnedRows& b, pipeline::Factor& factor) const {
    return reduce(run, strategy, std::move(h), b, factor, precision());
  }
  /// The same in a precision that need not be the case's.
  reduce::ReducedRows reduce(execution::Run& run, const comm::Strategy& strategy, la::OwnedRows h, const la::OwnedRows& b,
                             pipeline::Factor& factor, reduce::Precision precision) const;

  /// The surface pressure. Works on a copy of `rows`, made before the clock starts; what iterates, as in mixed precision, refers to
  /// `rows`.
  eliminate::Elimination eliminate(execution::Run& run, const comm::Strategy& strategy,
                                   const reduce::ReducedRows& rows) const;

 private:
  reduce::Precision precision() const {
    return problem_.is_mixed() ? reduce::Precision::mixed : reduce::Precision::full;
  }
  reduce::SurfaceCondition surface_condition() const;

  const Sweep& sweep_;
  const cases::Case& problem_;
  const model::Model& model_;
  model::FrequencyPoint at_;
  bem::Formulation equation_;
};

}  // namespace febem::driver
