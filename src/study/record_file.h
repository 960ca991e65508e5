// A study on the disk.
#pragma once

#include <optional>
#include <string>

#include "study/record.h"

namespace febem::study {

/// Everything in the record, the summaries computed from it and what the figures mean.
std::string to_json(const Record& record);

/// One line a repeat, with a head line.
std::string to_csv(const Record& record);

/// What an earlier run of a study left in a file.
struct Found {
  bool interrupted = false;  ///< a study that is not complete
  std::string unused;        ///< why it cannot be gone on with, as the end of a sentence; empty if it can
  std::vector<Sample> samples;
  std::vector<Sensitivity> sensitivities;
  double elapsed_seconds = 0;
};

/// Looks at the JSON text of an earlier run, which may be anything; `wanted` is the study about to begin.
Found look_at(const std::string& json, const Record& wanted);

}  // namespace febem::study
