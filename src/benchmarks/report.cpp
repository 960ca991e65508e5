// The reports of the benchmarks. What is measured is said once, as JSON: lines of CSV and tables
// show some of its figures.
#include <algorithm>
#include <cmath>
#include <map>

#include "benchmarks/guidelines.h"
#include "benchmarks/record.h"
#include "cli/strategy_grid.h"
#include "cli/version.h"
#include "core/text_table.h"
#include "io/json.h"

namespace febem::benchmarks {
namespace {

using cli::json_of;
using io::Json;
using io::json_of;

Json json_of(const Setting& setting) {
  Json json = io::report_head("bench", cli::version, cli::commit(), setting.mpi_library);
  json.update({{"benchmark", setting.benchmark}, {"ranks", setting.ranks},
      {"network", json_of(setting.network)},
      {"effort", {{"repeats", setting.effort.repeats}, {"seconds_limit", setting.effort.seconds},
                     {"seed", setting.effort.seed}}},
      {"clock_resolution_seconds", setting.clock_resolution}});
  return json;
}

Json statistics_of(const std::vector<Sample>& samples, const std::vector<double>& seconds) {
  const auto summary = timing::summarise(seconds);
  return {{"samples", summary.n}, {"repetitions", samples.front().repetitions},
      {"median_seconds", summary.median}, {"lower_quartile_seconds", summary.lower_quartile},
      {"upper_quartile_seconds", summary.upper_quartile}, {"p95_seconds", summary.p95},
      {"least_seconds", summary.least}};
}

Json json_of(const Sample& sample, double seconds) {
  return {{"order", sample.order}, {"repetitions", sample.repetitions}, {"seconds", seconds}};
}

Json with(Json json, const Json& more) {
  json.update(more);
  return json;
}

std::string heading(const Setting& setting) {
  return setting.benchmark + " on " + std::to_string(setting.ranks) +
         (setting.ranks == 1 ? " rank, " : " ranks, ") + setting.mpi_library + "\n" +
         (setting.network_text.empty() ? "" : "  " + setting.network_text + "\n");
}

std::string samples_text(const std::vector<Sample>& samples) {
  return std::to_string(samples.size()) + " x " + std::to_string(samples.front().repetitions);
}

std::string microseconds(double seconds) { return core::number(1e6 * seconds, "%.3f"); }

// Messages.

std::string strategy_text(const MessageRecord& record, const comm::StrategyNames& names) {
  if (names == bare_calls) return "bare MPI_Send and MPI_Recv";
  return record.pattern.routed ? core::text(names) : names.cut + " x " + names.pace;
}

Json result_of(const MessageRecord& record, const Timing& timing) {
  const auto& names = record.strategies[timing.strategy];
  Json json = with({{"strategy", json_of(names)}, {"bytes", timing.bytes}},
      statistics_of(timing.samples, slowest(timing.samples)));
  json["rate_bytes_per_second"] = record.rate(timing, json["median_seconds"]);
  if (names == bare_calls) return json;
  json["messages_per_repetition"] = timing.counted.sent.messages;
  json["bytes_per_repetition"] = timing.counted.sent.bytes;
  if (const auto most = timing.counted.most_outstanding_bytes)
    json["most_outstanding_bytes"] = *most;
  return json;
}

Json json_of(const timing::Regime& regime) {
  return {{"from_bytes", regime.from_bytes}, {"t0_seconds", regime.t0},
      {"r_inf_bytes_per_second", regime.r_inf}, {"n_half_bytes", regime.n_half()}};
}

Json json_of(const timing::Fit& fit) {
  return {{"regimes", io::list_of(fit.regimes, [](const auto& regime) { return json_of(regime); })},
      {"relative_residual", fit.relative_residual}, {"largest_residual", fit.largest_residual}};
}

Json meaning_of(const MessageRecord& record) {
  const auto& pattern = record.pattern;
  const auto messages = std::to_string(pattern.messages(record.setting.ranks));
  return {{"seconds", pattern.time}, {"barrier", place(record.barrier)},
      {"buffers", place(record.buffers)}, {"repetition", pattern.repetition},
      {"sample",
          "mean of that many repetitions between two readings of the clock, after a tenth as many "
          "untimed"},
      {"rate", messages + " x bytes / median"},
      {"messages_per_repetition",
          "sent by all ranks, replies included; counted apart from the timing"},
      {"most_outstanding_bytes",
          "in flight to one rank at one time in a repetition, by standard-mode sends; counted "
          "apart from the timing"},
      {"bare", "a strategy of that route is MPI_Send and MPI_Recv without the message layer"},
      {"fit",
          "of the medians: t0 + bytes / r_inf, least relative residual, one breakpoint at most"},
      {"relative_residual", "root mean square"}};
}

std::string fit_text(const timing::Fit& fit) {
  std::string lines;
  for (const auto& regime : fit.regimes) {
    const bool flat = std::isinf(regime.r_inf);
    lines += std::string("  from ") + core::with_prefix(regime.from_bytes, "B") + ": t0 " +
             core::with_prefix(regime.t0, "s") +
             (flat ? ", equal for every length"
                   : ", r_inf " + core::with_prefix(regime.r_inf, "B/s") + ", n_half " +
                         core::with_prefix(regime.n_half(), "B")) +
             "\n";
  }
  return lines + "  fit of the medians: relative residual " +
         core::number(100 * fit.relative_residual, "%.1f") + " % (root mean square), " +
         core::number(100 * fit.largest_residual, "%.1f") + " % at most\n";
}

std::string strategy_table(const MessageRecord& record, std::size_t strategy) {
  const bool bare = record.strategies[strategy] == bare_calls;
  core::TextTable table({});
  std::vector<std::string> head{"bytes", "median, us", "lower quartile", "upper quartile", "P95",
      "rate", "samples", "messages"};
  const bool counted =
      std::any_of(record.timings.begin(), record.timings.end(), [&](const Timing& timing) {
        return timing.strategy == strategy && timing.counted.most_outstanding_bytes;
      });
  if (counted) head.emplace_back("outstanding");
  table.row(head);
  for (const auto& timing : record.timings) {
    if (timing.strategy != strategy) continue;
    const auto seconds = timing::summarise(slowest(timing.samples));
    std::vector<std::string> cells{std::to_string(timing.bytes)};
    for (const double one :
        {seconds.median, seconds.lower_quartile, seconds.upper_quartile, seconds.p95})
      cells.push_back(microseconds(one));
    cells.push_back(core::with_prefix(record.rate(timing, seconds.median), "B/s"));
    cells.push_back(samples_text(timing.samples));
    cells.push_back(bare ? "-" : std::to_string(timing.counted.sent.messages));
    if (const auto most = timing.counted.most_outstanding_bytes)
      cells.push_back(std::to_string(*most));
    table.row(cells);
  }
  return std::string("\n").append(strategy_text(record, record.strategies[strategy])) + "\n" +
         table.text() +
         (counted ? "  outstanding: most bytes in flight to one rank at one time\n" : "") +
         fit_text(record.fits[strategy]);
}

std::string fastest(const MessageRecord& record) {
  std::map<std::size_t, std::vector<std::pair<double, std::size_t>>> by_bytes;
  for (const auto& timing : record.timings)
    by_bytes[timing.bytes].emplace_back(median_of_slowest(timing.samples), timing.strategy);
  core::TextTable table({2, 4});
  table.row({"bytes", "fastest, us", "strategy", "slowest, us", "strategy"});
  for (const auto& [bytes, medians] : by_bytes) {
    const auto [best, worst] = std::minmax_element(medians.begin(), medians.end());
    table.row({std::to_string(bytes), microseconds(best->first),
        strategy_text(record, record.strategies[best->second]), microseconds(worst->first),
        strategy_text(record, record.strategies[worst->second])});
  }
  return std::string("\n").append(table.text());
}

std::string guideline_text(const MessageRecord& record, const Guidelines& found) {
  if (found.comparisons == 0) return "";
  std::string result = "\nGuidelines: " + std::to_string(found.comparisons) + " comparisons, ";
  if (found.too_few) return result + "too few samples to find that any is broken\n";
  if (found.broken.empty()) return result + "none broken by 5 % or more\n";
  result += "broken with 95 % confidence for all of them together:\n";
  core::TextTable table({0, 2, 4});
  table.row({"strategy", "bytes", "takes longer than", "bytes", "ratio", "of at least"});
  for (const auto& one : found.broken) {
    const auto &mine = record.timings[one.timing], &other = record.timings[one.other];
    table.row({strategy_text(record, record.strategies[mine.strategy]), std::to_string(mine.bytes),
        one.guideline == "library"
            ? strategy_text(record, record.strategies[other.strategy])
            : std::to_string(one.times) + (one.times == 1 ? " longer message" : " messages"),
        std::to_string(other.bytes), core::number(one.comparison.ratio, "%.2f"),
        core::number(one.comparison.lower, "%.2f")});
  }
  return result + table.text();
}

Json json_of(const Guidelines& found, const MessageRecord& record) {
  return {{"comparisons", found.comparisons}, {"confidence_together", Guidelines::confidence},
      {"broken", io::list_of(found.broken, [&](const Broken& one) {
         const auto &mine = record.timings[one.timing], &other = record.timings[one.other];
         return Json{{"guideline", one.guideline},
             {"strategy", json_of(record.strategies[mine.strategy])}, {"bytes", mine.bytes},
             {"other_strategy", json_of(record.strategies[other.strategy])},
             {"other_bytes", other.bytes}, {"times", one.times}, {"ratio", one.comparison.ratio},
             {"lower", one.comparison.lower}, {"upper", one.comparison.upper}};
       })}};
}

std::string text(const MessageRecord& record, const Guidelines& found) {
  const auto& pattern = record.pattern;
  std::string result = heading(record.setting) + "  time: " + std::string(pattern.time) +
                       "\n  barrier: " + std::string(place(record.barrier)) +
                       "\n  buffers: " + std::string(place(record.buffers)) +
                       "\n  messages: of all ranks in one repetition, " +
                       std::string(pattern.repetition) + "\n";
  for (const auto& refused : record.refused)
    result += "  left out: " + strategy_text(record, refused.names) + ": " + refused.reason + "\n";
  for (std::size_t i = 0; i < record.strategies.size(); ++i) result += strategy_table(record, i);
  if (record.strategies.size() > 1) result += fastest(record);
  return result + guideline_text(record, found);
}

// Kernels.

Json json_of(const RateStatistics& statistics) {
  Json json{{"family", statistics.family->name}, {"rates", statistics.rates}};
  for (const auto& [key, name, rate] : statistics.figures) json[key] = rate;
  return json;
}

std::string text(const RateStatistics& statistics) {
  core::TextTable table({0});
  for (const auto& [key, name, rate] : statistics.figures)
    table.row({name, core::with_prefix(rate, std::string(statistics.family->unit) + "/s")});
  return std::string("\n").append(statistics.family->name) + ": " +
         std::to_string(statistics.rates) +
         " rates of the slowest rank, those of medium length counted twice\n" + table.text();
}

Json result_of(const KernelTiming& timing, std::size_t rank) {
  return with(with({{"kernel", timing.name}, {"family", timing.family->name},
                       {"bytes", timing.bytes}, {"rank", rank}},
                  statistics_of(timing.samples, timing.seconds(rank))),
      {{"rate_per_second", timing.rate(rank)}, {"unit", timing.family->unit},
          {"error", timing.deviation.error}, {"error_limit", timing.deviation.limit}});
}

Json sample_of(const KernelTiming& timing, const Sample& sample, std::size_t rank) {
  return with({{"kernel", timing.name}, {"bytes", timing.bytes}, {"rank", rank}},
      json_of(sample, sample.seconds[rank]));
}

std::vector<std::string> cells(const KernelTiming& timing, std::size_t ranks) {
  double slowest = timing.rate(0), fastest = slowest, sum = 0, spread = 0;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const double rate = timing.rate(rank);
    slowest = std::min(slowest, rate);
    fastest = std::max(fastest, rate);
    sum += rate;
    spread = std::max(spread, timing::summarise(timing.seconds(rank)).relative_spread());
  }
  const auto unit = std::string(timing.family->unit) + "/s";
  return {timing.name, std::to_string(timing.bytes), core::with_prefix(slowest, unit),
      core::with_prefix(fastest, unit), core::with_prefix(sum, unit),
      core::number(100 * spread, "%.1f"),
      core::number(timing.deviation.error, "%.1e") + (timing.deviation.right() ? "" : " WRONG"),
      samples_text(timing.samples)};
}

std::string text(const ComputeRecord& record) {
  core::TextTable table({0});
  table.row({"kernel", "bytes", "slowest rank", "fastest rank", "all ranks", "spread %", "error",
      "samples"});
  for (const auto& timing : record.timings)
    table.row(cells(timing, static_cast<std::size_t>(record.setting.ranks)));
  std::string result =
      heading(record.setting) +
      "  all ranks at once, from one barrier before each sample; medians; " + record.blas_library +
      "\n" + table.text() +
      "  Bytes of one operand; spread: interquartile range over median of the rank with most;\n"
      "  error: relative, of the rank with the largest; of linpack the residual over n |A| |x| "
      "eps.\n";
  for (const auto& statistics : rate_statistics(record)) result += text(statistics);
  return result;
}

// Prices of operations.

Json result_of(const ProfileRecord& record, const PricedTiming& timing) {
  return {{"name", timing.name}, {"flops", timing.work.flops},
      {"median_seconds", median_of_slowest(timing.samples)},
      {"priced_seconds", record.profile.seconds(timing.work)}};
}

std::string text(const ProfileRecord& record) {
  core::TextTable table({0});
  table.row({"operation", "measured us", "priced us", "off by %", "flop/s", "samples"});
  for (const auto& timing : record.timings) {
    const double measured = median_of_slowest(timing.samples),
                 priced = record.profile.seconds(timing.work);
    table.row({timing.name, microseconds(measured), microseconds(priced),
        core::number(100 * (priced / measured - 1), "%+.1f"),
        timing.work.flops > 0
            ? core::with_prefix(static_cast<double>(timing.work.flops) / measured, "")
            : "-",
        samples_text(timing.samples)});
  }
  return heading(record.setting) +
         "  all ranks at once, from one barrier before each sample; medians of the slowest rank; " +
         record.profile.machine + "\n" + table.text() +
         "  Priced: by the prices of the operation's quantities that fit all its sizes best.\n";
}

}  // namespace

