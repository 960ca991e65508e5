// What stage 4 sends, all ranks together, by the formulas of its README.
#pragma once

#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/grid/rank_grid.h"
#include "support/costs.h"

namespace febem::test {

/// Calls visit(first, width, owner) for each panel.
template <class Visit>
void for_each_panel(const la::RowMap& map, Visit&& visit) {
  for (la::Index number = 0; number < map.blocks(); ++number) {
    const la::Index first = number * map.block();
    visit(first, std::min(map.block(), map.rows() - first), map.block_owner(number));
  }
}

/// All panels of the elimination: h x w numbers of L, w of each y and w integers, each in a
/// number's place.
inline Traffic panels_cost(
    const la::RowMap& map, const Costs& costs, std::size_t entry, la::Index loads = 1) {
  Traffic total;
  for_each_panel(map, [&](la::Index first, la::Index width, int) {
    total += costs.ibroadcast((map.rows() - first + loads + 1) * width * entry, entry);
  });
  return total;
}
/// One substitution, forward or back; of many right-hand sides in look-ahead.
inline Traffic substitution_cost(
    const la::RowMap& map, const Costs& costs, std::size_t entry, la::Index loads = 1) {
  Traffic total;
  for_each_panel(map, [&](la::Index, la::Index width, int) {
    const auto bytes = width * loads * entry;
    total += loads > 1 ? costs.ibroadcast(bytes, entry) : costs.broadcast(bytes, entry);
  });
  return total;
}

inline Traffic rows_cost(const la::RowMap& map, const Costs& costs, la::Index loads = 1) {
  return panels_cost(map, costs, sizeof(Complex), loads) +
         substitution_cost(map, costs, sizeof(Complex), loads);
}

inline Traffic grid_cost(const la::RowMap& map, const Costs& costs, la::Index loads = 1) {
  const eliminate::RankGrid grid(map);
  const auto in_row = costs.of_team(grid.ranks_of_row(0)),
             in_column = costs.of_team(grid.ranks_of_column(0));
  Traffic total = substitution_cost(map, costs, sizeof(Complex), loads);
  for (int rank = 0; rank < map.ranks(); ++rank)
    for (int row = 0; row < grid.rows(); ++row)
      if (row != rank / grid.columns())
        total += in_column.send_numbers(grid.rows_from(row, 0) * map.local_rows(rank));
  for_each_panel(map, [&](la::Index first, la::Index width, int owner) {
    for (int row = 0; row < grid.rows(); ++row) {
      const Count rows = grid.rows_from(row, first), l = (rows + loads + 1) * width;
      if (row != owner / grid.columns())
        total += in_column.send_numbers(rows * width) + in_column.send_numbers(l);
      total += in_row.ibroadcast(l * sizeof(Complex), sizeof(Complex));
    }
    for (int column = 0; column < grid.columns(); ++column)
      if (const Count u = width * grid.columns_from(column, first + width); u > 0)
        total += in_column.sum(u * sizeof(Complex)) + in_column.broadcast_numbers(2 * u);
  });
  return total;
}

/// GMRES, where `product` and `preconditioner` are what these send each time, for a right-hand side
/// that is not zero.
inline Traffic gmres_cost(const la::RowMap& map, const Traffic& product,
    const Traffic& preconditioner, const eliminate::Iteration& done, const Costs& costs) {
  auto total = costs.all_entries(map) + costs.all_reduce(sizeof(double)) + costs.sum_everywhere(1);
  for (const la::Index cycle : done.cycles) {
    total += (cycle + 1) * product + cycle * preconditioner + costs.sum_everywhere(1) +
             costs.broadcast_numbers(cycle);
    for (la::Index k = 0; k < cycle; ++k)
      total += costs.sum_everywhere(k + 1) + costs.sum_everywhere(k + 2);
  }
  return total;
}

/// eliminate::run_mixed() by the method `rows`.
inline Traffic mixed_cost(const la::RowMap& map, const Traffic& product,
    const eliminate::Iteration& done, const Costs& costs) {
  constexpr std::size_t entry = sizeof(core::SingleComplex);
  return panels_cost(map, costs, entry) +
         gmres_cost(map, product, costs.all_entries(map) + 2 * substitution_cost(map, costs, entry),
             done, costs);
}

}  // namespace febem::test
