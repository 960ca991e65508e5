// rows: A_s^{-1} C^T B_i^T for each own row i, the factor streaming past. The algebra, the messages
// and their cost are in ../README.md.
#include <array>
#include <memory>

#include "stages/reduce/reduce.h"
#include "stages/reduce/rows/panel_sweep.h"

namespace febem::reduce {
namespace {

using analysis::Dofs;
using common::Factor;
using common::StageContext;
using core::master;
using la::Index;

/// All panels of a factor in the order of elimination, and who has their values.
struct Panels {
  struct Source {
    const common::PanelValues* values = nullptr;  ///< null where another rank sends them
    int owner = master;
  };
  std::vector<PanelShape> shapes;
  std::vector<Source> sources;
};

Panels panels_of_master(const Factor& factor) {
  Panels panels{factor.shapes, std::vector<Panels::Source>(factor.shapes.size())};
  for (std::size_t k = 0; k < factor.panels.size(); ++k)
    panels.sources[k].values = &factor.panels[k];
  return panels;
}

/// Each rank broadcasts the rows of the panels that it eliminated.
Panels panels_of_subdomains(const Factor& factor, const StageContext& context) {
  const auto& parts = *factor.subdomains;
  const auto count = parts.tree->nodes.size();
  Panels panels{std::vector<PanelShape>(count), std::vector<Panels::Source>(count)};
  for (std::size_t k = 0; k < factor.shapes.size(); ++k) {
    const Index v = parts.nodes[k];
    if (parts.tree->nodes[v].rank != context.rank()) continue;
    panels.shapes[v] = factor.shapes[k];
    panels.sources[v].values = &factor.panels[k];
  }
  for (int rank = 0; rank < context.ranks(); ++rank) {
    Dofs rows;
    const auto nodes = parts.tree->eliminated_by(rank);
    for (const Index v : nodes) {
      if (rank != context.rank())
        panels.shapes[v].rows = parts.tree->nodes[v].rows();  // until they come
      panels.shapes[v].rows.resize(parts.front(v));
      panels.shapes[v].pivots = parts.pivots[v];
      panels.sources[v].owner = rank;
      rows.insert(rows.end(), panels.shapes[v].rows.begin(), panels.shapes[v].rows.end());
    }
    context.messages.broadcast(std::span(rows), rank);
    auto next = rows.begin();
    for (const Index v : nodes) {
      std::copy_n(next, parts.front(v), panels.shapes[v].rows.begin());
      next += parts.front(v);
    }
  }
  return panels;
}

/// The panels of a factor in one order, as they come from their owners: the next one is in flight
/// while the ranks compute with the one before, as far as the strategy allows.
class PanelStream {
 public:
  PanelStream(const Panels& panels, bool descending, const StageContext& context)
      : panels_(panels), descending_(descending), context_(context) {
    begin(0);
  }

  /// Calls visit(k, values, progress) for each panel; `progress` moves on what is in flight.
  template <class Visit>
  void for_each(Visit&& visit) {
    const std::size_t count = panels_.shapes.size();
    for (std::size_t step = 0; step < count; ++step) {
      if (in_flight_) in_flight_->finish();
      begin(step + 1);
      visit(panel(step), values(step).leftCols(panels_.shapes[panel(step)].pivots), [this] {
        if (in_flight_) in_flight_->progress();
      });
      context_.report_progress(
          (static_cast<double>(step + 1) / static_cast<double>(count) + descending_) / 2);
    }
  }

 private:
  std::size_t panel(std::size_t step) const {
    return descending_ ? panels_.shapes.size() - 1 - step : step;
  }
  const Panels::Source& source(std::size_t step) const { return panels_.sources[panel(step)]; }
  const common::PanelValues& values(std::size_t step) const {
    return source(step).values != nullptr ? *source(step).values : received_[step % 2];
  }

  void begin(std::size_t step) {
    in_flight_.reset();
    if (step == panels_.shapes.size()) return;
    const auto& shape = panels_.shapes[panel(step)];
    auto& copy = received_[step % 2];
    const auto& m = context_.arithmetic;
    // The owner too has nothing to send where arithmetic is modelled.
    const bool sends = source(step).values != nullptr && (!m.modelled() || m.is_dry());
    copy = common::PanelValues();
    if (!sends) copy = m.message<Complex>(shape.front(), shape.pivots);
    const auto& sent = sends ? *source(step).values : copy;
    in_flight_ =
        context_.messages.ibroadcast(la::span_of(sent), la::span_of(copy), source(step).owner);
  }

