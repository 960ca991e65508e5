#include "benchmarks/record.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/strategy_grid.h"
#include "cli/version.h"
#include "io/json.h"

namespace febem::benchmarks {
namespace {

using cli::json_of;
using io::Json;
using io::json_of;

Json json_of(const Setting& setting) {
  Json json = io::report_head("bench", cli::version, cli::commit(), setting.mpi_library);
  json.update({{"benchmark", setting.benchmark},
               {"ranks", setting.ranks},
               {"network", json_of(setting.network)},
               {"effort", {{"repeats", setting.effort.repeats}, {"seconds_limit", setting.effort.seconds}, {"seed", setting.effort.seed}}},
               {"clock_resolution_seconds", setting.clock_resolution}});
  return json;
}

void add_statistics(Json& json, const std::vector<Sample>& samples, const std::vector<double>& seconds) {
  const auto summary = timing::summarise(seconds);
  json["samples"] = summary.n;
  json["repetitions"] = samples.front().repetitions;
  json["median_seconds"] = summary.median;
  json["lower_quartile_seconds"] = summary.lower_quartile;
  json["upper_quartile_seconds"] = summary.upper_quartile;
  json["p95_seconds"] = summary.p95;
  json["least_seconds"] = summary.least;
}

Json result_of(const MessageRecord& record, const Timing& timing) {
  Json json{{"strategy", json_of(record.strategies[timing.strategy])}, {"bytes", timing.bytes}};
  add_statistics(json, timing.samples, timing.seconds());
  json["rate_bytes_per_second"] = record.rate(timing, json["median_seconds"]);
  if (record.strategies[timing.strategy] == bare_calls) return json;
  json["messages_per_repetition"] = timing.counted.sent.messages;
  json["bytes_per_repetition"] = timing.counted.sent.bytes;
  if (const auto most = timing.counted.most_outstanding_bytes) json["most_outstanding_bytes"] = *most;
  return json;
}

Json json_of(const timing::Fit& fit) {
  Json regimes = Json::array();
  for (const auto& regime : fit.regimes)
    regimes.push_back(
        {{"from_bytes", regime.from_bytes}, {"t0_seconds", regime.t0}, {"r_inf_bytes_per_second", regime.r_inf}, {"n_half_bytes", regime.n_half()}});
  return {{"regimes", regimes}, {"relative_residual", fit.relative_residual}, {"largest_residual", fit.largest_residual}};
}

Json meaning_of(const MessageRecord& record) {
  const auto& pattern = record.pattern;
  const auto messages = std::to_string(pattern.messages(record.setting.ranks));
  return {{"seconds", pattern.time},
          {"barrier", place(record.barrier)},
          {"repetition", pattern.repetition},
          {"sample", "mean of that many repetitions between two readings of the clock, after a tenth as many untimed"},
          {"rate", messages + " x bytes / median"},
          {"messages_per_repetition", "sent by all ranks, replies included; counted apart from the timing"},
          {"most_outstanding_bytes", "in flight to one rank at one time in a repetition, by standard-mode sends; counted apart from the timing"},
          {"bare", "a strategy of that route is MPI_Send and MPI_Recv without the message layer"},
          {"fit", "of the medians: t0 + bytes / r_inf, least relative residual, one breakpoint at most"},
          {"relative_residual", "root mean square"}};
}

// A number in the fewest digits that read back as the same.
std::string digits(double value) { return Json(value).dump(); }

}  // namespace

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

double KernelTiming::rate(std::size_t rank) const { return work / timing::summarise(seconds(rank)).median; }

double ComputeRecord::rate(const KernelTiming& timing) const {
  double least = timing.rate(0);
  for (std::size_t rank = 1; rank < static_cast<std::size_t>(setting.ranks); ++rank) least = std::min(least, timing.rate(rank));
  return least;
}

std::vector<RateStatistics> rate_statistics(const ComputeRecord& record) {
  std::vector<RateStatistics> all;
  for (const auto& family : kernel_families()) {
    std::vector<double> rates;
    for (const auto& timing : record.timings)
      if (family.statistics && timing.family == &family) rates.insert(rates.end(), static_cast<std::size_t>(timing.weight), record.rate(timing));
    if (rates.empty()) continue;
    double sum = 0, logarithms = 0, reciprocals = 0;
    for (const double rate : rates) {
      sum += rate;
      logarithms += std::log(rate);
      reciprocals += 1 / rate;
    }
    const auto n = static_cast<double>(rates.size());
    const auto order = timing::summarise(rates);
    all.push_back({&family, rates.size(), order.largest, order.upper_quartile, sum / n, std::exp(logarithms / n), order.median, n / reciprocals,
                   order.lower_quartile, order.least});
  }
  return all;
}

std::string to_json(const MessageRecord& record) {
  Json json = json_of(record.setting);
  json["meaning"] = meaning_of(record);
  json["refused"] = json_of(record.refused);
  for (const auto* list : {"strategies", "results", "fits", "samples"}) json[list] = Json::array();
  for (const auto& names : record.strategies) json["strategies"].push_back(json_of(names));
  for (std::size_t i = 0; i < record.fits.size(); ++i) {
    json["fits"].push_back({{"strategy", json_of(record.strategies[i])}});
    json["fits"].back().update(json_of(record.fits[i]));
  }
  for (const auto& timing : record.timings) {
    json["results"].push_back(result_of(record, timing));
    for (const auto& sample : timing.samples)
      json["samples"].push_back({{"strategy", timing.strategy},
                                 {"bytes", timing.bytes},
                                 {"order", sample.order},
                                 {"repetitions", sample.repetitions},
                                 {"seconds", sample.slowest()}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json(const ComputeRecord& record) {
  Json json = json_of(record.setting);
  json["blas_library"] = record.blas_library;
  json["results"] = json["samples"] = Json::array();
  for (const auto& timing : record.timings)
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(record.setting.ranks); ++rank) {
      const auto seconds = timing.seconds(rank);
      Json result{{"kernel", timing.name}, {"family", timing.family->name}, {"bytes", timing.bytes}, {"rank", rank}};
      add_statistics(result, timing.samples, seconds);
      result["rate_per_second"] = timing.rate(rank);
      result["unit"] = timing.family->unit;
      result["error"] = timing.deviation.error;
      result["error_limit"] = timing.deviation.limit;
      json["results"].push_back(result);
      for (const auto& sample : timing.samples)
        json["samples"].push_back({{"kernel", timing.name},
                                   {"bytes", timing.bytes},
                                   {"rank", rank},
                                   {"order", sample.order},
                                   {"repetitions", sample.repetitions},
                                   {"seconds", sample.seconds[rank]}});
    }
  json["statistics"] = Json::array();
  for (const auto& rates : rate_statistics(record))
    json["statistics"].push_back({{"family", rates.family->name},
                                  {"rates", rates.rates},
                                  {"maximum", rates.maximum},
                                  {"upper_quartile", rates.upper_quartile},
                                  {"average", rates.average},
                                  {"geometric_mean", rates.geometric_mean},
                                  {"median", rates.median},
                                  {"harmonic_mean", rates.harmonic_mean},
                                  {"lower_quartile", rates.lower_quartile},
                                  {"minimum", rates.minimum}});
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_csv(const MessageRecord& record) {
  std::ostringstream text;
  text << "benchmark,ranks,route,cut,pace,bytes,order,repetitions,seconds\n";
  for (const auto& timing : record.timings)
    for (const auto& sample : timing.samples)
      text << record.setting.benchmark << ',' << record.setting.ranks << ',' << core::text(record.strategies[timing.strategy], ",") << ','
           << timing.bytes << ',' << sample.order << ',' << sample.repetitions << ',' << digits(sample.slowest()) << '\n';
  return text.str();
}

std::string to_csv(const ComputeRecord& record) {
  std::ostringstream text;
  text << "kernel,ranks,rank,bytes,order,repetitions,seconds\n";
  for (const auto& timing : record.timings)
    for (const auto& sample : timing.samples)
      for (std::size_t rank = 0; rank < sample.seconds.size(); ++rank)
        text << timing.name << ',' << record.setting.ranks << ',' << rank << ',' << timing.bytes << ',' << sample.order << ',' << sample.repetitions
             << ',' << digits(sample.seconds[rank]) << '\n';
  return text.str();
}

std::string to_json(const ProfileRecord& record) {
  Json json = json_of(record.setting);
  json["machine"] = record.profile.machine;
  json["results"] = json["samples"] = Json::array();
  for (std::size_t i = 0; i < record.timings.size(); ++i) {
    const auto& timing = record.timings[i];
    json["results"].push_back({{"name", timing.name},
                               {"flops", timing.work.flops},
                               {"median_seconds", timing.median()},
                               {"priced_seconds", record.profile.seconds(timing.work)}});
    for (const auto& sample : timing.samples)
      json["samples"].push_back({{"result", i}, {"order", sample.order}, {"repetitions", sample.repetitions}, {"seconds", sample.seconds}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_csv(const ProfileRecord& record) {
  std::ostringstream csv;
  csv << "name,flops,order,repetitions,rank,seconds\n";
  for (const auto& timing : record.timings)
    for (const auto& sample : timing.samples)
      for (std::size_t rank = 0; rank < sample.seconds.size(); ++rank)
        csv << timing.name << ',' << timing.work.flops << ',' << sample.order << ',' << sample.repetitions << ',' << rank << ','
            << digits(sample.seconds[rank]) << '\n';
  return csv.str();
}

}  // namespace febem::benchmarks
