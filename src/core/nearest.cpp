#include "core/nearest.h"

#include <algorithm>
#include <cstddef>

namespace febem::core {
namespace {

// Optimal string alignment distance over three rolling rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  for (const auto& candidate : candidates) {
    // At least the difference in length has to be inserted or deleted: a word of a megabyte need not be compared.
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (2 * (longer - shorter) > longer) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (2 * distance > longer) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(word, candidates); !near.empty()) return "; did you mean '" + near + "'?";
  std::string text;
  for (const auto& candidate : candidates) text += (text.empty() ? "; known: " : ", ") + candidate;
  return text;
}

}  // namespace febem::core
