#include "stages/reduce/reduce.h"

#include <array>
#include <memory>

#include "stages/reduce/panel_sweep.h"

namespace febem::reduce {
namespace {

using la::Matrix;
using core::master;
using execution::StageContext;

/// The master's vector of `size` entries on every rank.
Vector shared(Vector values, Index size, const StageContext& context) {
  values.conservativeResize(size);
  context.messages.broadcast(std::span(values.data(), size), master);
  return values;
}

/// The panels of the factor in one order, as they come from the master: the next one is in flight while the ranks
/// compute with the one before, as far as the strategy allows.
class PanelStream {
 public:
  PanelStream(const Factor& factor, bool descending, const StageContext& context)
      : factor_(factor), descending_(descending), context_(context) {
    begin(0);
  }

  /// Calls visit(k, values, progress) for each panel; `progress` moves on what is in flight.
  template <class Visit>
  void for_each(Visit&& visit) {
    const std::size_t count = factor_.shapes.size();
    for (std::size_t step = 0; step < count; ++step) {
      in_flight_->finish();
      begin(step + 1);
      visit(panel(step), values(step), [this] {
        if (in_flight_) in_flight_->progress();
      });
      context_.say_done((static_cast<double>(step + 1) / static_cast<double>(count) + descending_) / 2);
    }
  }

 private:
  std::size_t panel(std::size_t step) const { return descending_ ? factor_.shapes.size() - 1 - step : step; }
  const Matrix& values(std::size_t step) const {
    return context_.is_master() ? factor_.panels[panel(step)] : received_[step % 2];
  }

  void begin(std::size_t step) {
    in_flight_.reset();
    if (step == factor_.shapes.size()) return;
    const auto& shape = factor_.shapes[panel(step)];
    Matrix& copy = received_[step % 2];  // stays empty at the master
    if (!context_.is_master()) copy.resize(shape.front(), shape.pivots);
    in_flight_ = context_.messages.ibroadcast(
        std::span(values(step).data(), static_cast<std::size_t>(values(step).size())),
        std::span(copy.data(), static_cast<std::size_t>(copy.size())), master);
  }

  const Factor& factor_;
  bool descending_;
  const StageContext& context_;
  std::array<Matrix, 2> received_;  ///< in turn, on ranks other than the master
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

/// Each row of x by the factor, as the panels come past.
void sweep(Factor& factor, Matrix& x, const StageContext& context) {
  if (factor.opaque) {
    context.arithmetic.charge(0, [&] { factor.opaque->solve(x); });
    return;
  }
  const auto flops = [&](std::size_t k) { return PanelSweep::flops(factor.shapes[k], x.rows()); };
  PanelSweep panels(factor.shapes, x);
  PanelStream(factor, false, context).for_each([&](std::size_t k, const Matrix& values, const auto& progress) {
    context.arithmetic.charge(flops(k), [&] { panels.forward(k, values, progress); });
  });
  PanelStream(factor, true, context).for_each([&](std::size_t k, const Matrix& values, const auto& progress) {
    context.arithmetic.charge(flops(k), [&] { panels.backward(k, values, progress); });
  });
}

/// x = x A_s^{-1}, this rank's right-hand sides by row: x T (T^T A_s T)^{-1} T^T where rigid-body motions are free.
void solve(Factor& factor, Matrix& x, const StageContext& context) {
  if (factor.motions == nullptr) return sweep(factor, x, context);
  const core::Count flops = 4 * x.size() * factor.motions->count();
  context.arithmetic.charge(flops, [&] { factor.motions->to_unknowns(x); });
  sweep(factor, x, context);
  context.arithmetic.charge(flops, [&] { factor.motions->to_displacements(x); });
}

/// Row i of the result: (C^T B_i^T)^T = sum over panels j of B_ij / area_j T_j^T.
Matrix right_hand_sides(const Matrix& b, const SurfaceCondition& surface) {
  const auto& t = *surface.coupling;
  Matrix x = Matrix::Zero(b.cols(), t.rows());
  for (Index j = 0; j < t.cols(); ++j) {
    const Vector scaled = b.row(j).transpose() / (*surface.areas)[j];
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

void reduce_structure(const la::OwnedRows& b, const SurfaceCondition& surface, ReducedRows& rows,
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

ReducedRows run(la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface,
                const StageContext& context) {
  const Index n = h.map.rows();
  const auto own = h.map.rows_of(context.rank());
  const Vector incident = shared(surface.incident, n, context);
  ReducedRows rows{std::move(h), incident(own)};
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
  const auto bytes = [](core::Count entries) { return entries * sizeof(Complex); };
  const auto broadcast = [&](core::Count entries) { return messages.broadcast_traffic(bytes(entries), sizeof(Complex)); };
  comm::Traffic total = broadcast(unknowns);
  if (surface.has_prescribed) total += broadcast(unknowns);
  if (surface.factor == nullptr) return total;
  total += broadcast(surface.factor->size);
  for (const auto& shape : surface.factor->shapes)
    total += 2 * messages.ibroadcast_traffic(bytes(shape.front() * shape.pivots), sizeof(Complex));
  return total;
}

}  // namespace febem::reduce
