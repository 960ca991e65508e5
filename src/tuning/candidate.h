// A strategy that may be chosen, and what is known of it.
#pragma once

#include <cstddef>

#include "comm/route.h"

namespace febem::tuning {

/// Seconds a transfer; not a number where nothing is known.
struct Candidate {
  std::size_t strategy = 0;  ///< index
  double predicted = comm::Route::unknown;
  double tried = comm::Route::unknown;     ///< in trials at the start
  double measured = comm::Route::unknown;  ///< in the run itself
};

}  // namespace febem::tuning
