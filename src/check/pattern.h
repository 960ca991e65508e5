// Data that show where they came from.
#pragma once

#include <string>
#include <vector>

#include "check/probe.h"

namespace febem::check {

/// `count` numbers that differ from each other, and from those of any other `seed` below 1000.
inline std::vector<int> pattern(int count, int seed) {
  std::vector<int> result(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = 1000 * (i % 1000000) + seed;
  return result;
}

/// A wrong answer, with the place of the first difference, unless `got` is pattern(got.size(), seed).
inline void expect_pattern(Probe& probe, const std::vector<int>& got, int seed, const std::string& what) {
  const auto wanted = pattern(static_cast<int>(got.size()), seed);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != wanted[i])
      return probe.expect_equal(got[i], wanted[i],
                                what + ", element " + std::to_string(i) + " of " + std::to_string(got.size()));
}

}  // namespace febem::check
