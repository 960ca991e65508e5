#include "cli/profile_file.h"

#include "core/error.h"
#include "io/json.h"
#include "support/catch.h"

using core::Stage;
using io::Json;
using timing::operation_table;

namespace {

/// Every price its own.
timing::Profile sample() {
  timing::Profile profile{"a machine"};
  for (std::size_t i = 0; i < operation_table.size(); ++i)
    for (std::size_t q = 0; q < profile.prices[i].size(); ++q)
      if (!operation_table[i].quantities[q].empty())
        profile.prices[i][q] = 1e-9 * static_cast<double>(1 + 4 * i + q);
  profile.factors[Stage::merge] = 2;
  profile.factors[Stage::eliminate] = 0.25;
  return profile;
}

std::string refusal(const Json& json) {
  try {
    cli::parse_profile(json.dump(), "p.json");
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a profile survives being written and read") {
  const auto written = sample();
  const auto read = cli::parse_profile(cli::to_json(written), "p.json");
  CHECK(read.machine == written.machine);
  CHECK(read.prices == written.prices);
  for (const auto stage : core::four_stages) CHECK(read.factors[stage] == written.factors[stage]);
}

TEST_CASE("a stage that a profile does not name has factor 1") {
  auto json = Json::parse(cli::to_json(sample()));
  json["stages"] = {{"reduce", 3}};
  auto read = cli::parse_profile(json.dump(), "p.json");
  CHECK(read.factors[Stage::reduce] == 3);
  CHECK(read.factors[Stage::merge] == 1);
  json.erase("stages");
  read = cli::parse_profile(json.dump(), "p.json");
  CHECK(read.factors[Stage::reduce] == 1);
}

TEST_CASE("a profile that is wrong is refused with its file and what is wrong") {
  const auto good = Json::parse(cli::to_json(sample()));
  CHECK(refusal(good) == "none");
  struct Bad {
    const char* pointer;
    Json value;
    const char* message;
  };
  for (const auto& bad :
      {Bad{"/format", "other", "p.json: 'format' is not 'minifebem machine profile, version 1'"},
          Bad{"/format", 1, "p.json: 'format' is no text"},
          Bad{"/machine", 1, "p.json: 'machine' is no text"},
          Bad{"/prices", 1,
              "p.json: unknown key 'prices'; known: format, machine, operations, stages"},
          Bad{"/operations", 1, "p.json: operations is no object"},
          Bad{"/operations/multply", 1,
              "p.json: operations: unknown key 'multply'; did you mean 'multiply'?"},
          Bad{"/operations/copy", 1, "p.json: operation copy is no object"},
          Bad{"/operations/copy/column", 1,
              "p.json: operation copy: unknown key 'column'; known: entry"},
          Bad{"/operations/copy/entry", "1", "p.json: operation copy: 'entry' is no number"},
          Bad{"/operations/copy/entry", -1e-9,
              "p.json: operation copy: 'entry' must be finite and not negative"},
          Bad{"/operations/copy", Json::object(), "p.json: operation copy: no 'entry'"},
          Bad{"/stages/merg", 1, "p.json: stages: unknown key 'merg'; did you mean 'merge'?"},
          Bad{"/stages/merge", -1, "p.json: stages: 'merge' must be finite and not negative"}}) {
    INFO(bad.pointer);
    auto json = good;
    json[Json::json_pointer(bad.pointer)] = bad.value;
    CHECK(refusal(json) == bad.message);
  }
  auto json = good;
  json["operations"].erase("green_functions");
  CHECK(refusal(json) == "p.json: operation green_functions is missing");
  CHECK(refusal(Json::array()) == "p.json is no object");
  CHECK_THROWS_WITH(cli::parse_profile("{", "p.json"), "p.json: not a JSON document");
  CHECK_THROWS_WITH(cli::parse_profile(R"({"format": 1e999})", "p.json"), Contains("p.json"));
}
