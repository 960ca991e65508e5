#include "benchmarks/record.h"

#include <algorithm>
#include <cmath>

namespace febem::benchmarks {

const comm::StrategyNames bare_calls{"bare", "whole", "blocking"};

std::string_view place(Barrier barrier) {
  return barrier == Barrier::sample
             ? "before each sample, outside the clock; none between its repetitions"
             : "before each repetition, outside the clock";
}

std::string_view place(BufferKind buffers) {
  return buffers == BufferKind::warm ? "the same in each repetition"
                                     : "in each repetition others, which have left the caches";
}

double MessageRecord::rate(const Timing& timing, double seconds) const {
  return static_cast<double>(pattern.messages(setting.ranks)) * static_cast<double>(timing.bytes) /
         seconds;
}

std::vector<double> KernelTiming::seconds(std::size_t rank) const {
  std::vector<double> result;
  for (const auto& sample : samples) result.push_back(sample.seconds[rank]);
  return result;
}

double KernelTiming::rate(std::size_t rank) const {
  return work / timing::summarise(seconds(rank)).median;
}

double ComputeRecord::rate(const KernelTiming& timing) const {
  double least = timing.rate(0);
  for (std::size_t rank = 1; rank < static_cast<std::size_t>(setting.ranks); ++rank)
    least = std::min(least, timing.rate(rank));
  return least;
}

std::vector<RateStatistics> rate_statistics(const ComputeRecord& record) {
  std::vector<RateStatistics> all;
  for (const auto& family : kernel_families()) {
    std::vector<double> rates;
    for (const auto& timing : record.timings)
      if (family.statistics && timing.family == &family)
        rates.insert(rates.end(), static_cast<std::size_t>(timing.weight), record.rate(timing));
    if (rates.empty()) continue;
    double sum = 0, logarithms = 0, reciprocals = 0;
    for (const double rate : rates) {
      sum += rate;
      logarithms += std::log(rate);
      reciprocals += 1 / rate;
    }
    const auto n = static_cast<double>(rates.size());
    const auto order = timing::summarise(rates);
    all.push_back({&family, rates.size(),
        {{"maximum", "maximum rate", order.largest},
            {"upper_quartile", "quartile Q3", order.upper_quartile},
            {"average", "average rate", sum / n},
            {"geometric_mean", "geometric mean", std::exp(logarithms / n)},
            {"median", "median Q2", order.median},
            {"harmonic_mean", "harmonic mean", n / reciprocals},
            {"lower_quartile", "quartile Q1", order.lower_quartile},
            {"minimum", "minimum rate", order.least}}});
  }
  return all;
}

}  // namespace febem::benchmarks
