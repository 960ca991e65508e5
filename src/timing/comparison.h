// Is one setting faster than another? Each round gives one figure of each setting, in random order.
// A verdict holds for the launch or launches that the rounds are of.
//
// Two settings in one round share the state of the machine, so the ratios of a round are compared:
// Wilcoxon's signed-rank test of their logarithms, exact. It assumes nothing of the distribution,
// but that without a difference either order is as likely. The interval is the one of Hodges and
// Lehmann, which belongs to the test: 1 lies outside of it if and only if the test finds a
// difference.
#pragma once

#include <cstddef>
#include <span>

namespace febem::timing {

struct Comparison {
  enum class Verdict { tie, faster, slower };

  std::size_t rounds = 0;
  double ratio = 1;  ///< seconds of the setting / seconds of the base: median of the Walsh averages
  /// Interval of the ratio. 0 and infinity if the rounds are too few for this confidence.
  double lower = 0, upper = 0;
  double confidence = 0;  ///< of the interval; at least what was asked for, unless it is unbounded

  /// The setting against the base; a tie if the interval holds 1.
  Verdict verdict() const {
    return upper < 1 ? Verdict::faster : lower > 1 ? Verdict::slower : Verdict::tie;
  }
};

/// Compares the seconds of two settings, both > 0 and of one round at each position. `confidence`
/// (0 to 1) is that of this comparison: for all of k comparisons to hold with probability p, give
/// 1 - (1 - p) / k (Bonferroni). Five rounds never show a difference with 95 %, six may. Throws
/// std::invalid_argument if the lengths differ or are zero.
Comparison compare(
    std::span<const double> base, std::span<const double> setting, double confidence = 0.95);

}  // namespace febem::timing
