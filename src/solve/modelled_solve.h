// The four stages with all their messages, but without their arithmetic: for `minifebem solve
// --arithmetic modelled|free` and for the estimate.
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

/// The input of a modelled run, which every rank has before the first stage.
struct ModelledInput {
  cases::Case problem;
  timing::Profile profile;
  cases::Model model;  ///< on the master, until it is shared
};

/// The reason why messages and arithmetic of a case are unknown before it is computed. Empty if
/// they are known.
std::string unmodelled(const cases::Case& problem);

/// Reads the input. Returns nothing, after a message of the master, if the input is wrong, or if
/// the case cannot be modelled. An estimate accepts a case that cannot be modelled. Collective.
std::optional<ModelledInput> read_modelled_input(
    const Options& options, const cases::CaseInput& of_case, const comm::Messenger& messages);

/// Runs the stages at each frequency. Every rank must have the model. Returns the size of the
/// factor, which is the same at all frequencies. Collective.
io::FactorSize run_modelled(
    const ModelledInput& input, common::Run& run, const tuning::StageStrategies& strategies);

}  // namespace febem::solve
