// The measuring loop: points in random order, after a warm-up. A sample is many repetitions between
// two readings of the clock.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/command.h"
#include "comm/messenger.h"
#include "mpi/environment.h"
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

/// Seconds of the slowest rank in each sample.
std::vector<double> slowest(const std::vector<Sample>& samples);
double median_of_slowest(const std::vector<Sample>& samples);

/// The time of one run, s, by the clock of this rank: the mean of as many as `repetitions`.
/// prepare(), outside the clock, comes before each of them if they are `apart`, else once before
/// all.
template <class Prepare, class Run>
double mean_seconds(std::size_t repetitions, bool apart, Prepare&& prepare, Run&& run) {
  double seconds = 0;
  const std::size_t blocks = apart ? repetitions : 1;
  for (std::size_t block = 0; block < blocks; ++block) {
    prepare();
    const double start = mpi::wall_time();
    for (std::size_t i = 0; i < repetitions / blocks; ++i) run();
    seconds += mpi::wall_time() - start;
  }
  return seconds / static_cast<double>(repetitions);
}

/// Times each point in rounds over all points. Each round has a new random order, which is the same
/// on all ranks and for the same seed. A warm-up round finds how many repetitions make a sample
/// long enough for the clock. Returns the samples by point. The ranks agree over `control`, outside
/// the clock. Collective.
std::vector<std::vector<Sample>> take_samples(const std::vector<Point>& points,
    const SamplePlan& effort, const comm::Messenger& control, const timing::Progress& progress);

}  // namespace febem::benchmarks
