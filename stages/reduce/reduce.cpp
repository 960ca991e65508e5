#include "stages/reduce/reduce.h"

#include <array>
#include <utility>

#include "core/registry.h"
#include "stages/reduce/matrix_free/coupled_operator.h"

namespace febem::reduce {

using core::master;
using execution::StageContext;

#define FEBEM_PLUGIN(NAME) extern const Method NAME##_method;
#include "stages/reduce/list.inc"
#undef FEBEM_PLUGIN

std::span<const Method> methods() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_method,
#include "stages/reduce/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

const Method& method(std::string_view name) { return core::find(methods(), name, "reduction method"); }

Vector shared(Vector values, la::Index size, const StageContext& context) {
  values.conservativeResize(size);
  context.messages.broadcast(std::span(values.data(), static_cast<std::size_t>(size)), master);
  return values;
}

ReducedRows run(la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface, const Method& method,
                const StageContext& context) {
  const la::Index n = h.map.rows();
  const auto own = h.map.rows_of(context.rank());
  const Vector incident = shared(surface.incident, n, context);
  ReducedRows rows{std::move(h), incident(own)};
  const core::Count entries = n * std::ssize(own);
  if (surface.has_prescribed) {
    const Vector prescribed = shared(surface.prescribed, n, context);
    context.arithmetic.charge({timing::add_scaled(entries)}, [&] { rows.right_hand_side -= b.values.transpose() * prescribed; });
  }
  if (surface.admittance != Complex(0) && method.forms_matrix)
    context.arithmetic.charge({timing::add_scaled(entries)}, [&] { rows.matrix.values += surface.admittance * b.values; });
  if (surface.factor != nullptr) method.run(b, surface, rows, context);
  if (!method.forms_matrix) {
    la::RowMap map = rows.matrix.map;
    rows.product = std::make_unique<CoupledOperator>(std::exchange(rows.matrix, {map, {}}), b, surface, context.rank());
  }
  return rows;
}

comm::Traffic traffic(const SurfaceCondition& surface, la::Index unknowns, const Method& method, const comm::Messenger& messages) {
  const auto vector = messages.broadcast_traffic(unknowns * sizeof(Complex), sizeof(Complex));
  comm::Traffic total = vector;
  if (surface.has_prescribed) total += vector;
  if (surface.factor != nullptr) total += method.traffic(surface, unknowns, messages);
  return total;
}

}  // namespace febem::reduce
