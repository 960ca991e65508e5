#include "stages/reduce/reduce.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "stages/reduce/matrix_free/coupled_operator.h"

namespace febem::reduce {

using common::StageContext;
using core::master;

#define FEBEM_METHODS "stages/reduce/list.inc"
#include "stages/methods.inc"

const Method& method(std::string_view name) {
  return core::find(methods(), name, "reduction method");
}

Matrix shared(Matrix values, la::Index rows, la::Index columns, const StageContext& context) {
  values.conservativeResize(rows, columns);
  context.messages.broadcast(la::span_of(values), master);
  return values;
}

namespace {

/// A += B diag(y), and what a method subtracts for a structure, in the precision of T.
template <class T>
void complete(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRowsOf<T>& a,
    Matrix& right_hand_side,
    void (*run)(const la::OwnedRows&, const SurfaceCondition&, la::OwnedRowsOf<T>&, Matrix&,
        const StageContext&),
    const StageContext& context) {
  if (surface.admittance.size() != 0)
    context.arithmetic.add_scaled_rows(surface.admittance, b.values, a.values);
  if (surface.factor != nullptr) run(b, surface, a, right_hand_side, context);
}

}  // namespace

common::System run(la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface,
    const Method& method, const StageContext& context, Precision precision) {
  const la::RowMap map = h.map;
  const auto own = map.rows_of(context.rank());
  Matrix right_hand_side =
      shared(surface.incident, map.rows(), surface.loads, context)(own, Eigen::all);
  if (surface.has_prescribed) {
    const Matrix prescribed = shared(surface.prescribed, map.rows(), surface.loads, context);
    context.arithmetic.subtract_transposed(right_hand_side, b.values, prescribed);
  }
  const auto products = [&] {
    return std::make_unique<CoupledOperator>(std::move(h), b, surface, context.rank());
  };
  if (precision == Precision::mixed) {
    la::SingleRows single{
        map, context.arithmetic.matrix<core::SingleComplex>(map.rows(), std::ssize(own))};
    context.arithmetic.copy(h.values.cast<core::SingleComplex>(), single.values);
    complete(b, surface, single, right_hand_side, method.run_single, context);
    return common::MixedSystem{std::move(single), products(), std::move(right_hand_side)};
  }
  if (method.forms_matrix) {
    complete(b, surface, h, right_hand_side, method.run, context);
    return common::DenseSystem{std::move(h), std::move(right_hand_side)};
  }
  if (surface.factor != nullptr) method.run(b, surface, h, right_hand_side, context);
  return common::OperatorSystem{products(), std::move(right_hand_side)};
}

}  // namespace febem::reduce
