// The measuring loop: points in random order, after a warm-up. A sample is many repetitions between two readings of the clock.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/command.h"
#include "comm/messenger.h"
#include "timing/clock.h"

namespace febem::benchmarks {

/// A thing to time.
struct Point {
  std::string name;  ///< for the progress line
  /// Repeats it and returns the seconds of one repetition on this rank. Collective.
  std::function<double(std::size_t repetitions)> seconds;
};

/// One timing of a point.
struct Sample {
  std::size_t order = 0;        ///< position among all samples
  std::size_t repetitions = 0;  ///< number of repetitions in the sample
  std::vector<double> seconds;  ///< seconds of one repetition, by rank; only on the master

  double slowest() const;
};

/// Times each point in rounds over all points. Each round has a new random order, which is the same on all ranks and for the same seed. A warm-up
/// round finds how many repetitions make a sample long enough for the clock. Returns the samples by point. The ranks agree over `control`,
/// outside the clock. Collective.
std::vector<std::vector<Sample>> take_samples(const std::vector<Point>& points, const SamplePlan& effort, const comm::Messenger& control,
                                              const timing::Progress& progress);

}  // namespace febem::benchmarks
