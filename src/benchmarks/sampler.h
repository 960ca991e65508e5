// The measuring loop: points in random order, warmed up, each sample many repetitions between two readings of
// the clock.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/command.h"
#include "comm/messenger.h"
#include "timing/clock.h"

namespace febem::benchmarks {

/// Something to be timed.
struct Point {
  std::string name;  ///< for the progress line
  /// Does it so many times and returns the seconds of one of them on this rank. Collective.
  std::function<double(std::size_t repetitions)> seconds;
};

/// One timing of a point.
struct Sample {
  std::size_t order = 0;        ///< position among all samples
  std::size_t repetitions = 0;  ///< whose mean it is
  std::vector<double> seconds;  ///< of one repetition, by rank; only on the master

  double slowest() const;
};

/// Times each point as often as asked, in rounds over all points, each in a new random order (the same on all
/// ranks, and for the same seed), after a round of warming up that finds how many repetitions make a sample
/// long enough for the clock. Returns the samples by point. `control` carries what the ranks have to agree
/// on, outside the clock. Collective.
std::vector<std::vector<Sample>> take_samples(const std::vector<Point>& points, const SamplePlan& effort, const comm::Messenger& control,
                                              const timing::Progress& progress);

}  // namespace febem::benchmarks
