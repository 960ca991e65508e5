// The summary tables of a study.
#pragma once

#include <string>

#include "study/record.h"

namespace febem::study {

/// Per stage the best and the worst strategy and the MPI library's own, then the sums over the stages: of
/// each stage's best, and of the one strategy that is best in all.
std::string study_table(const Record& record);

/// Per stage and strategy what more latency, overhead and time per byte cost, and the latency that costs 1, 2
/// and 5 %.
std::string sensitivity_table(const Record& record);

}  // namespace febem::study
