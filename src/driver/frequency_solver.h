// The solution of one frequency by the four stages.
#pragma once

#include "driver/stage_drivers.h"
#include "io/results.h"
#include "stages/common/run.h"
#include "tuning/strategies.h"

namespace febem::driver {

struct FrequencyOutcome {
  io::FrequencySolution solution;  ///< on the master
  io::FactorSize factor;           ///< the same on every rank
};

/// Solves the frequency `hz` (Hz). Collective over the run. A singular or inaccurate system is an outcome, which the figures name.
FrequencyOutcome solve_frequency(const Sweep& sweep, double hz, common::Run& run, const tuning::StageStrategies& strategies);

}  // namespace febem::driver
