#include "study/record.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "study/strategies.h"

namespace febem::study {
namespace {

// Results with equal keys must be equal to the last bit. Empty for "auto": another launch may choose other routes.
std::string comparable(const Record& record, const Sample& sample) {
  const auto& names = record.strategies[sample.item.strategy];
  if (sample.digest.empty() || comm::is_automatic(names)) return {};
  const bool ours = comm::make_route(names.route)->follows_pace();
  return core::name(record.stages[sample.item.stage]) + ", route " + names.route + (ours ? "" : ", cut " + names.cut);
}

}  // namespace

std::vector<Item> items(const Record& record) {
  std::vector<Item> all;
  for (std::size_t network = 0; network < record.networks.size(); ++network)
    for (std::size_t stage = 0; stage < record.stages.size(); ++stage)
      for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy) all.push_back({stage, strategy, network});
  return all;
}

Repeats repeats(const Record& record, const Item& item) {
  Repeats result;
  std::vector<double> communication, queued;
  for (const auto& sample : record.samples) {
    if (sample.item != item || sample.warm_up) continue;
    const auto& metrics = sample.metrics;
    result.samples.push_back(metrics.seconds);
    communication.push_back(metrics.communication_seconds);
    if (const double share = metrics.cores.queued_share(); !std::isnan(share)) queued.push_back(share);
    result.sent = metrics.sent;
    result.most_outstanding_bytes = std::max(result.most_outstanding_bytes, metrics.most_outstanding_bytes);
  }
  result.seconds = timing::summarise(result.samples);
  result.communication = timing::summarise(communication);
  result.queued_share = timing::summarise(queued);
  return result;
}

bool is_disturbed(const Record& record, const Repeats& of_item) {
  return !record.crowded && of_item.queued_share.upper_quartile > core::spoiling_share;
}

std::optional<core::CoreUse> cores(const Record& record) {
  core::CoreUse use{{}, record.crowded};
  for (const auto& sample : record.samples)
    if (!sample.warm_up) use.time += sample.metrics.cores;
  return use.time.seconds > 0 ? std::optional(use) : std::nullopt;
}

std::vector<std::string> differing_digests(const Record& record) {
  std::map<std::string, const Sample*> first;
  std::map<std::string, std::string> differing;
  for (const auto& sample : record.samples) {
    const auto key = comparable(record, sample);
    if (key.empty()) continue;
    const auto* other = first.try_emplace(key, &sample).first->second;
    if (other->digest != sample.digest)
      differing.try_emplace(
          key, text(record.strategies[other->item.strategy]) + " and " + text(record.strategies[sample.item.strategy]));
  }
  std::vector<std::string> lines;
  for (const auto& [key, pair] : differing) lines.push_back(key + ": " + pair);
  return lines;
}

}  // namespace febem::study
