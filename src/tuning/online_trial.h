// Selection during the run: candidates are measured in turn on the same work, again and again; then the fastest stays.
#pragma once

#include <vector>

#include "tuning/candidate.h"

namespace febem::tuning {

class OnlineTrial {
 public:
  /// Candidates whose start-up trial, if there was one, took more than 1.5 times the shortest are left out.
  explicit OnlineTrial(std::vector<Candidate> candidates);

  /// Next candidate, after `current` took `seconds` a transfer: any untried one, else the fastest by its last measurement,
  /// or `current` if that is within 5 % of it.
  Candidate next(const Candidate& current, double seconds);

 private:
  std::vector<Candidate> candidates_;
};

}  // namespace febem::tuning
