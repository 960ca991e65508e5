// The four stages with all their messages and none of their arithmetic: for `minifebem solve --arithmetic modelled|free` and the estimate.
#pragma once

#include <optional>
#include <string>

#include "cases/model.h"
#include "io/results.h"
#include "solve/command.h"
#include "stages/common/run.h"
#include "timing/work.h"
#include "tuning/strategies.h"

namespace febem::solve {

/// What every rank knows before the first stage.
struct ModelledInput {
  cases::Case problem;
  timing::Profile profile;
  cases::Model model;  ///< on the master, until it is shared
};

/// Why messages and arithmetic of a case cannot be told without computing; empty if they can.
std::string unmodelled(const cases::Case& problem);

/// Nothing if the input is wrong, or, unless for an estimate, the case cannot be modelled, which the master has said. Collective.
std::optional<ModelledInput> read_modelled_input(const Options& options, const comm::Messenger& messages);

/// Runs the stages at each frequency, of a model that is shared; the factor has the same size at all of them. Collective.
io::FactorSize run_modelled(const ModelledInput& input, common::Run& run, tuning::Strategies& all, const tuning::StageStrategies& strategies);

}  // namespace febem::solve
