// What is observed of a case, by one of its processes and by all together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/json_fwd.h"

namespace febem::check {

/// From harmless to severe: of several processes the worst is that of the case.
enum class Observation {
  pass,
  accepted,      ///< an erroneous call did what was asked, without a complaint
  error_raised,  ///< an erroneous call returned an error
  unsupported,   ///< by the library's own words or a probe's
  leak,          ///< memory grows, or processes stay behind
  fail,          ///< a call that must succeed returned an error, or a guarantee is broken
  wrong_answer,
  unfinished,  ///< of one process: it has begun, and not got further than its step
  crash,
  hang,
};

std::string_view name(Observation observation);
/// Throws core::InputError for what is no such name.
Observation observation_from(std::string_view name);

using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Something found out about the library.
struct Fact {
  std::string name;
  Value value;
  std::string unit;       ///< empty: none
  bool measured = false;  ///< a time or a size that varies from run to run

  std::string text() const;
};

/// What one process of a case saw.
struct RankRecord {
  Observation observation = Observation::unfinished;
  std::string detail;  ///< measured values, what is wrong, or the step it has come to
  std::vector<Fact> facts;
};

// As JSON: between the processes of a case and the command, and in its report.
io::Json json_of(const Fact& fact);
Fact fact_from(const io::Json& json);
io::Json json_of(const std::vector<Fact>& facts);
std::vector<Fact> facts_from(const io::Json& json);

io::Json json_of(const RankRecord& record);
RankRecord record_from(const io::Json& json);

}  // namespace febem::check
