#include "check/record_json.h"
#include "io/json.h"

namespace febem::check {
namespace {

Value value_from(const io::Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

}  // namespace

io::Json json_of(const Fact& fact) {
  const auto value = std::visit([](const auto& held) { return io::Json(held); }, fact.value);
  return {{"name", fact.name}, {"value", value}, {"unit", fact.unit}, {"measured", fact.measured}};
}

Fact fact_from(const io::Json& json) {
  return {json.at("name"), value_from(json.at("value")), json.at("unit"), json.at("measured")};
}

io::Json json_of(const std::vector<Fact>& facts) {
  auto list = io::Json::array();
  for (const auto& fact : facts) list.push_back(json_of(fact));
  return list;
}

std::vector<Fact> facts_from(const io::Json& json) {
  std::vector<Fact> facts;
  for (const auto& fact : json) facts.push_back(fact_from(fact));
  return facts;
}

io::Json json_of(const RankRecord& record) {
  return {{"observation", name(record.observation)}, {"detail", record.detail}, {"facts", json_of(record.facts)}};
}

RankRecord record_from(const io::Json& json) {
  return {observation_from(json.at("observation").get<std::string>()), json.at("detail"), facts_from(json.at("facts"))};
}

}  // namespace febem::check
