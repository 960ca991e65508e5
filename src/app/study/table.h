// The end of a study on the terminal.
#pragma once

#include <string>

#include "app/study/record.h"

namespace febem::app::study {

/// Per stage the best and the worst strategy and the MPI library's own, then the sums over the stages: of
/// each stage's best, and of the one strategy that is best in all.
std::string study_table(const Record& record);

}  // namespace febem::app::study
