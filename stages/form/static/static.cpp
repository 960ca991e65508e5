// static: each rank forms the rows that it owns, and no message is sent.
#include "stages/form/own_rows.h"

namespace febem::form {
namespace {

BoundaryRows run_static(const bem::Collocation& collocation, const la::RowMap& map,
    const common::StageContext& context) {
  auto result = own_rows(map, context);
  const auto rows = map.rows_of(context.rank());
  for (la::Index j = 0; j < std::ssize(rows); ++j) {
    form_row(collocation, rows[j], context,
        [&] { return std::pair(result.h.values.col(j).data(), result.b.values.col(j).data()); });
    context.report_progress(static_cast<double>(j + 1) / static_cast<double>(rows.size()));
  }
  return result;
}

}  // namespace

extern const Method static_method{
    .name = "static", .help = "each rank forms the rows that it owns", .run = run_static};

}  // namespace febem::form