  const Panels& panels_;
  bool descending_;
  const StageContext& context_;
  std::array<common::PanelValues, 2> received_;  ///< in turn, where the values are not
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

/// Each of the `own` rows of x by the factor, as the panels come past.
void sweep(Factor& factor, Matrix& x, Index own, const StageContext& context) {
  if (factor.opaque) return context.arithmetic.in_library(0, [&] { factor.opaque->solve(x); });
  const Panels all =
      factor.subdomains ? panels_of_subdomains(factor, context) : panels_of_master(factor);
  PanelSweep panels(all.shapes, la::shaped(x, own, factor.size), context.arithmetic);
  PanelStream(all, false, context)
      .for_each([&](std::size_t k, const auto& values, const auto& progress) {
        panels.forward(k, values, progress);
      });
  PanelStream(all, true, context)
      .for_each([&](std::size_t k, const auto& values, const auto& progress) {
        panels.backward(k, values, progress);
      });
}

/// x = x A_s^{-1}, this rank's `own` right-hand sides by row: x T (T^T A_s T)^{-1} T^T where
/// rigid-body motions are free.
void solve_rows(Factor& factor, Matrix& x, Index own, const StageContext& context) {
  if (factor.motions == nullptr) return sweep(factor, x, own, context);
  const auto& motions = *factor.motions;
  context.arithmetic.spmm(own, motions.entries(), [&] { motions.to_unknowns(x); });
  sweep(factor, x, own, context);
  context.arithmetic.spmm(own, motions.entries(), [&] { motions.to_displacements(x); });
}

/// X += (C^T B_i^T)^T by own row i: sum over unknowns j of B_ij / M_j T_j^T.
void add_right_hand_sides(
    const la::Workspace<Complex>& b, const SurfaceCondition& surface, Matrix& x) {
  const auto& t = *surface.coupling;
  for (Index j = 0; j < t.cols(); ++j) {
    const Vector scaled = b.row(j).transpose() / surface.mass[j];
    for (fem::SparseMatrix::InnerIterator entry(t, j); entry; ++entry)
      x.col(entry.row()) += entry.value() * scaled;
  }
}

/// A -= omega^2 rho Y T, Y = B C A_s^{-1} by own row.
void subtract_structure(
    const Matrix& y, const SurfaceCondition& surface, la::Workspace<Complex>& a) {
  const auto& t = *surface.coupling;
  for (Index j = 0; j < t.cols(); ++j) {
    Vector column = Vector::Zero(y.rows());
    for (fem::SparseMatrix::InnerIterator entry(t, j); entry; ++entry)
      column += entry.value() * y.col(entry.row());
    a.row(j) -= surface.omega_squared_rho * column.transpose();
  }
}

void run_rows(const la::OwnedRows& b, const SurfaceCondition& surface, la::OwnedRows& matrix,
    Matrix& right_hand_side, const StageContext& context) {
  auto& m = context.arithmetic;
  const Index own = right_hand_side.rows(), size = surface.factor->size,
              entries = surface.coupling->nonZeros();
  const Matrix force = shared(surface.force, size, surface.loads, context);
  m.charge(timing::first_touch(own * size));
  Matrix x = m.modelled() ? Matrix() : Matrix::Zero(own, size);
  const auto memory = m.hold<Complex>(own * size);
  m.spmm(own, entries, [&] { add_right_hand_sides(b.values, surface, x); });
  solve_rows(*surface.factor, x, own, context);
  m.spmm(own, entries, [&] { subtract_structure(x, surface, matrix.values); });
  Matrix of_force;
  m.multiply(of_force, la::shaped(x, own, size), force);
  m.uncharged([&] { right_hand_side -= surface.omega_squared_rho * of_force; });
}

}  // namespace

extern const Method rows_method{.name = "rows",
    .help = "a right-hand side for each own row, the factor streaming past (1999)",
    .run = run_rows,
    .solves_for_each_row = true};

}  // namespace febem::reduce
