#include "benchmarks/record.h"

namespace febem::benchmarks {

const comm::StrategyNames bare_calls{"bare", "whole", "blocking"};

std::string_view place(Barrier barrier) {
  return barrier == Barrier::sample ? "before each sample, outside the clock; none between its repetitions"
                                    : "before each repetition, outside the clock";
}

std::vector<double> Timing::seconds() const {
  std::vector<double> result;
  for (const auto& sample : samples) result.push_back(sample.slowest());
  return result;
}

double MessageRecord::rate(const Timing& timing, double seconds) const {
  return static_cast<double>(pattern.messages(setting.ranks)) * static_cast<double>(timing.bytes) / seconds;
}

double PricedTiming::median() const {
  std::vector<double> slowest;
  for (const auto& sample : samples) slowest.push_back(sample.slowest());
  return timing::summarise(slowest).median;
}

std::vector<double> KernelTiming::seconds(std::size_t rank) const {
  std::vector<double> result;
  for (const auto& sample : samples) result.push_back(sample.seconds[rank]);
  return result;
}

}  // namespace febem::benchmarks
