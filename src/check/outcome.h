// What came of a case, from what its processes saw and how they ended; and of all cases together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/case.h"
#include "check/launch.h"
#include "io/json_fwd.h"

namespace febem::check {

struct Outcome {
  std::string name;
  Legality legality = Legality::legal;
  int ranks = 0;
  double seconds = 0;
  Observation observation = Observation::pass;
  std::string detail;

  /// A legal case that the library can run, and gets wrong.
  bool is_fault() const { return legality == Legality::legal && observation != Observation::pass && observation != Observation::unsupported; }
};

/// One check of one library.
struct CheckRecord {
  std::string mpi_library, standard, launcher;
  std::vector<Outcome> outcomes;
  std::vector<Fact> facts;
};

/// `records` has one entry for each rank, empty where it left none.
Outcome judge(const Case& one, const Ended& ended, const std::vector<std::optional<RankRecord>>& records);

/// The line of a launcher's output that says most about why it failed, on one line.
std::string telling_line(const std::string& output);

io::Json json_of(const CheckRecord& record);
/// Throws core::InputError if it is no report of a check. `name` is the one used in messages.
CheckRecord check_record_from(const std::string& text, const std::string& name);

}  // namespace febem::check
