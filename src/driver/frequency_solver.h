// The solution of one frequency by the four stages.
#pragma once

#include <string>
#include <vector>

#include "comm/strategy.h"
#include "driver/stage_drivers.h"
#include "io/results.h"
#include "stages/common/run.h"

namespace febem::driver {

struct FrequencyOutcome {
  std::vector<io::FrequencySolution> solutions;  ///< by load case; the fields on the master
  io::FactorSize factor;                         ///< the same on every rank
};

/// Solves the frequency `hz` (Hz). Collective over the run. A singular or inaccurate system is an
/// outcome, which the figures name. `no_room`, the same on every rank, says why the memory of a
/// rank is too small to refine a solution; empty if it is large enough. If it is not, a structure
/// whose solution is refined (refinement.h) is a core::RunError after stage 1, on every rank.
FrequencyOutcome solve_frequency(Sweep& sweep, double hz, common::Run& run,
    const comm::StageStrategies& strategies, const std::string& no_room = {});

/// The solutions at `hz` (Hz, not 0) that follow from the surface pressure (one column for each
/// load case) and the responses of the structure, whose factor is not needed. On the master; the
/// other ranks of `messages` are in help_interpolation().
std::vector<io::FrequencySolution> interpolated_solutions(const Sweep& sweep, double hz,
    la::Matrix p, const std::vector<StructuralSolution>& structural,
    const comm::Messenger& messages);

/// Takes part in interpolated_solutions() of the master until that calls end_interpolation().
void help_interpolation(const Sweep& sweep, const comm::Messenger& messages);
void end_interpolation(const comm::Messenger& messages);

}  // namespace febem::driver
