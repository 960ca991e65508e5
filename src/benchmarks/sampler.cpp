#include "benchmarks/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/types.h"
#include "timing/statistics.h"

namespace febem::benchmarks {
namespace {

constexpr double longest_sample = 1e-3;     // s, unless one repetition takes longer
constexpr double ticks_in_a_sample = 1000;  // of the clock
constexpr double most_repetitions = 10000;  // of a sample, for clocks that stand still

class Sampler {
 public:
  Sampler(const std::vector<Point>& points, const SamplePlan& effort,
      const comm::Messenger& control, const timing::Progress& progress)
      : points_(points), effort_(effort), control_(control), progress_(progress),
        random_(effort.seed), fastest_(points.size(), std::numeric_limits<double>::infinity()),
        elapsed_(points.size()), samples_(points.size()) {}

  std::vector<std::vector<Sample>> run() {
    for (const auto point : in_random_order()) warm_up(point);
    for (int round = 0; round < effort_.repeats; ++round)
      for (const auto point : in_random_order()) take(point);
    collect();
    return std::move(samples_);
  }

 private:
  std::vector<std::size_t> in_random_order() {
    std::vector<std::size_t> order(points_.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }

  // What the master says.
  std::size_t of_master(std::size_t value) const {
    control_.broadcast(value, core::master);
    return value;
  }

  double wanted_seconds() const {
    const double share = effort_.seconds / (2.0 * effort_.repeats);
    return std::max(std::min(share, longest_sample), ticks_in_a_sample * mpi::clock_resolution());
  }

  // As many repetitions as make a sample long enough, going by the fastest so far.
  std::size_t repetitions(std::size_t point) const {
    const double enough = std::ceil(wanted_seconds() / fastest_[point]);
    return static_cast<std::size_t>(std::clamp(enough, 1.0, most_repetitions));
  }

  // Seconds of one repetition on this rank; notes how long it took altogether.
  double run(std::size_t point, std::size_t count) {
    const double start = mpi::wall_time();
    const double seconds = points_[point].seconds(count);
    const double elapsed = mpi::wall_time() - start;
    elapsed_[point] += elapsed;
    fastest_[point] = std::min(fastest_[point], elapsed / static_cast<double>(count));
    return seconds;
  }

  // More and more repetitions, until they take a good part of a sample.
  void warm_up(std::size_t point) {
    for (std::size_t count = 1; count != 0;) {
      run(point, count);
      count = of_master(4 * count < repetitions(point) ? 4 * count : 0);
    }
    elapsed_[point] = 0;
  }

  void take(std::size_t point) {
    const bool wanted = samples_[point].empty() || elapsed_[point] < effort_.seconds;
    const std::size_t count = of_master(wanted ? repetitions(point) : 0);
    if (count == 0) return;
    run(point, 1 + count / 10);
    samples_[point].push_back({order_++, count, {run(point, count)}});
    if (progress_)
      progress_(points_[point].name,
          static_cast<double>(order_) / (static_cast<double>(points_.size()) * effort_.repeats));
  }

  // Only now: a message to the master after every sample would disturb the next.
  void collect() {
    std::vector<double> mine;
    for (const auto& samples : samples_)
      for (const auto& sample : samples) mine.push_back(sample.seconds.front());
    const auto all = control_.gather(mine, core::master);
    std::size_t position = 0;
    for (auto& samples : samples_)
      for (auto& sample : samples) {
        sample.seconds.clear();
        for (const auto& rank : all) sample.seconds.push_back(rank[position]);
        ++position;
      }
  }

  const std::vector<Point>& points_;
  const SamplePlan& effort_;
  const comm::Messenger& control_;
  const timing::Progress& progress_;
  std::mt19937 random_;
  std::vector<double> fastest_;  ///< s, of one repetition of each point, barrier included
  std::vector<double> elapsed_;  ///< s, of the samples of each point, barriers included
  std::vector<std::vector<Sample>> samples_;
  std::size_t order_ = 0;
};

}  // namespace

double Sample::slowest() const { return *std::max_element(seconds.begin(), seconds.end()); }

std::vector<double> slowest(const std::vector<Sample>& samples) {
  std::vector<double> seconds;
  for (const auto& sample : samples) seconds.push_back(sample.slowest());
  return seconds;
}

double median_of_slowest(const std::vector<Sample>& samples) {
  return timing::summarise(slowest(samples)).median;
}

std::vector<std::vector<Sample>> take_samples(const std::vector<Point>& points,
    const SamplePlan& effort, const comm::Messenger& control, const timing::Progress& progress) {
  return Sampler(points, effort, control, progress).run();
}

}  // namespace febem::benchmarks
