// The messages and bytes of stage 4, and the memory of its panels. README.md has the formulas.
#include <algorithm>

#include "comm/team.h"
#include "stages/eliminate/grid/rank_grid.h"
#include "stages/eliminate/krylov/gmres.h"
#include "stages/eliminate/rows/panel_group.h"

namespace febem::eliminate {
namespace {

using core::Count;
using core::SingleComplex;
using la::RowMap;

/// Traffic of all panels of the elimination.
template <class T>
comm::Traffic panels_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    total += messages.ibroadcast_traffic(
        PanelMessage<T>::bytes(map.rows() - panel.first, panel.width()), sizeof(T));
  }
  return total;
}

/// Traffic of one substitution, forward or back.
template <class T>
comm::Traffic substitution_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number)
    total += messages.broadcast_traffic(row_panel(map, number).width() * sizeof(T), sizeof(T));
  return total;
}

/// Traffic of a sum of `entries` entries that every rank gets.
comm::Traffic sum_traffic(Index entries, const comm::Messenger& messages) {
  const std::size_t bytes = static_cast<std::size_t>(entries) * sizeof(Complex);
  return messages.sum_traffic(bytes) + messages.broadcast_traffic(bytes, sizeof(Complex));
}

}  // namespace

Count rows_memory(const RowMap& map) {
  const Count n = map.rows(), entry = sizeof(Complex),
              group = std::min<Count>(n, panels_in_group(map) * map.block());
  const Count at_hand = group * n, before = la::by_three(n, group) ? 3 * group * n / 2 : group * n;
  return entry * (at_hand + before + n * columns_at_a_time(map.ranks()));
}

comm::Traffic rows_traffic(const RowMap& map, const comm::Messenger& messages) {
  return panels_traffic<Complex>(map, messages) + substitution_traffic<Complex>(map, messages);
}

// A rank's part of the matrix, unless it stays in place; the rows of two panels; U12 and the rows
// that leave; and the longest message, to or from the home of a panel, or by which the matrix is
// distributed.
Count grid_memory(const RowMap& map) {
  const RankGrid grid(map);
  const Count rows = grid.rows_from(0, 0), columns = grid.columns_from(0, 0), width = map.block(),
              own = map.local_rows(0);
  const Count part = grid.rows() == 1 ? 0 : rows * columns,
              distributed = grid.rows() == 1 ? 0 : rows * own;
  return Count{sizeof(Complex)} * (part + std::max(distributed, width * (3 * rows + 2 * columns)));
}

comm::Traffic grid_traffic(const RowMap& map, const comm::Messenger& messages) {
  const RankGrid grid(map);
  const comm::Team row_team(messages, grid.ranks_of_row(0)),
      column_team(messages, grid.ranks_of_column(0));
  const auto &in_row = row_team.messages(), &in_column = column_team.messages();
  const auto bytes = [](Index entries) {
    return static_cast<std::size_t>(entries) * sizeof(Complex);
  };
  comm::Traffic total = substitution_traffic<Complex>(map, messages);
  for (int rank = 0; rank < map.ranks(); ++rank)
    for (int row = 0; row < grid.rows(); ++row)
      if (row != rank / grid.columns())
        total += in_column.send_traffic(
            bytes(grid.rows_from(row, 0) * map.local_rows(rank)), sizeof(Complex));
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    for (int row = 0; row < grid.rows(); ++row) {
      const Index rows = grid.rows_from(row, panel.first);
      const std::size_t l = PanelMessage<Complex>::bytes(rows, panel.width());
      if (row != panel.owner / grid.columns())
        total += in_column.send_traffic(bytes(rows * panel.width()), sizeof(Complex)) +
                 in_column.send_traffic(l, sizeof(Complex));
      total += in_row.ibroadcast_traffic(l, sizeof(Complex));
    }
    for (int column = 0; column < grid.columns(); ++column) {
      const std::size_t u = bytes(panel.width() * grid.columns_from(column, panel.end));
      if (u > 0)
        total += in_column.sum_traffic(u) + in_column.broadcast_traffic(2 * u, sizeof(Complex));
    }
  }
  return total;
}

SingleTraffic rows_single_traffic(const RowMap& map, const comm::Messenger& messages) {
  return {panels_traffic<SingleComplex>(map, messages),
      2 * substitution_traffic<SingleComplex>(map, messages)};
}

comm::Traffic gmres_traffic(const common::RowOperator& a, const comm::Traffic& preconditioner,
    const Iteration& done, const comm::Messenger& messages) {
  auto total = common::all_entries_traffic(a.map(), messages) +
               messages.all_reduce_traffic(sizeof(double)) + sum_traffic(1, messages);
  for (const Index cycle : done.cycles) {
    total += (cycle + 1) * a.traffic(messages) + cycle * preconditioner + sum_traffic(1, messages);
    total += messages.broadcast_traffic(
        static_cast<std::size_t>(cycle) * sizeof(Complex), sizeof(Complex));
    for (Index k = 0; k < cycle; ++k)
      total += sum_traffic(k + 1, messages) + sum_traffic(k + 2, messages);
  }
  return total;
}

comm::Traffic krylov_traffic(
    const common::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  return gmres_traffic(a, {}, done, messages);
}

comm::Traffic mixed_traffic(
    const common::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  const auto rows = rows_single_traffic(a.map(), messages);
  return rows.factor + gmres_traffic(a,
                           common::all_entries_traffic(a.map(), messages) + rows.solution, done,
                           messages);
}

}  // namespace febem::eliminate