Report report_of(const MessageRecord& record) {
  const auto found = guidelines(record);
  Json json = json_of(record.setting);
  json.update({{"meaning", meaning_of(record)}, {"refused", json_of(record.refused)},
      {"strategies",
          io::list_of(record.strategies, [](const auto& names) { return json_of(names); })},
      {"results", io::list_of(record.timings,
                      [&](const auto& timing) { return result_of(record, timing); })},
      {"guidelines", json_of(found, record)}, {"fits", Json::array()}, {"samples", Json::array()}});
  for (std::size_t i = 0; i < record.fits.size(); ++i)
    json["fits"].push_back(
        with({{"strategy", json_of(record.strategies[i])}}, json_of(record.fits[i])));
  for (const auto& timing : record.timings)
    for (const auto& sample : timing.samples)
      json["samples"].push_back(with({{"strategy", timing.strategy}, {"bytes", timing.bytes}},
          json_of(sample, sample.slowest())));
  Json lines = json["samples"];
  for (auto& line : lines) {
    line.update(json["strategies"][line["strategy"].get<std::size_t>()]);
    line.update({{"benchmark", record.setting.benchmark}, {"ranks", record.setting.ranks}});
  }
  return {io::file_text(json, 1),
      io::csv(lines, "benchmark,ranks,route,cut,pace,bytes,order,repetitions,seconds"),
      text(record, found)};
}

