// One of the 24 Livermore loops, and what is known of it.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "benchmarks/livermore/data.h"

namespace febem::benchmarks::livermore {

struct Loop {
  int number;
  std::string_view name;
  std::array<int, 3> lengths;       ///< by Span
  std::array<int, 3> passes;        ///< by Span; after `multiples` times as many the checksum is taken
  std::array<double, 3> checksums;  ///< as published; of loop 4, and of 8, 18 and 23 at the short length, they miss what is computed
  void (*pass)(Data& data, int n);
  double (*checksum)(const Data& data, int n);
  /// Of all passes together, as they are counted by convention.
  double (*flops)(const Data& data, int n, int passes);
};

inline constexpr std::array<int, 3> multiples{200, 400, 1600};

/// In the order of their numbers.
std::span<const Loop* const> loops();

/// Sum of (i + first) x_i over the first `count` elements.
template <std::size_t n>
double weighted(const Row<n>& x, int count, int first = 1) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += x[i] * (i + first);
  return sum;
}

/// The same over the first elements of a grid, row by row.
template <std::size_t m, std::size_t n>
double weighted(const Grid<m, n>& x, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += x[i / static_cast<int>(n)][i % static_cast<int>(n)] * (i + 1);
  return sum;
}

}  // namespace febem::benchmarks::livermore
