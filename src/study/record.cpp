#include "study/record.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/digest.h"
#include "core/text_table.h"
#include "io/json.h"

namespace febem::study {
namespace {

using cli::json_of;
using io::Json;
using io::json_of;

// Results with equal keys must be equal to the last bit.
std::string comparable(const Record& record, const Sample& sample) {
  const auto& names = record.strategies[sample.item.strategy];
  if (sample.digest.empty()) return {};
  const bool ours = comm::make_route(names.route)->follows_pace();
  return core::name(record.stages[sample.item.stage]) + ", route " + names.route +
         (ours ? "" : ", cut " + names.cut);
}

Json json_of(const NamedNetwork& network) {
  const auto& link = network.model.all;
  return {{"name", network.name}, {"title", network.title}, {"latency_s", link.latency},
      {"overhead_s", link.overhead}, {"bandwidth_bytes_per_s", link.bandwidth}};
}

Json json_of(const RepeatPlan& effort) {
  return {{"fewest_repeats", effort.fewest}, {"most_repeats", effort.most},
      {"spread", effort.spread}, {"seconds_limit", effort.seconds}, {"seed", effort.seed}};
}

/// Calls use(key, member) for each member of a sample.
template <class AnySample, class Use>
void for_each_of_sample(AnySample& sample, Use&& use) {
  use("stage", sample.item.stage);
  use("strategy", sample.item.strategy);
  use("network", sample.item.network);
  use("round", sample.round);
  use("warm_up", sample.warm_up);
  use("order", sample.order);
  core::for_each_figure<core::Figures::study>(
      [&](const char* key, const char*, auto figure) { use(key, figure(sample.metrics)); });
  use("digest", sample.digest);
}

Json json_of(const Sample& sample) {
  io::JsonWriter write;
  for_each_of_sample(sample, write);
  return write.json;
}

Json json_of(const NetworkParameter& parameter, const Response& response) {
  const auto line = response.line();
  return {{"slope", line.slope}, {"standard_error", line.slope_error}, {"unit", parameter.unit},
      {"raised", response.raised}, {"seconds", response.seconds}};
}

Json json_of(const Record& record, const Sensitivity& sensitivity) {
  Json json{{"stage", core::name(record.stages[sensitivity.stage])},
      {"strategy", json_of(record.strategies[sensitivity.strategy])},
      {"places", {sensitivity.stage, sensitivity.strategy}},
      {"base_seconds", sensitivity.responses.front().line().intercept}};
  for (const auto& [name, fraction] : {std::pair{"1%", 0.01}, {"2%", 0.02}, {"5%", 0.05}})
    json["latency_seconds_costing"][name] = sensitivity.latency_costing(fraction);
  const auto parameters = network_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    json[std::string(parameters[i].name)] = json_of(parameters[i], sensitivity.responses[i]);
  return json;
}

Sensitivity sensitivity_of(const Json& json) {
  Sensitivity sensitivity{json.at("places").at(0), json.at("places").at(1), {}};
  const auto parameters = network_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& response = json.at(std::string(parameters[i].name));
    sensitivity.responses[i] = {response.at("raised"), response.at("seconds")};
  }
  return sensitivity;
}

Json json_of(const Record& record, const Item& item) {
  const auto found = repeats(record, item);
  return {{"stage", core::name(record.stages[item.stage])},
      {"strategy", json_of(record.strategies[item.strategy])},
      {"network", record.networks[item.network].name}, {"repeats", found.seconds.n},
      {"median_seconds", found.seconds.median},
      {"lower_quartile_seconds", found.seconds.lower_quartile},
      {"upper_quartile_seconds", found.seconds.upper_quartile}, {"p95_seconds", found.seconds.p95},
      {"spread", found.seconds.relative_spread()},
      {"communication_median_seconds", found.communication.median},
      {"queued_share",
          found.queued_share.n > 0 ? Json(found.queued_share.upper_quartile) : Json(nullptr)},
      {"disturbed", is_disturbed(record, found)}, {"messages", found.sent.messages},
      {"bytes", found.sent.bytes},
      {"most_outstanding_bytes", json_of(found.most_outstanding_bytes)}};
}

Json json_of(const io::Origin& origin) {
  return {{"program", origin.program}, {"problem", origin.problem}, {"mesh", origin.mesh},
      {"data", origin.data}};
}

// Earlier versions, which are told apart by their name, knew no data files.
io::Origin origin_of(const Json& json) {
  return {json.at("program"), json.at("problem"), json.at("mesh"), json.value("data", "")};
}

// The digest of what was measured, as it is written.
std::string measured_digest(const Json& report) {
  const Json measured{
      {"sensitivities", report.at("sensitivities")}, {"samples", report.at("samples")}};
  return core::digest_of(measured.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::vector<Item> items(const Record& record) {
  std::vector<Item> all;
  for (std::size_t network = 0; network < record.networks.size(); ++network)
    for (std::size_t stage = 0; stage < record.stages.size(); ++stage)
      for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy)
        all.push_back({stage, strategy, network});
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
    if (const double share = metrics.cores.queued_share(); !std::isnan(share))
      queued.push_back(share);
    result.sent = metrics.sent;
    result.most_outstanding_bytes =
        std::max(result.most_outstanding_bytes, metrics.most_outstanding_bytes);
  }
  result.seconds = timing::summarise(result.samples);
  result.communication = timing::summarise(communication);
  result.queued_share = timing::summarise(queued);
  return result;
}

std::optional<timing::Comparison> compare(
    const Record& record, const Item& base, const Item& item, std::size_t comparisons) {
  std::map<int, double> of_base;
  for (const auto& sample : record.samples)
    if (sample.item == base && !sample.warm_up) of_base[sample.round] = sample.metrics.seconds;
  std::vector<double> left, right;
  for (const auto& sample : record.samples)
    if (sample.item == item && !sample.warm_up && of_base.contains(sample.round)) {
      left.push_back(of_base[sample.round]);
      right.push_back(sample.metrics.seconds);
    }
  if (left.empty()) return std::nullopt;
  return timing::compare(left, right, 1 - 0.05 / static_cast<double>(comparisons));
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
      differing.try_emplace(key, text(record.strategies[other->item.strategy]) + " and " +
                                     text(record.strategies[sample.item.strategy]));
  }
  std::vector<std::string> lines;
  for (const auto& [key, pair] : differing) lines.push_back(key + ": " + pair);
  return lines;
}