Report report_of(const ComputeRecord& record) {
  Json json = json_of(record.setting), lines = Json::array();
  json["blas_library"] = record.blas_library;
  json["results"] = json["samples"] = Json::array();
  for (const auto& timing : record.timings) {
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(record.setting.ranks); ++rank) {
      json["results"].push_back(result_of(timing, rank));
      for (const auto& sample : timing.samples)
        json["samples"].push_back(sample_of(timing, sample, rank));
    }
    for (const auto& sample : timing.samples)
      for (std::size_t rank = 0; rank < sample.seconds.size(); ++rank)
        lines.push_back(with(sample_of(timing, sample, rank), {{"ranks", record.setting.ranks}}));
  }
  json["statistics"] = io::list_of(
      rate_statistics(record), [](const auto& statistics) { return json_of(statistics); });
  return {io::file_text(json, 1),
      io::csv(lines, "kernel,ranks,rank,bytes,order,repetitions,seconds"), text(record)};
}

Report report_of(const ProfileRecord& record) {
  Json json = json_of(record.setting), lines = Json::array();
  json.update({{"machine", record.profile.machine},
      {"results", io::list_of(record.timings,
                      [&](const auto& timing) { return result_of(record, timing); })},
      {"samples", Json::array()}});
  for (std::size_t i = 0; i < record.timings.size(); ++i)
    for (const auto& sample : record.timings[i].samples) {
      json["samples"].push_back({{"result", i}, {"order", sample.order},
          {"repetitions", sample.repetitions}, {"seconds", sample.seconds}});
      for (std::size_t rank = 0; rank < sample.seconds.size(); ++rank)
        lines.push_back(with(
            with(json["results"][i], {{"rank", rank}}), json_of(sample, sample.seconds[rank])));
    }
  return {io::file_text(json, 1), io::csv(lines, "name,flops,order,repetitions,rank,seconds"),
      text(record)};
}

}  // namespace febem::benchmarks
