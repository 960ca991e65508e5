// The four stages with all their messages and none of their arithmetic.
#pragma once

#include <optional>

#include "execution/run.h"
#include "model/model.h"
#include "solve/command.h"
#include "timing/profile.h"
#include "tuning/strategies.h"

namespace febem::solve {

/// What every rank knows before the first stage.
struct ModelledInput {
  cases::Case problem;
  timing::Profile profile;
  model::Model model;  ///< on the master, until it is shared
};

/// Nothing if the input is wrong, or a method of the case is a library's, which the master has said. Collective.
std::optional<ModelledInput> read_modelled_input(const Options& options, const comm::Messenger& messages);

/// Runs the stages at each frequency, of a model that is shared; returns the largest front, 0 without a structure. Collective.
core::Count run_modelled(const ModelledInput& input, execution::Run& run, tuning::Strategies& all, const tuning::StageStrategies& strategies);

}  // namespace febem::solve
