#include "stages/reduce/reduce.h"

#include "pipeline/panel_sweep.h"

namespace febem::reduce {
namespace {

using core::Index;
using la::Matrix;
using pipeline::Factor;
using pipeline::master;
using pipeline::PanelSweep;
using pipeline::StageContext;

/// The master's vector of `size` entries on every rank.
Vector shared(Vector values, Index size, const StageContext& context) {
  values.conservativeResize(size);
  context.messages.broadcast(std::span(values.data(), static_cast<std::size_t>(size)), master);
  return values;
}

/// Calls visit(k, values) for each panel of the factor in the order given, its values streamed from the master.
template <class Visit>
void stream(const Factor& factor, bool descending, const StageContext& context, Visit&& visit) {
  const std::size_t count = factor.shapes.size();
  Matrix received;
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t k = descending ? count - 1 - step : step;
    const auto& shape = factor.shapes[k];
    if (!context.is_master()) received.resize(shape.front(), shape.pivots);
    const Matrix& values = context.is_master() ? factor.panels[k] : received;
    // Only the root's values are read.
    context.messages.broadcast(
        std::span(const_cast<Complex*>(values.data()), static_cast<std::size_t>(values.size())), master);
    visit(k, values);
    if (context.progress)
      context.progress("reduce", (static_cast<double>(step + 1) / static_cast<double>(count) + descending) / 2);
  }
}

/// x = A_s^{-1} x, this rank's right-hand sides by row.
void solve(Factor& factor, Matrix& x, const StageContext& context) {
  if (factor.opaque) {
    context.arithmetic.charge(0, [&] { factor.opaque->solve(x); });
    return;
  }
  const auto flops = [&](std::size_t k) { return PanelSweep::flops(factor.shapes[k], static_cast<Index>(x.rows())); };
  PanelSweep sweep(factor.shapes, x);
  stream(factor, false, context, [&](std::size_t k, const Matrix& values) {
    context.arithmetic.charge(flops(k), [&] { sweep.forward(k, values); });
  });
  stream(factor, true, context, [&](std::size_t k, const Matrix& values) {
    context.arithmetic.charge(flops(k), [&] { sweep.backward(k, values); });
  });
}

/// Row i of the result: (C^T B_i^T)^T = sum over panels j of B_ij / area_j T_j^T.
Matrix right_hand_sides(const Matrix& b, const SurfaceCondition& surface) {
  const auto& t = *surface.coupling;
  Matrix x = Matrix::Zero(b.cols(), t.rows());
  for (Index j = 0; j < t.cols(); ++j) {
    const Vector scaled = b.row(j).transpose() / (*surface.areas)[static_cast<std::size_t>(j)];
    for (fem::SparseMatrix::InnerIterator entry(t, j); entry; ++entry) x.col(entry.row()) += entry.value() * scaled;
  }
  return x;
}

/// A -= omega^2 rho Y T and b -= omega^2 rho Y F, Y = B C A_s^{-1} by own row.
void subtract_structure(const Matrix& y, const SurfaceCondition& surface, const Vector& force, ReducedRows& rows) {
  const auto& t = *surface.coupling;
  const double factor = surface.omega_squared_rho;
  for (Index j = 0; j < t.cols(); ++j) {
    Vector column = Vector::Zero(y.rows());
    for (fem::SparseMatrix::InnerIterator entry(t, j); entry; ++entry) column += entry.value() * y.col(entry.row());
    rows.matrix.values.row(j) -= factor * column.transpose();
  }
  rows.right_hand_side -= factor * (y * force);
}

void reduce_structure(const pipeline::OwnedRows& b, const SurfaceCondition& surface, ReducedRows& rows,
                      const StageContext& context) {
  const Vector force = shared(surface.force, surface.factor->size, context);
  const core::Count own = b.values.cols(), entries = surface.coupling->nonZeros();
  Matrix x;
  context.arithmetic.charge(4 * own * entries, [&] { x = right_hand_sides(b.values, surface); });
  solve(*surface.factor, x, context);
  context.arithmetic.charge(4 * own * entries + 8 * own * surface.factor->size,
                            [&] { subtract_structure(x, surface, force, rows); });
}

}  // namespace

ReducedRows run(pipeline::OwnedRows h, const pipeline::OwnedRows& b, const SurfaceCondition& surface,
                const StageContext& context) {
  const Index n = h.map.rows();
  const auto own = h.map.rows_of(context.rank());
  const Vector incident = shared(surface.incident, n, context);
  ReducedRows rows{std::move(h), Vector(own.size())};
  for (std::size_t j = 0; j < own.size(); ++j) rows.right_hand_side[static_cast<Index>(j)] = incident[own[j]];
  const core::Count entries = rows.matrix.values.size();
  if (surface.has_prescribed) {
    const Vector prescribed = shared(surface.prescribed, n, context);
    context.arithmetic.charge(8 * entries,
                              [&] { rows.right_hand_side -= b.values.transpose() * prescribed; });
  }
  if (surface.admittance != Complex(0))
    context.arithmetic.charge(8 * entries, [&] { rows.matrix.values += surface.admittance * b.values; });
  if (surface.factor != nullptr) reduce_structure(b, surface, rows, context);
  return rows;
}

comm::Traffic traffic(const SurfaceCondition& surface, Index unknowns, const comm::Messenger& messages) {
  const auto broadcast = [&](core::Count entries) {
    return messages.broadcast_traffic(static_cast<std::size_t>(entries) * sizeof(Complex), sizeof(Complex));
  };
  comm::Traffic total = broadcast(unknowns);
  if (surface.has_prescribed) total += broadcast(unknowns);
  if (surface.factor == nullptr) return total;
  total += broadcast(surface.factor->size);
  for (const auto& shape : surface.factor->shapes)
    total += 2 * broadcast(static_cast<core::Count>(shape.front()) * shape.pivots);
  return total;
}

}  // namespace febem::reduce
