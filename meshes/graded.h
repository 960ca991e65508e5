// Points along a line, whose distances grow from one end or from both.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace febem::meshes {

/// n + 1 points from a to b; the i-th distance has this size, in proportion.
template <class Size>
std::vector<double> graded(double a, double b, int n, Size size) {
  std::vector<double> result{0};
  for (int i = 0; i < n; ++i) result.push_back(result.back() + size(i));
  for (double& x : result) x = a + (b - a) * x / result.back();
  result.back() = b;
  return result;
}

/// Sizes grow from both ends by `ratio`, geometrically, over two fifths of the way to the middle.
inline std::vector<double> finer_at_both_ends(double a, double b, int n, double ratio) {
  return graded(a, b, n, [&](int i) {
    const double from_end =
        2.5 * std::min(i, n - 1 - i) / std::max(1.0, (n - 1) / 2.0);  // 1 where the growth ends
    return std::pow(ratio, std::min(1.0, from_end));
  });
}

/// Sizes shrink toward b by `ratio`.
inline std::vector<double> finer_at_end(double a, double b, int n, double ratio) {
  return graded(a, b, n,
      [&](int i) { return std::pow(ratio, n == 1 ? 0 : -static_cast<double>(i) / (n - 1)); });
}

}  // namespace febem::meshes
