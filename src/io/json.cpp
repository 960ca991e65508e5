#include "io/json.h"

#include <ranges>

#include "core/error.h"
#include "la/blas_library.h"

namespace febem::io {
namespace {

using io::json_of;

Json json_of(const LinkFigures& link) {
  return {{"latency_s", link.latency_s}, {"overhead_s", link.overhead_s},
      {"bandwidth_bytes_per_s", link.bandwidth_bytes_per_s}};
}

Json json_of(const core::PeerMetrics& peer) {
  return {{"rank", peer.rank}, {"messages", peer.sent.messages}, {"bytes", peer.sent.bytes},
      {"seconds", peer.seconds}};
}

Json json_of(const core::SizeClasses& sizes) {
  Json list = Json::array();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 0)
      list.push_back({{"longest_bytes", core::longest_of_class(i)}, {"messages", sizes[i]}});
  return list;
}

Json json_of(const core::RankMetrics& rank) {
  Json json = json_of<core::Figures::rank>(rank);
  json.update({{"message_sizes", json_of(rank.sizes)},
      {"peers", list_of(rank.peers, [](const auto& peer) { return json_of(peer); })}});
  return json;
}

Json json_of(const core::StageMetrics& stage) {
  Json json{{"name", core::name(stage.stage)}, {"method", stage.method},
      {"strategy", json_of(stage.strategy)}};
  json.update(json_of<core::Figures::stage>(stage));
  json["ranks"] = list_of(stage.ranks, [](const auto& rank) { return json_of(rank); });
  return json;
}

/// Calls use(key, member) for each member of a FrequencyResult.
template <class Result, class Use>
void for_each_member(Result& result, Use&& use) {
  use("hz", result.hz);
  use("load_case", result.load_case);
  use("outcome", result.outcome);
  use("formulation", result.formulation);
  use("precision", result.precision);
  use("resumed", result.resumed);
  for (const auto& number : frequency_numbers) use(number.name, result.*number.member);
  use("residual_history", result.residual_history);
  use("solution_digest", result.solution_digest);
}

Json json_of(const FrequencyResult& result) {
  JsonWriter write;
  for_each_member(result, write);
  return write.json;
}

}  // namespace

Json json_of(const core::StrategyNames& names) {
  return {{"route", names.route}, {"cut", names.cut}, {"pace", names.pace}};
}

Json json_of(const core::CoreUse& use) {
  return {{"observed_seconds", use.time.seconds}, {"ran_share", use.time.ran_share()},
      {"queued_share", use.time.queued_share()},
      {"involuntary_switches", use.time.involuntary_switches},
      {"stolen_share", use.time.stolen_share()}, {"ranks_outnumber_cores", use.crowded},
      {"warnings", use.warnings()}};
}

Json report_head(std::string_view kind, const std::string& version, const std::string& commit,
    const std::string& mpi_library) {
  return {{"kind", kind}, {"schema_version", schema_version}, {"version", version},
      {"commit", commit}, {"mpi", {{"library", mpi_library}}},
      {"blas", {{"library", la::blas_library()}, {"kernels", la::blas_kernels()}}}};
}

Json json_of(const NetworkFigures& network) {
  Json json{{"emulated", nullptr}, {"receive_buffer_bytes", json_of(network.receive_buffer_bytes)}};
  if (!network.emulated) return json;
  Json emulated = json_of(network.all);
  emulated["links"] = list_of(network.links, [](const auto& link) {
    Json one{{"from", link.from}, {"to", link.to}};
    one.update(json_of(link.figures));
    return one;
  });
  emulated["native_collectives"] = "replaced by a binomial tree";
  json["emulated"] = emulated;
  return json;
}

std::string csv(const Json& rows, std::string_view keys) {
  std::string text = std::string(keys) + "\n";
  for (const auto& row : rows) {
    for (const auto key : keys | std::views::split(',')) {
      const auto figure = row.find(std::string(key.begin(), key.end()));
      if (figure != row.end() && !figure->is_null())
        text += figure->is_string() ? figure->get<std::string>() : figure->dump();
      text += ',';
    }
    text.back() = '\n';
  }
  return text;
}

std::string file_text(const Json& report, int indent) {
  return report.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json_of(const CurveFigures& curve) {
  return {{"solved", curve.solved}, {"tolerance_db", curve.tolerance_db},
      {"error_db", curve.error_db}, {"checked", curve.checked}, {"gave_up", curve.gave_up},
      {"shapes", curve.shapes}, {"fluid_samples", curve.fluid_samples},
      {"resonances", list_of(curve.resonances, [](const auto& one) {
         return Json{
             {"hz", one.hz}, {"width_hz", one.width_hz}, {"relative_size", one.relative_size}};
       })}};
}

Json json_of(const TransducerFigures& of) {
  return {{"load_case", of.load_case}, {"resonance_hz", of.resonance_hz},
      {"antiresonance_hz", of.antiresonance_hz}, {"coupling", of.coupling}, {"quality", of.quality},
      {"capacitance_f", of.capacitance_f}, {"clamped_capacitance_f", of.clamped_capacitance_f}};
}

std::string to_json(const RunResult& result) {
  const auto json = [](const auto& item) { return json_of(item); };
  Json report = report_head("solve", result.version, result.commit, result.mpi_library);
  report.update({{"command", result.command}, {"ranks", result.ranks}, {"groups", result.groups},
      {"arithmetic", result.arithmetic}, {"profile", result.profile},
      {"messages", json_of(result.messages)}, {"network", json_of(result.network)},
      {"case", {{"title", result.case_title}, {"file", result.case_file},
                   {"far_field", result.far_field}, {"structural_dofs", result.structural_dofs},
                   {"front_size", result.factor.front}, {"factor_entries", result.factor.entries},
                   {"acoustic_dofs", result.acoustic_dofs}, {"order", result.order}}},
      {"stages", list_of(result.stages, json)}, {"frequencies", list_of(result.frequencies, json)},
      {"curve", result.curve ? json_of(*result.curve) : Json(nullptr)},
      {"transducers", list_of(result.transducers, json)},
      {"zgemm_flops_per_second", result.zgemm_flops_per_second},
      {"total_seconds", result.total_seconds}, {"peak_memory_bytes", result.peak_memory_bytes},
      {"cores", result.cores ? json_of(*result.cores) : Json(nullptr)}});
  return file_text(report, 2);
}

std::string to_json(const FrequencyResult& result) { return json_of(result).dump(); }

FrequencyResult frequency_from_json(const std::string& text) {
  try {
    FrequencyResult result;
    for_each_member(result, JsonReader{Json::parse(text)});
    return result;
  } catch (const nlohmann::json::exception& error) {
    throw core::RunError("not the figures of a frequency: ", error.what());
  }
}

}  // namespace febem::io
