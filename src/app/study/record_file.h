// A study on the disk.
#pragma once

#include <optional>
#include <string>

#include "app/study/record.h"

namespace febem::app::study {

/// Everything in the record, the summaries computed from it and what the figures mean.
std::string to_json(const Record& record);

/// One line a repeat, with a head line.
std::string to_csv(const Record& record);

/// What an earlier run of a study left in a file.
struct Found {
  bool interrupted = false;  ///< a study that is not complete
  bool same = false;         ///< ... and of the same digest
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;
  double elapsed_seconds = 0;
};

/// Looks at the JSON text of an earlier run, which may be anything.
Found look_at(const std::string& json, const std::string& digest);

}  // namespace febem::app::study
