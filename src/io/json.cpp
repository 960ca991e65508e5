#include "io/json.h"

namespace febem::io {
namespace {

Json link_json(const LinkFigures& link) {
  return {{"latency_s", link.latency_s},
          {"overhead_s", link.overhead_s},
          {"bandwidth_bytes_per_s", link.bandwidth_bytes_per_s}};
}

}  // namespace

Json json_of(const core::StrategyNames& names) {
  return {{"route", names.route}, {"cut", names.cut}, {"pace", names.pace}};
}

Json json_of(const core::CoreUse& use) {
  return {{"observed_seconds", use.time.seconds},
          {"ran_share", use.time.ran_share()},
          {"queued_share", use.time.queued_share()},
          {"involuntary_switches", use.time.involuntary_switches},
          {"stolen_share", use.time.stolen_share()},
          {"ranks_outnumber_cores", use.crowded},
          {"warnings", use.warnings()}};
}

Json report_head(std::string_view kind, const std::string& version, const std::string& commit, const std::string& mpi_library) {
  return {{"kind", kind},
          {"schema_version", schema_version},
          {"version", version},
          {"commit", commit},
          {"mpi", {{"library", mpi_library}}}};
}

Json json_of(const NetworkFigures& network) {
  Json json{{"emulated", nullptr}, {"receive_buffer_bytes", json_of(network.receive_buffer_bytes)}};
  if (!network.emulated) return json;
  Json emulated = link_json(network.all);
  emulated["links"] = Json::array();
  for (const auto& link : network.links) {
    emulated["links"].push_back({{"from", link.from}, {"to", link.to}});
    emulated["links"].back().update(link_json(link.figures));
  }
  emulated["native_collectives"] = "replaced by a binomial tree";
  json["emulated"] = emulated;
  return json;
}

}  // namespace febem::io
