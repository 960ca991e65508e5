#include "stages/form/form.h"

namespace febem::form {

BoundaryRows run(const bem::Collocation& collocation, const la::RowMap& map, const pipeline::StageContext& context) {
  const auto n = collocation.size();
  const auto rows = map.rows_of(context.rank());
  BoundaryRows result{{map, la::Matrix(n, rows.size())}, {map, la::Matrix(n, rows.size())}};
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const auto column = static_cast<la::Index>(j);
    context.arithmetic.charge([&] {
      return collocation.row(rows[j], {result.h.values.col(column).data(), static_cast<std::size_t>(n)},
                             {result.b.values.col(column).data(), static_cast<std::size_t>(n)});
    });
    context.say_done(static_cast<double>(j + 1) / static_cast<double>(rows.size()));
  }
  return result;
}

}  // namespace febem::form
