// One frequency through the four stages.
#pragma once

#include "driver/sweep.h"
#include "execution/run.h"
#include "io/results.h"
#include "tuning/strategies.h"

namespace febem::driver {

struct FrequencyOutcome {
  io::FrequencySolution solution;  ///< on the master
  core::Count front_size = 0;      ///< 0 without a structure; the same on every rank
  core::Count factor_entries = 0;  ///< of L and D; 0 without a structure or where a library keeps its factor; the same on every rank
};

/// `hz` in Hz. Collective over the run. A singular or inaccurate system is an outcome, named in the figures.
FrequencyOutcome solve_frequency(const Sweep& sweep, double hz, execution::Run& run, const tuning::StageStrategies& strategies);

}  // namespace febem::driver
