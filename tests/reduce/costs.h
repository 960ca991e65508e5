// What stage 3 sends, all ranks together, by the formulas of its README.
#pragma once

#include <string_view>

#include "stages/analysis/surface_tree.h"
#include "stages/reduce/reduce.h"
#include "stages/reduce/solve.h"
#include "support/costs.h"

namespace febem::test {

/// reduce::solve_own_part().
inline Traffic solve_own_part_cost(
    const common::Factor& factor, const Costs& costs, la::Index loads = 1) {
  const auto& parts = *factor.subdomains;
  Traffic total;
  for (const la::Index v : parts.tree->shared)
    for (const la::Index child : parts.tree->nodes[v].children)
      if (parts.tree->nodes[child].rank != parts.tree->nodes[v].rank)
        total += 2 * costs.send_numbers(parts.front(v) * loads);
  return total;
}

/// reduce::solve() by subdomains.
inline Traffic solve_cost(const common::Factor& factor, const Costs& costs, la::Index loads = 1) {
  const auto& tree = *factor.subdomains->tree;
  std::vector<std::size_t> interiors(costs.ranks(), 0);
  for (int rank = 0; rank < costs.ranks(); ++rank)
    for (const la::Index v : tree.eliminated_by(rank))
      interiors[rank] += tree.nodes[v].eliminated.size() * loads * sizeof(Complex);
  return costs.broadcast_numbers(factor.size * loads) + solve_own_part_cost(factor, costs, loads) +
         costs.gather(interiors, sizeof(Complex), 0);
}

inline Traffic force_cost(
    const common::Factor& factor, la::Index panels, const Costs& costs, la::Index loads) {
  const auto vector = costs.broadcast_numbers(panels * loads);
  return factor.subdomains ? vector + solve_cost(factor, costs, loads) : vector;
}

inline Traffic rows_cost(const common::Factor& factor, const Costs& costs, la::Index loads) {
  const auto panel = [&](la::Index front, la::Index pivots) {
    return 2 * costs.ibroadcast(front * pivots * sizeof(Complex), sizeof(Complex));
  };
  Traffic total = costs.broadcast_numbers(factor.size * loads);
  if (!factor.subdomains) {
    for (const auto& shape : factor.shapes) total += panel(shape.front(), shape.pivots);
    return total;
  }
  const auto& parts = *factor.subdomains;
  for (int rank = 0; rank < costs.ranks(); ++rank) {
    la::Index rows = 0;
    for (const la::Index v : parts.tree->eliminated_by(rank)) {
      rows += parts.front(v);
      total += panel(parts.front(v), parts.pivots[v]);
    }
    total += costs.broadcast(rows * sizeof(core::Index), sizeof(core::Index));
  }
  return total;
}

inline Traffic columns_cost(const reduce::SurfaceCondition& surface, la::Index panels,
    reduce::Precision precision, const Costs& costs) {
  const auto& factor = *surface.factor;
  const auto& parts = *factor.subdomains;
  const auto& tree = *surface.analysis->surface;
  const std::size_t entry =
      precision == reduce::Precision::mixed ? sizeof(core::SingleComplex) : sizeof(Complex);
  auto total = force_cost(factor, panels, costs, surface.loads);
  for (const la::Index v : parts.tree->shared) {
    for (const la::Index child : parts.tree->nodes[v].children)
      tree.for_each_exchange(v, child, [&](int from, int to, analysis::PanelRange some) {
        if (from != to)
          total +=
              costs.send((parts.front(v) + tree.rows_of_g(child)) * some.size() * entry, entry);
      });
    if (tree.storage[v] == analysis::Storage::factored || parts.pivots[v] == 0) continue;
    for (int rank = tree.teams[v].first; rank < tree.teams[v].end; ++rank)
      if (const auto some = tree.range(v, rank); !some.empty())
        total +=
            costs.of_team(tree.teams[v]).broadcast(parts.pivots[v] * some.size() * entry, entry);
  }
  for (const auto& broadcast : analysis::schedule(*parts.tree, tree, parts.pivots))
    total += costs.ibroadcast(broadcast.entries * entry, entry);
  return total;
}

/// reduce::run() for so many panels.
inline Traffic reduce_cost(const reduce::SurfaceCondition& surface, la::Index panels,
    std::string_view method, const Costs& costs,
    reduce::Precision precision = reduce::Precision::full) {
  Traffic total =
      (surface.has_prescribed ? 2 : 1) * costs.broadcast_numbers(panels * surface.loads);
  if (surface.factor == nullptr) return total;
  return total + (method == "columns" ? columns_cost(surface, panels, precision, costs)
                     : method == "rows"
                         ? rows_cost(*surface.factor, costs, surface.loads)
                         : force_cost(*surface.factor, panels, costs, surface.loads));
}

/// The product of reduce::CoupledOperator.
inline Traffic product_cost(
    const reduce::SurfaceCondition& surface, const la::RowMap& map, const Costs& costs) {
  const auto total = costs.all_entries(map);
  if (surface.factor == nullptr) return total;
  const auto& factor = *surface.factor;
  if (!factor.subdomains) return total + costs.broadcast_numbers(map.rows());
  std::vector<std::size_t> panels;
  for (const auto& range : surface.analysis->surface->subdomain)
    panels.push_back(static_cast<std::size_t>(range.size()));
  return total + solve_own_part_cost(factor, costs) + costs.all_gather(panels);
}

}  // namespace febem::test
