#include "bench/check/observation.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/text_table.h"
#include "io/json.h"

namespace febem::check {
namespace {

constexpr std::array<std::string_view, 10> names{"pass", "accepted", "error raised", "unsupported",
    "leak", "fail", "wrong answer", "unfinished", "crash", "hang"};

Value value_from(const io::Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

}  // namespace

std::string_view name(Observation observation) {
  return names[static_cast<std::size_t>(observation)];
}

Observation observation_from(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw core::InputError("unknown observation '" + std::string(name) + "'");
  return static_cast<Observation>(found - names.begin());
}

std::string Fact::text() const {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* count = std::get_if<std::int64_t>(&value))
    return std::to_string(*count) + (unit.empty() ? "" : " " + unit);
  const double number = std::get<double>(value);
  return unit == "s" ? core::with_prefix(number, unit) : core::number(number, "%.4g") + " " + unit;
}

void to_json(io::Json& json, const Fact& fact) {
  const auto value = std::visit([](const auto& held) { return io::Json(held); }, fact.value);
  json = {{"name", fact.name}, {"value", value}, {"unit", fact.unit}, {"measured", fact.measured}};
}

void from_json(const io::Json& json, Fact& fact) {
  fact = {json.at("name"), value_from(json.at("value")), json.at("unit"), json.at("measured")};
}

void to_json(io::Json& json, const RankRecord& record) {
  json = {{"observation", name(record.observation)}, {"detail", record.detail},
      {"facts", record.facts}};
}

void from_json(const io::Json& json, RankRecord& record) {
  record = {observation_from(json.at("observation").get<std::string>()), json.at("detail"),
      json.at("facts").get<std::vector<Fact>>()};
}

}  // namespace febem::check