std::string to_json(const Record& record) {
  const auto use = cores(record);
  const auto json = [](const auto& item) { return json_of(item); };
  const auto of_record = [&](const auto& item) { return json_of(record, item); };
  Json report = io::report_head("study", record.version, record.commit, record.mpi_library);
  report.update({{"ranks", record.ranks}, {"network", json_of(record.network)},
      {"networks", io::list_of(record.networks, json)},
      {"case", {{"title", record.case_title}, {"file", record.case_file},
                   {"structural_dofs", record.structural_dofs},
                   {"acoustic_dofs", record.acoustic_dofs}, {"hz", record.hz}}},
      {"zgemm_flops_per_second", record.zgemm_flops_per_second},
      {"meaning",
          {{"seconds", "of the slowest rank, from a barrier before the stage"},
              {"communication_seconds",
                  "inside the transport, waiting included, of the rank with most"},
              {"messages", "sent by all ranks"}, {"bytes", "sent by all ranks"},
              {"most_outstanding_bytes",
                  "in flight to one rank at one time, by standard-mode sends; null: not counted"},
              {"spread", "interquartile range / median of the seconds"},
              {"queued_share",
                  "of the time of a repeat that a rank was ready to run but waited for a core: "
                  "upper quartile; null: unknown"},
              {"disturbed",
                  "queued_share is so large that it spoils the seconds; never where the ranks "
                  "outnumber the cores, which spoils all"}}},
      {"origin", json_of(record.origin)}, {"digest", record.digest}, {"measured_digest", ""},
      {"effort", json_of(record.effort)}, {"cores", use ? json_of(*use) : Json(nullptr)},
      {"complete", record.complete}, {"elapsed_seconds", record.elapsed_seconds},
      {"stages", io::list_of(record.stages, [](core::Stage stage) { return core::name(stage); })},
      {"strategies", io::list_of(record.strategies, json)}, {"refused", json_of(record.refused)},
      {"differing_digests", differing_digests(record)},
      {"results", io::list_of(items(record), of_record)},
      {"sensitivities", io::list_of(record.sensitivities, of_record)},
      {"samples", io::list_of(record.samples, json)}});
  if (!record.settings.empty()) report["library"] = Json::parse(record.settings);
  report["measured_digest"] = measured_digest(report);
  return io::file_text(report, 1);
}

std::string to_csv(const Record& record) {
  Json lines = Json::array();
  for (const auto& sample : record.samples) {
    auto& line = lines.emplace_back(json_of(sample));
    line.update(json_of(record.strategies[sample.item.strategy]));
    line.update({{"stage", core::name(record.stages[sample.item.stage])},
        {"network", record.networks[sample.item.network].name}, {"ranks", record.ranks},
        {"warm_up", sample.warm_up ? 1 : 0},
        {"queued_share", sample.metrics.cores.queued_share()}});
    for (auto& [key, figure] : line.items())
      if (figure.is_number_float())
        figure = std::isnan(figure.get<double>()) ? "" : core::number(figure, "%.9g");
  }
  return io::csv(lines,
      "stage,route,cut,pace,ranks,round,warm_up,order,seconds,communication_seconds,hidden_seconds,"
      "messages,bytes,digest,most_outstanding_bytes,network,queued_share");
}

Found look_at(const std::string& text, const Record& wanted) {
  Found found;
  try {
    const auto json = Json::parse(text);
    found.interrupted = json.at("kind") == "study" && !json.at("complete").get<bool>();
    if (!found.interrupted) return found;
    found.unused = difference(origin_of(json.at("origin")), wanted.origin);
    if (found.unused.empty() && json.at("digest") != wanted.digest)
      found.unused = "it is of other stages, strategies, ranks or network";
    if (found.unused.empty() && json.at("measured_digest") != measured_digest(json))
      found.unused = "it is damaged";
    if (!found.unused.empty()) return found;
    for (const auto& sample : json.at("samples"))
      for_each_of_sample(found.samples.emplace_back(), io::JsonReader{sample});
    for (const auto& kept : json.at("sensitivities"))
      found.sensitivities.push_back(sensitivity_of(kept));
    found.elapsed_seconds = json.at("elapsed_seconds");
  } catch (const nlohmann::json::exception&) {
    const bool ours = found.interrupted;  // otherwise it is no report of a study
    found = {ours, ours ? "it is damaged, or of an older program" : "", {}, {}};
  }
  return found;
}

}  // namespace febem::study
