#include "stages/form/form.h"

namespace febem::form {

BoundaryRows run(const bem::Collocation& collocation, const la::RowMap& map, const execution::StageContext& context) {
  const auto n = collocation.size();
  const auto rows = map.rows_of(context.rank());
  BoundaryRows result{{map, la::Matrix(n, rows.size())}, {map, la::Matrix(n, rows.size())}};
  for (la::Index j = 0; j < std::ssize(rows); ++j) {
    context.arithmetic.charge([&] {
      return collocation.row(rows[j], std::span(result.h.values.col(j).data(), n), std::span(result.b.values.col(j).data(), n));
    });
    context.say_done(static_cast<double>(j + 1) / static_cast<double>(rows.size()));
  }
  return result;
}

}  // namespace febem::form
