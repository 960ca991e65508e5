// The four stages with all messages but no arithmetic: for --arithmetic modelled|free and
// --estimate.
#pragma once

#include <optional>
#include <string>

#include "cases/model.h"
#include "comm/strategy.h"
#include "io/results.h"
#include "solve/command.h"
#include "stages/common/run.h"
#include "timing/work.h"

namespace febem::solve {

struct ModelledInput {
  cases::Case problem;
  timing::Profile profile;
  cases::Model model;  ///< on the master until it is shared
};

/// Why messages and arithmetic of a case are unknown before it is computed; empty if they are
/// known.
std::string unmodelled(const cases::Case& problem);

/// Reads the input; nothing, after a message of the master, if it is wrong or, except for an
/// estimate, cannot be modelled. Collective.
std::optional<ModelledInput> read_modelled_input(
    const Options& options, const cases::CaseInput& of_case, const comm::Messenger& messages);

/// Runs the stages at each frequency, on ranks that have the model. Returns the size of the factor,
/// the same at all frequencies. Collective.
io::FactorSize run_modelled(
    const ModelledInput& input, common::Run& run, const comm::StageStrategies& strategies);

}  // namespace febem::solve
