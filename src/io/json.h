// Reports as JSON: the common parts of reports, and the results of a run.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_fwd.h"
#include "io/results.h"

namespace febem::io {

/// The value of an optional; null if it is empty.
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const core::StrategyNames& names);

/// Whether the ranks had their cores to themselves, and the warnings about it.
Json json_of(const core::CoreUse& use);

/// The JSON of each item, by the function `of`.
template <class Items, class Of>
Json list_of(const Items& items, Of&& of) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(of(item));
  return list;
}

/// Writes members of a structure to an object, one at each call.
struct JsonWriter {
  Json json = Json::object();

  template <class T>
  void operator()(std::string_view key, const T& value) {
    json[std::string(key)] = value;
  }
  template <class T>
  void operator()(std::string_view key, const std::optional<T>& value) {
    json[std::string(key)] = json_of(value);
  }
};

/// Reads members of a structure from what a JsonWriter wrote, one at each call. Null is NaN, or an
/// empty optional. Throws nlohmann::json::exception without the key, or for another type.
struct JsonReader {
  const Json& json;

  template <class T>
  void operator()(std::string_view key, T& value) const {
    read(json.at(std::string(key)), value);
  }

 private:
  template <class T>
  static void read(const Json& from, T& value) {
    from.get_to(value);
  }
  static void read(const Json& from, double& value) {
    value = from.is_null() ? not_computed : from.get<double>();
  }
  template <class T>
  static void read(const Json& from, std::optional<T>& value) {
    if (!from.is_null()) value = from.get<T>();
  }
  static void read(const Json& from, std::vector<double>& values) {
    for (const auto& value : from) read(value, values.emplace_back());
  }
};

/// The figures of the metrics in a list.
template <core::Figures list>
Json json_of(const core::Metrics& metrics) {
  JsonWriter write;
  core::for_each_figure<list>(
      [&](const char* key, const char*, auto figure) { write(key, figure(metrics)); });
  return write.json;
}

/// The figures with these keys ("stage,route,seconds") of each object in the list `rows`: a line
/// for each, below a line with the keys. Numbers have the fewest digits that read back as the same.
/// Nothing stands for null and for a figure that a row has not.
std::string csv(const Json& rows, std::string_view keys);

/// The text of a report as a file. Numbers that are not finite become null.
std::string file_text(const Json& report, int indent);

/// Version of the layout of all reports. It is raised when a key is removed or changes its meaning.
inline constexpr int schema_version = 2;

/// The keys that every report begins with.
Json report_head(std::string_view kind, const std::string& version, const std::string& commit,
    const std::string& mpi_library);

/// The emulated network. Null stands for the real network, and for no limit.
Json json_of(const NetworkFigures& network);

/// The report of a run. Tests in tests/io assert the schema.
std::string to_json(const RunResult& result);

/// The results of one frequency, for a checkpoint.
std::string to_json(const FrequencyResult& result);

/// Reads the results of one frequency from the text that to_json() wrote. Throws core::RunError for
/// any other text.
FrequencyResult frequency_from_json(const std::string& text);

}  // namespace febem::io
