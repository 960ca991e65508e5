// What the frequencies of a sweep share: computed once, on every rank.
#pragma once

#include <memory>
#include <optional>

#include "bem/collocation.h"
#include "cases/case.h"
#include "driver/structural_check.h"
#include "execution/run.h"
#include "model/model.h"
#include "tuning/strategies.h"

namespace febem::driver {

/// Gives every rank the master's model, in the sections `distribute` and `form`. Collective.
void share(model::Model& model, execution::Run& run, const tuning::StageStrategies& strategies);

class Sweep {
 public:
  /// Refers to both. Every rank must have the model.
  Sweep(const cases::Case& problem, const model::Model& model);

  const cases::Case& problem() const { return problem_; }
  const model::Model& model() const { return model_; }
  /// The panels as stage 2 sees them.
  const std::shared_ptr<const bem::CollocationSurface>& surface() const { return surface_; }

  /// The structural system at `omega`, rad/s. The first call finds its sparsity.
  AssembledSystem assembled_system(double omega) const;

 private:
  const cases::Case& problem_;
  const model::Model& model_;
  std::shared_ptr<const bem::CollocationSurface> surface_;
  mutable std::optional<AssemblyPattern> pattern_;
};

}  // namespace febem::driver
