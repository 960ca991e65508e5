#include "check/observation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/text_table.h"
#include "core/error.h"

namespace febem::check {
namespace {

constexpr std::array<std::string_view, 10> names{"pass", "accepted",     "error raised", "unsupported", "leak",
                                                 "fail", "wrong answer", "unfinished",   "crash",       "hang"};

io::Json json_of_all(const std::vector<Fact>& facts) {
  auto list = io::Json::array();
  for (const auto& fact : facts) list.push_back(json_of(fact));
  return list;
}

}  // namespace

std::string_view name(Observation observation) { return names[static_cast<std::size_t>(observation)]; }

Observation observation_from(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw core::InputError("unknown observation '" + std::string(name) + "'");
  return static_cast<Observation>(found - names.begin());
}

// Of what is measured three digits are enough; bytes and counts are wanted to the last.
std::string Fact::text() const {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return value.get<std::string>();
  if (measured) return unit == "s" ? cli::with_prefix(value.get<double>(), unit) : cli::number(value.get<double>(), "%.3g") + " " + unit;
  return value.dump() + (unit.empty() ? "" : " " + unit);
}

io::Json json_of(const Fact& fact) {
  return {{"name", fact.name}, {"value", fact.value}, {"unit", fact.unit}, {"measured", fact.measured}};
}

Fact fact_from(const io::Json& json) {
  return {json.at("name"), json.at("value"), json.at("unit"), json.at("measured")};
}

io::Json json_of(const RankRecord& record) {
  return {{"observation", name(record.observation)}, {"detail", record.detail}, {"facts", json_of_all(record.facts)}};
}

RankRecord record_from(const io::Json& json) {
  RankRecord record{observation_from(json.at("observation").get<std::string>()), json.at("detail"), {}};
  for (const auto& fact : json.at("facts")) record.facts.push_back(fact_from(fact));
  return record;
}

}  // namespace febem::check
