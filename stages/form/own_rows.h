// The common parts of all schedules: memory for own rows, and the computation of a row.
#pragma once

#include <iterator>
#include <utility>

#include "stages/form/form.h"

namespace febem::form {

/// The rows of H and B that this rank owns, of any values.
inline BoundaryRows own_rows(const la::RowMap& map, const common::StageContext& context) {
  const la::Index n = map.rows(), own = map.local_rows(context.rank());
  return {{map, context.arithmetic.allocate(n, own)}, {map, context.arithmetic.allocate(n, own)}};
}

/// Forms a row of H and B in the two columns that `place()` returns. A modelled run does not call
/// `place()`.
template <class Place>
void form_row(const bem::Collocation& collocation, la::Index row,
    const common::StageContext& context, Place&& place) {
  const auto forecast = [&] {
    const auto cost = collocation.row_cost(row);
    return timing::green_functions(cost.flops, cost.pairs, cost.near_pairs);
  };
  context.arithmetic.run_counted(forecast, [&] {
    const auto [h, b] = std::forward<Place>(place)();
    const auto n = static_cast<std::size_t>(collocation.size());
    return collocation.row(row, {h, n}, {b, n});
  });
}

}  // namespace febem::form
