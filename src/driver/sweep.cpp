#include "driver/sweep.h"

#include "driver/structural_system.h"

namespace febem::driver {

void share(model::Model& model, execution::Run& run, const tuning::StageStrategies& strategies) {
  using core::Stage;
  run.section(Stage::distribute, strategies[Stage::distribute],
              [&](const auto& context) { model::share_structure(model, context.messages); });
  run.section(Stage::form, strategies[Stage::form], [&](const auto& context) { model::share_surface(model, context.messages); });
}

Sweep::Sweep(const cases::Case& problem, const model::Model& model)
    : problem_(problem), model_(model), surface_(std::make_shared<bem::CollocationSurface>(model.wet.surface)) {}

AssembledSystem Sweep::assembled_system(double omega) const {
  const auto elements = element_system(model_, omega);
  if (!pattern_) pattern_.emplace(elements);
  return AssembledSystem(*pattern_, elements);
}

}  // namespace febem::driver
