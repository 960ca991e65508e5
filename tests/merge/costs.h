// What stage 1 sends, all ranks together, by the formulas of its README.
#pragma once

#include <span>

#include "stages/common/factor.h"
#include "stages/merge/substructure/contribution.h"
#include "support/costs.h"

namespace febem::test {

/// The frontal method, for these panels.
inline Traffic frontal_cost(std::span<const common::PanelSum> sums, const Costs& costs) {
  Traffic total;
  for (const auto& [front, candidates] : sums)
    total += costs.sum((front + 1) * candidates * sizeof(Complex)) +
             costs.broadcast_numbers(front * candidates + candidates + 3);
  return total;
}

/// The method `substructure`, for this factor of it.
inline Traffic substructure_cost(const common::Factor& factor, const Costs& costs) {
  const auto& parts = *factor.subdomains;
  const auto& tree = *parts.tree;
  Traffic total = costs.all_reduce(sizeof(common::FactorQuality));
  if (costs.ranks() == 1) return total;
  constexpr std::size_t index = sizeof(la::Index);
  std::vector<std::size_t> pivots;
  for (int rank = 0; rank < costs.ranks(); ++rank)
    pivots.push_back(tree.eliminated_by(rank).size() * index);
  total += costs.gather(pivots, index, 0) + costs.broadcast(parts.pivots.size() * index, index);
  for (const la::Index v : tree.shared) {
    const auto& node = tree.nodes[v];
    const auto team = costs.of_team(node.team);
    std::vector<la::Index> delayed;
    for (const la::Index child : node.children) delayed.push_back(parts.delayed(child));
    for (const la::Index child : node.children) {
      constexpr std::size_t row = sizeof(merge::ContributionRow);
      total += team.broadcast(sizeof(std::size_t), sizeof(std::size_t)) +
               team.broadcast((parts.contribution(child) + 1) * row, row);
      const merge::ContributionSchedule schedule(tree, child, delayed, parts.pivots[child]);
      schedule.for_each([&](int from, int to, const std::vector<la::Index>& columns) {
        if (from != to) total += costs.send_numbers(schedule.entries(columns));
      });
    }
    const la::Index front = parts.front(v), candidates = parts.candidates(v), p = parts.pivots[v];
    if (!node.is_spread)
      total += team.broadcast(sizeof(std::size_t), sizeof(std::size_t)) +
               team.broadcast((front + 1) * sizeof(core::Index), sizeof(core::Index)) +
               team.broadcast_numbers(front * p);
    for (la::Index first = 0; node.is_spread && first < std::min(candidates, p + 1);
         first += tree.spreading.width) {
      const la::Index width = std::min(tree.spreading.width, candidates - first);
      total +=
          team.ibroadcast(((front - first) * width + width + 1) * sizeof(Complex), sizeof(Complex));
    }
  }
  return total;
}

}  // namespace febem::test
