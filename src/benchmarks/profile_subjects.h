// What `bench compute --profile` times: each operation that stages charge, on operands of the sizes and in the places in memory
// that stages have.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "timing/work.h"

namespace febem::benchmarks {

struct Subject {
  timing::Work work;  ///< of one run()
  std::string name;   ///< with the sizes
  std::function<void()> run;
  std::function<void()> prepare = nullptr;  ///< before each run(), not timed
};

/// Holds the memory behind them: about 200 MB.
std::vector<Subject> profile_subjects();

}  // namespace febem::benchmarks
