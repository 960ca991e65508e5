// A strategy that may be selected, and what is known of its speed.
#pragma once

#include <cstddef>

#include "comm/route.h"

namespace febem::tuning {

/// Seconds per transfer; not a number where unknown.
struct Candidate {
  std::size_t strategy = 0;  ///< index in the repertoire
  double predicted = comm::Route::unknown;
  double tried = comm::Route::unknown;     ///< in the trial at the start
  double measured = comm::Route::unknown;  ///< by transfers of the run itself
};

}  // namespace febem::tuning
