#include "stages/form/form.h"

namespace febem::form {

BoundaryRows run(const bem::Collocation& collocation, const la::RowMap& map, const execution::StageContext& context) {
  const auto n = collocation.size();
  const auto rows = map.rows_of(context.rank());
  BoundaryRows result{{map, {}}, {map, {}}};
  context.arithmetic.charge({timing::clear(2 * n * std::ssize(rows))}, [&] {
    result.h.values.resize(n, std::ssize(rows));
    result.b.values.resize(n, std::ssize(rows));
  });
  for (la::Index j = 0; j < std::ssize(rows); ++j) {
    const auto forecast = [&] {
      const auto cost = collocation.row_cost(rows[j]);
      return timing::green_functions(cost.flops, cost.pairs);
    };
    context.arithmetic.charge_counted(forecast, [&] {
      return collocation.row(rows[j], std::span(result.h.values.col(j).data(), n), std::span(result.b.values.col(j).data(), n));
    });
    context.say_done(static_cast<double>(j + 1) / static_cast<double>(rows.size()));
  }
  return result;
}

}  // namespace febem::form
