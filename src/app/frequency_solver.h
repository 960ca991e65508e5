// One frequency through the four stages.
#pragma once

#include "app/case.h"
#include "app/model.h"
#include "io/results.h"
#include "pipeline/run.h"
#include "tuning/strategies.h"

namespace febem::app {

struct FrequencyOutcome {
  io::FrequencySolution solution;  ///< on the master
  core::Count front_size = 0;      ///< 0 without a structure; the same on every rank
};

/// Collective over the run. A singular or inaccurate system is an outcome, named in the figures.
FrequencyOutcome solve_frequency(const Case& problem, const Model& model, double hz, pipeline::Run& run,
                                 const tuning::StageStrategies& strategies);

}  // namespace febem::app
