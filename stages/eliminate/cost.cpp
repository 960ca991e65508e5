// The messages and bytes of stage 4, and the memory of its panels. README.md has the formulas.
#include <algorithm>

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
    total += messages.ibroadcast_traffic(PanelMessage<T>::bytes(map.rows() - panel.first, panel.width()), sizeof(T));
  }
  return total;
}

/// Traffic of one substitution, forward or back.
template <class T>
comm::Traffic substitution_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number) total += messages.broadcast_traffic(row_panel(map, number).width() * sizeof(T), sizeof(T));
  return total;
}

/// Traffic of a sum of `entries` entries that every rank gets.
comm::Traffic sum_traffic(Index entries, const comm::Messenger& messages) {
  const std::size_t bytes = static_cast<std::size_t>(entries) * sizeof(Complex);
  return messages.sum_traffic(bytes) + messages.broadcast_traffic(bytes, sizeof(Complex));
}

}  // namespace

Count rows_memory(const RowMap& map) {
  const Count n = map.rows(), entry = sizeof(Complex), group = std::min<Count>(n, panels_in_group(map) * map.block());
  const Count at_hand = group * n, before = la::by_three(n, group) ? 3 * group * n / 2 : group * n;
  return entry * (at_hand + before + n * columns_at_a_time(map.ranks()));
}

comm::Traffic rows_traffic(const RowMap& map, const comm::Messenger& messages) {
  return panels_traffic<Complex>(map, messages) + substitution_traffic<Complex>(map, messages);
}

SingleTraffic rows_single_traffic(const RowMap& map, const comm::Messenger& messages) {
  return {panels_traffic<SingleComplex>(map, messages), 2 * substitution_traffic<SingleComplex>(map, messages)};
}

comm::Traffic gmres_traffic(const common::RowOperator& a, const comm::Traffic& preconditioner, const Iteration& done,
                            const comm::Messenger& messages) {
  auto total = common::all_entries_traffic(a.map(), messages) + messages.all_reduce_traffic(sizeof(double)) + sum_traffic(1, messages);
  for (const Index cycle : done.cycles) {
    total += (cycle + 1) * a.traffic(messages) + cycle * preconditioner + sum_traffic(1, messages);
    total += messages.broadcast_traffic(static_cast<std::size_t>(cycle) * sizeof(Complex), sizeof(Complex));
    for (Index k = 0; k < cycle; ++k) total += sum_traffic(k + 1, messages) + sum_traffic(k + 2, messages);
  }
  return total;
}

comm::Traffic krylov_traffic(const common::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  return gmres_traffic(a, {}, done, messages);
}

comm::Traffic mixed_traffic(const common::RowOperator& a, const Iteration& done, const comm::Messenger& messages) {
  const auto rows = rows_single_traffic(a.map(), messages);
  return rows.factor + gmres_traffic(a, common::all_entries_traffic(a.map(), messages) + rows.solution, done, messages);
}

}  // namespace febem::eliminate
