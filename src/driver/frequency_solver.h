// One frequency through the four stages.
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

/// `hz` in Hz. Collective over the run. A singular or inaccurate system is an outcome, named in the figures.
FrequencyOutcome solve_frequency(const Sweep& sweep, double hz, common::Run& run, const tuning::StageStrategies& strategies);

}  // namespace febem::driver
