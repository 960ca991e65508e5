// The outcome of a case, from the observations of its processes and their ends, and the outcomes of
// all cases together.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/check/case.h"
#include "io/json_fwd.h"
#include "launcher/launch.h"

namespace febem::check {

using launcher::Ended;

struct Outcome {
  std::string name;
  Legality legality = Legality::legal;
  int ranks = 0;
  double seconds = 0;
  Observation observation = Observation::pass;
  std::string detail;
  std::string introduced = "2.2";  ///< by which version of the standard: Case::introduced()

  /// Whether this is a legal case that the library supports but does not pass.
  bool is_fault() const {
    return legality == Legality::legal && observation != Observation::pass &&
           observation != Observation::unsupported;
  }
};

void to_json(io::Json& json, const Outcome& outcome);
void from_json(const io::Json& json, Outcome& outcome);

/// One check of one library.
struct CheckRecord {
  std::string mpi_library, standard, launcher;
  std::vector<Outcome> outcomes;
  std::vector<Fact> facts;
};

/// How many legal cases there are, how many of them pass, and how many cases are unsupported or
/// faults of the library.
struct Counts {
  int legal = 0, passed = 0, unsupported = 0, faults = 0;

  void add(const Outcome& outcome);
};

/// The counts of the cases by the version of the standard that introduced what they need.
std::map<std::string, Counts> counts_by_version(const CheckRecord& record);

/// The outcome of a case. `records` has one entry for each rank, empty if the rank left no record.
Outcome judge(
    const Case& one, const Ended& ended, const std::vector<std::optional<RankRecord>>& records);

/// The line of a launcher's output that says most about its failure.
std::string telling_line(const std::string& output);

io::Json json_of(const CheckRecord& record);
/// Reads the report of a check. Throws core::InputError for any other text. `name` is the name of
/// the file in messages.
CheckRecord check_record_from(const std::string& text, const std::string& name);

}  // namespace febem::check
