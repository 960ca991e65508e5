// Candidates that take turns at the same work, again and again: each has its turn, then the fastest keeps it.
#pragma once

#include <vector>

#include "tuning/candidate.h"

namespace febem::tuning {

class Contest {
 public:
  /// Those whose trial, if they had one, took much longer than the shortest do not compete.
  explicit Contest(std::vector<Candidate> candidates);

  /// Whose turn it is after that of `current`, which took `seconds` each: one that had none yet; then the fastest by
  /// its last turn, unless `current` is nearly as fast.
  Candidate next(const Candidate& current, double seconds);

 private:
  std::vector<Candidate> candidates_;
};

}  // namespace febem::tuning
