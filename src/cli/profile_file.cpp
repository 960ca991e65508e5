#include "cli/profile_file.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "io/json.h"

namespace febem::cli {
namespace {

using io::Json;
using timing::operation_table;
using timing::OperationEntry;

constexpr const char* format = "minifebem machine profile, version 1";

double price_of(const Json& object, const std::string& key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) throw core::InputError(where + ": no '" + key + "'");
  if (!found->is_number()) throw core::InputError(where + ": '" + key + "' is no number");
  const double price = *found;
  if (!(price >= 0) || std::isinf(price))
    throw core::InputError(where + ": '" + key + "' must be finite and not negative");
  return price;
}

/// Empty if there is none.
std::string text_of(const Json& object, const std::string& key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_string()) throw core::InputError(where + ": '" + key + "' is no text");
  return *found;
}

/// No key but these.
template <class Names>
void expect_only(const Json& object, const Names& names, const std::string& where) {
  if (!object.is_object()) throw core::InputError(where + " is no object");
  for (const auto& item : object.items())
    if (std::find(names.begin(), names.end(), item.key()) == names.end())
      throw core::InputError(where + ": unknown key '" + item.key() + "'" +
                             core::suggestion(item.key(), {names.begin(), names.end()}));
}

std::vector<std::string> quantities_of(const OperationEntry& entry) {
  std::vector<std::string> names;
  for (const auto name : entry.quantities)
    if (!name.empty()) names.emplace_back(name);
  return names;
}

void read_operations(const Json& operations, const std::string& file, timing::Profile& profile) {
  std::vector<std::string> names;
  for (const auto& entry : operation_table) names.emplace_back(entry.name);
  expect_only(operations, names, file + ": operations");
  for (std::size_t i = 0; i < operation_table.size(); ++i) {
    const auto quantities = quantities_of(operation_table[i]);
    if (quantities.empty()) continue;
    const std::string where = file + ": operation " + names[i];
    const auto found = operations.find(names[i]);
    if (found == operations.end()) throw core::InputError(where + " is missing");
    expect_only(*found, quantities, where);
    for (std::size_t q = 0; q < quantities.size(); ++q)
      profile.prices[i][q] = price_of(*found, quantities[q], where);
  }
}

void read_factors(const Json& stages, const std::string& file, timing::Profile& profile) {
  std::vector<std::string> names;
  for (const auto stage : core::four_stages) names.push_back(core::name(stage));
  expect_only(stages, names, file + ": stages");
  for (const auto& name : names)
    if (stages.contains(name))
      profile.factors[*core::find_stage(name)] = price_of(stages, name, file + ": stages");
}

}  // namespace

std::string to_json(const timing::Profile& profile) {
  Json json{{"format", format}, {"machine", profile.machine}, {"operations", Json::object()},
      {"stages", Json::object()}};
  for (std::size_t i = 0; i < operation_table.size(); ++i) {
    const auto quantities = quantities_of(operation_table[i]);
    for (std::size_t q = 0; q < quantities.size(); ++q)
      json["operations"][std::string(operation_table[i].name)][quantities[q]] =
          profile.prices[i][q];
  }
  for (const auto stage : core::four_stages)
    json["stages"][core::name(stage)] = profile.factors[stage];
  return io::file_text(json, 2);
}

timing::Profile parse_profile(const std::string& text, const std::string& file) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw core::InputError(file + ": not a JSON document");
  expect_only(json, std::array<std::string, 4>{"format", "machine", "operations", "stages"}, file);
  if (text_of(json, "format", file) != format)
    throw core::InputError(file + ": 'format' is not '" + format + "'");
  timing::Profile profile;
  profile.machine = text_of(json, "machine", file);
  read_operations(json.value("operations", Json::object()), file, profile);
  read_factors(json.value("stages", Json::object()), file, profile);
  return profile;
}

}  // namespace febem::cli
