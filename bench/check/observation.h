// The observations of a case, by one of its processes and by all together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/json_fwd.h"

namespace febem::check {

/// Observations from harmless to severe. The observation of a case is the worst of its processes.
enum class Observation {
  pass,
  accepted,      ///< an erroneous call succeeded without an error
  error_raised,  ///< an erroneous call returned an error
  unsupported,   ///< the library or a probe says so
  leak,          ///< memory grows, or processes stay behind
  fail,          ///< a call that must succeed returned an error, or a guarantee is broken
  wrong_answer,
  unfinished,  ///< a process has begun but has not completed its step
  crash,
  hang,
};

std::string_view name(Observation observation);
/// The observation of this name. Throws core::InputError for any other text.
Observation observation_from(std::string_view name);

using Value = std::variant<bool, std::int64_t, double, std::string>;

/// A fact about the library that a case measured.
struct Fact {
  std::string name;
  Value value;
  std::string unit;       ///< may be empty
  bool measured = false;  ///< a time or a size that varies from run to run

  std::string text() const;
};

/// The observation of one process of a case.
struct RankRecord {
  Observation observation = Observation::unfinished;
  std::string detail;  ///< measured values, the fault, or the present step
  std::vector<Fact> facts;
};

// JSON, between the processes of a case and the command, and in the report.
void to_json(io::Json& json, const Fact& fact);
void from_json(const io::Json& json, Fact& fact);
void to_json(io::Json& json, const RankRecord& record);
void from_json(const io::Json& json, RankRecord& record);

}  // namespace febem::check
