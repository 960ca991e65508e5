#include "stages/reduce/reduce.h"

#include <array>
#include <memory>
#include <optional>

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
  bool has_panels() const { return !factor_.panels.empty(); }
  const Matrix& values(std::size_t step) const { return has_panels() ? factor_.panels[panel(step)] : received_[step % 2]; }

  void begin(std::size_t step) {
    in_flight_.reset();
    if (step == factor_.shapes.size()) return;
    const auto& shape = factor_.shapes[panel(step)];
    Matrix& copy = received_[step % 2];
    if (!has_panels()) copy.resize(shape.front(), shape.pivots);
    in_flight_ = context_.messages.ibroadcast(
        std::span(values(step).data(), static_cast<std::size_t>(values(step).size())),
        std::span(copy.data(), static_cast<std::size_t>(copy.size())), master);
  }

  const Factor& factor_;
  bool descending_;
  const StageContext& context_;
  std::array<Matrix, 2> received_;  ///< in turn, where the factor is not
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

/// Each of the `own` rows of x by the factor, as the panels come past.
void sweep(Factor& factor, Matrix& x, Index own, const StageContext& context) {
  if (factor.opaque) {
    context.arithmetic.charge({timing::in_library(0)}, [&] { factor.opaque->solve(x); });
    return;
  }
  const auto& shapes = factor.shapes;
  std::optional<PanelSweep> panels;
  context.arithmetic.charge({timing::clear(PanelSweep::window_columns(shapes) * own)}, [&] { panels.emplace(shapes, x); });
  PanelStream(factor, false, context).for_each([&](std::size_t k, const Matrix& values, const auto& progress) {
    context.arithmetic.charge(PanelSweep::forward_work(shapes[k], own), [&] { panels->forward(k, values, progress); }, progress);
  });
  PanelStream(factor, true, context).for_each([&](std::size_t k, const Matrix& values, const auto& progress) {
    context.arithmetic.charge(PanelSweep::backward_work(shapes[k], own), [&] { panels->backward(k, values, progress); }, progress);
  });
}

/// x = x A_s^{-1}, this rank's `own` right-hand sides by row: x T (T^T A_s T)^{-1} T^T where rigid-body motions are free.
void solve(Factor& factor, Matrix& x, Index own, const StageContext& context) {
  if (factor.motions == nullptr) return sweep(factor, x, own, context);
  const auto work = timing::add_scaled_by_real(own * factor.size * factor.motions->count());
  context.arithmetic.charge({work}, [&] { factor.motions->to_unknowns(x); });
  sweep(factor, x, own, context);
  context.arithmetic.charge({work}, [&] { factor.motions->to_displacements(x); });
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
  const Index own = rows.right_hand_side.size(), size = surface.factor->size;
  const auto coupling = timing::add_scaled_by_real(own * surface.coupling->nonZeros());
  Matrix x;
  context.arithmetic.charge({timing::clear(own * size), coupling}, [&] { x = right_hand_sides(b.values, surface); });
  solve(*surface.factor, x, own, context);
  context.arithmetic.charge({coupling, timing::add_scaled(own * size)}, [&] { subtract_structure(x, surface, force, rows); });
}

}  // namespace

ReducedRows run(la::OwnedRows h, const la::OwnedRows& b, const SurfaceCondition& surface,
                const StageContext& context) {
  const Index n = h.map.rows();
  const auto own = h.map.rows_of(context.rank());
  const Vector incident = shared(surface.incident, n, context);
  ReducedRows rows{std::move(h), incident(own)};
  const core::Count entries = n * std::ssize(own);
  if (surface.has_prescribed) {
    const Vector prescribed = shared(surface.prescribed, n, context);
    context.arithmetic.charge({timing::add_scaled(entries)}, [&] { rows.right_hand_side -= b.values.transpose() * prescribed; });
  }
  if (surface.admittance != Complex(0))
    context.arithmetic.charge({timing::add_scaled(entries)}, [&] { rows.matrix.values += surface.admittance * b.values; });
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
