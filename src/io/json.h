// Reports as JSON: what several reports have in common, and the results of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "io/json_fwd.h"
#include "io/results.h"

namespace febem::io {

/// Null for an empty optional.
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const core::StrategyNames& names);

/// Whether the ranks had their cores to themselves, and the warnings about it.
Json json_of(const core::CoreUse& use);

/// The figures that `report` tells.
template <core::Report report>
Json json_of(const core::Metrics& metrics) {
  Json json;
  core::for_each_figure<report>([&](const char* key, const char*, auto figure) {
    if constexpr (requires { figure(metrics).has_value(); })
      json[key] = json_of(figure(metrics));
    else
      json[key] = figure(metrics);
  });
  return json;
}

/// Version of the layout of all reports; raised when a key goes or changes its meaning.
inline constexpr int schema_version = 1;

/// The keys that every report begins with.
Json report_head(std::string_view kind, const std::string& version, const std::string& commit, const std::string& mpi_library);

/// What the program added to the network: null stands for the network at hand, and for no limit.
Json json_of(const NetworkFigures& network);

/// The whole run; the schema is asserted by tests/io. Numbers that are not finite become null.
std::string to_json(const RunResult& result);

/// One frequency, for what is kept between runs.
std::string to_json(const FrequencyResult& result);

/// The inverse. Throws core::RunError if the text is not what to_json wrote.
FrequencyResult frequency_from_json(const std::string& text);

}  // namespace febem::io
