#include <algorithm>
#include <cmath>
#include <map>

#include "benchmarks/record.h"
#include "cli/text.h"

namespace febem::benchmarks {
namespace {

std::string heading(const Setting& setting) {
  return setting.benchmark + " on " + std::to_string(setting.ranks) + (setting.ranks == 1 ? " rank, " : " ranks, ") + setting.mpi_library + "\n" +
         (setting.network_text.empty() ? "" : "  " + setting.network_text + "\n");
}

std::string strategy_text(const MessageRecord& record, const comm::StrategyNames& names) {
  if (names == bare_calls) return "bare MPI_Send and MPI_Recv";
  return record.pattern.routed ? core::text(names) : names.cut + " x " + names.pace;
}

std::string microseconds(double seconds) { return cli::number(1e6 * seconds, "%.3f"); }

std::string samples_text(const std::vector<Sample>& samples) {
  return std::to_string(samples.size()) + " x " + std::to_string(samples.front().repetitions);
}

std::vector<std::string> cells(const MessageRecord& record, const Timing& timing) {
  const auto summary = timing::summarise(timing.seconds());
  std::vector<std::string> cells{std::to_string(timing.bytes),
                                 microseconds(summary.median),
                                 microseconds(summary.lower_quartile),
                                 microseconds(summary.upper_quartile),
                                 microseconds(summary.p95),
                                 cli::with_prefix(record.rate(timing, summary.median), "B/s"),
                                 samples_text(timing.samples),
                                 record.strategies[timing.strategy] == bare_calls ? "-" : std::to_string(timing.counted.sent.messages)};
  if (const auto most = timing.counted.most_outstanding_bytes) cells.push_back(std::to_string(*most));
  return cells;
}

std::string fit_text(const timing::Fit& fit) {
  std::string lines;
  for (const auto& regime : fit.regimes) {
    const bool flat = std::isinf(regime.r_inf);
    lines += std::string("  from ") + cli::with_prefix(regime.from_bytes, "B") + ": t0 " + cli::with_prefix(regime.t0, "s") +
             (flat ? ", equal for every length"
                   : ", r_inf " + cli::with_prefix(regime.r_inf, "B/s") + ", n_half " + cli::with_prefix(regime.n_half(), "B")) +
             "\n";
  }
  return lines + "  fit of the medians: relative residual " + cli::number(100 * fit.relative_residual, "%.1f") + " % (root mean square), " +
         cli::number(100 * fit.largest_residual, "%.1f") + " % at most\n";
}

std::string strategy_table(const MessageRecord& record, std::size_t strategy) {
  cli::TextTable table({});
  const bool counted = std::any_of(record.timings.begin(), record.timings.end(),
                                   [&](const Timing& timing) { return timing.strategy == strategy && timing.counted.most_outstanding_bytes; });
  std::vector<std::string> head{"bytes", "median, us", "lower quartile", "upper quartile", "P95", "rate", "samples", "messages"};
  if (counted) head.emplace_back("outstanding");
  table.row(head);
  for (const auto& timing : record.timings)
    if (timing.strategy == strategy) table.row(cells(record, timing));
  return std::string("\n") + strategy_text(record, record.strategies[strategy]) + "\n" + table.text() +
         (counted ? "  outstanding: most bytes in flight to one rank at one time\n" : "") + fit_text(record.fits[strategy]);
}

std::string fastest(const MessageRecord& record) {
  std::map<std::size_t, std::vector<std::pair<double, std::size_t>>> by_bytes;
  for (const auto& timing : record.timings) by_bytes[timing.bytes].emplace_back(timing::summarise(timing.seconds()).median, timing.strategy);
  cli::TextTable table({2, 4});
  table.row({"bytes", "fastest, us", "strategy", "slowest, us", "strategy"});
  for (const auto& [bytes, medians] : by_bytes) {
    const auto [best, worst] = std::minmax_element(medians.begin(), medians.end());
    table.row({std::to_string(bytes), microseconds(best->first), strategy_text(record, record.strategies[best->second]), microseconds(worst->first),
               strategy_text(record, record.strategies[worst->second])});
  }
  return std::string("\n") + table.text();
}

std::vector<std::string> cells(const KernelTiming& timing, std::size_t ranks) {
  std::vector<double> rates;
  for (std::size_t rank = 0; rank < ranks; ++rank) rates.push_back(timing.rate(rank));
  double spread = 0;
  for (std::size_t rank = 0; rank < ranks; ++rank) spread = std::max(spread, timing::summarise(timing.seconds(rank)).relative_spread());
  const auto unit = std::string(timing.family->unit) + "/s";
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return {timing.name,
          std::to_string(timing.bytes),
          cli::with_prefix(*std::min_element(rates.begin(), rates.end()), unit),
          cli::with_prefix(*std::max_element(rates.begin(), rates.end()), unit),
          cli::with_prefix(sum, unit),
          cli::number(100 * spread, "%.1f"),
          cli::number(timing.deviation.error, "%.1e") + (timing.deviation.right() ? "" : " WRONG"),
          samples_text(timing.samples)};
}

std::string statistics_text(const RateStatistics& rates) {
  const auto unit = std::string(rates.family->unit) + "/s";
  cli::TextTable table({0});
  table.row({"maximum rate", cli::with_prefix(rates.maximum, unit)});
  table.row({"quartile Q3", cli::with_prefix(rates.upper_quartile, unit)});
  table.row({"average rate", cli::with_prefix(rates.average, unit)});
  table.row({"geometric mean", cli::with_prefix(rates.geometric_mean, unit)});
  table.row({"median Q2", cli::with_prefix(rates.median, unit)});
  table.row({"harmonic mean", cli::with_prefix(rates.harmonic_mean, unit)});
  table.row({"quartile Q1", cli::with_prefix(rates.lower_quartile, unit)});
  table.row({"minimum rate", cli::with_prefix(rates.minimum, unit)});
  return std::string("\n") + std::string(rates.family->name) + ": " + std::to_string(rates.rates) +
         " rates of the slowest rank, those of medium length counted twice\n" + table.text();
}

}  // namespace

std::string text(const MessageRecord& record) {
  const auto& pattern = record.pattern;
  std::string result = heading(record.setting) + "  time: " + std::string(pattern.time) + "\n  barrier: " + std::string(place(record.barrier)) +
                       "\n  messages: of all ranks in one repetition, " + std::string(pattern.repetition) + "\n";
  for (const auto& refused : record.refused)
    result += std::string("  left out: ") + strategy_text(record, refused.names) + ": " + refused.reason + "\n";
  for (std::size_t i = 0; i < record.strategies.size(); ++i) result += strategy_table(record, i);
  return record.strategies.size() > 1 ? result + fastest(record) : result;
}

std::string text(const ComputeRecord& record) {
  cli::TextTable table({0});
  table.row({"kernel", "bytes", "slowest rank", "fastest rank", "all ranks", "spread %", "error", "samples"});
  for (const auto& timing : record.timings) table.row(cells(timing, static_cast<std::size_t>(record.setting.ranks)));
  std::string result = heading(record.setting) + "  all ranks at once, from one barrier before each sample; medians; " + record.blas_library + "\n" +
                       table.text() +
                       "  Bytes of one operand; spread: interquartile range over median of the rank with most;\n"
                       "  error: relative, of the rank with the largest; of linpack the residual over n |A| |x| eps.\n";
  for (const auto& rates : rate_statistics(record)) result += statistics_text(rates);
  return result;
}

std::string text(const ProfileRecord& record) {
  cli::TextTable table({0});
  table.row({"operation", "measured us", "priced us", "off by %", "flop/s", "samples"});
  for (const auto& timing : record.timings) {
    const double measured = timing.median(), priced = record.profile.seconds(timing.work);
    table.row({timing.name, microseconds(measured), microseconds(priced), cli::number(100 * (priced / measured - 1), "%+.1f"),
               timing.work.flops > 0 ? cli::with_prefix(static_cast<double>(timing.work.flops) / measured, "") : "-", samples_text(timing.samples)});
  }
  return heading(record.setting) + "  all ranks at once, from one barrier before each sample; medians of the slowest rank; " +
         record.profile.machine + "\n" + table.text() + "  Priced: by the prices of the operation's quantities that fit all its sizes best.\n";
}

}  // namespace febem::benchmarks
