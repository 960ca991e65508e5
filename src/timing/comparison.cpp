#include "timing/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "timing/statistics.h"

namespace febem::timing {
namespace {

/// The probability of each value of the sum of the positive ranks of n differences, 0 .. n(n+1)/2,
/// if both signs are equally likely: rank r is in the sum with probability 1/2.
std::vector<double> rank_sum_probabilities(std::size_t n) {
  std::vector<double> probability{1};
  for (std::size_t rank = 1; rank <= n; ++rank) {
    std::vector<double> next(probability.size() + rank, 0.0);
    for (std::size_t sum = 0; sum < probability.size(); ++sum) {
      next[sum] += probability[sum] / 2;
      next[sum + rank] += probability[sum] / 2;
    }
    probability = std::move(next);
  }
  return probability;
}

/// The means of all pairs of differences, each with itself included, in ascending order.
std::vector<double> walsh_averages(std::span<const double> differences) {
  std::vector<double> averages;
  for (std::size_t i = 0; i < differences.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) averages.push_back((differences[i] + differences[j]) / 2);
  std::sort(averages.begin(), averages.end());
  return averages;
}

}  // namespace

Comparison compare(
    std::span<const double> base, std::span<const double> setting, double confidence) {
  if (base.empty() || base.size() != setting.size())
    throw std::invalid_argument("a comparison needs the same rounds of both settings");
  std::vector<double> differences;
  for (std::size_t round = 0; round < base.size(); ++round)
    differences.push_back(std::log(setting[round] / base[round]));
  const auto averages = walsh_averages(differences);
  Comparison result;
  result.rounds = base.size();
  result.ratio = std::exp(quantile(averages, 0.5));
  // The interval leaves out as many averages at either end as the sum of ranks may fall short.
  const auto probability = rank_sum_probabilities(base.size());
  std::size_t outside = 0;
  double tail = 0;
  while (outside < averages.size() && tail + probability[outside] <= (1 - confidence) / 2)
    tail += probability[outside++];
  result.confidence = outside > 0 ? 1 - 2 * tail : 1;
  result.lower = outside > 0 ? std::exp(averages[outside - 1]) : 0;
  result.upper = outside > 0 ? std::exp(averages[averages.size() - outside])
                             : std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace febem::timing
