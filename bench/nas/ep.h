// EP: pairs of normally distributed numbers are counted by their size (RNR-94-007, 2.2). Nothing but three
// sums is exchanged.
#pragma once

#include <array>
#include <cstdint>

#include "bench/nas/kernel.h"

namespace febem::nas {

struct GaussianPairs {
  double sum_x = 0, sum_y = 0;
  std::array<double, 10> annuli{};  ///< pairs with floor(max(|X|, |Y|)) = 0 .. 9

  double accepted() const;
};

/// Of the pairs of uniform numbers first .. first + count - 1 of the benchmark's sequence.
GaussianPairs gaussian_pairs(std::uint64_t first, std::uint64_t count);

/// Any number of ranks. Collective.
Result ep(Class problem, Machine& machine);

}  // namespace febem::nas
