// What the methods `rows` and `grid` share: the factorisation of a panel, the trailing update by
// strips of columns, and look-ahead.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "stages/eliminate/rows/row_factor.h"

namespace febem::eliminate {

/// Columns of A^T that a rank has.
struct Columns {
  Index first = 0, end = 0;
  Index count() const { return end - first; }
  bool empty() const { return first >= end; }
};

/// The elimination of A^T, of which this rank has columns from the first row to the last. The
/// methods have the loop, and the steps that send messages.
template <class T>
class PanelElimination {
 public:
  PanelElimination(const PanelElimination&) = delete;
  PanelElimination& operator=(const PanelElimination&) = delete;

  Index size() const { return n_; }
  Index panels() const { return matrix_.map.blocks(); }
  RowPanel panel(Index k) const { return row_panel(matrix_.map, k); }

  /// Until the panel in flight is here, some of the columns that are left are updated.
  void work_while_waiting() {
    while (!rest_.empty() && !in_flight_->progress()) update_strip(rest_.end);
  }

  std::unique_ptr<RowFactor<T>> factored() && {
    return std::make_unique<RowFactor<T>>(std::move(matrix_), std::move(pivots_), context_);
  }
  /// p from y = U^{-T} b, once all panels are done.
  Elimination solved() && {
    const Matrix y = std::move(y_);
    return eliminate::solved(std::move(*this).factored(), y);
  }

 protected:
  PanelElimination(la::OwnedRowsOf<T> matrix, la::MatrixOf<T> right_hand_side,
      const common::StageContext& context)
      : matrix_(std::move(matrix)), y_(std::move(right_hand_side)), context_(context),
        m_(context.arithmetic), n_(matrix_.map.rows()), own_(matrix_.values) {}
  ~PanelElimination() = default;

  /// The trailing update of some columns: A22 -= L21 U12.
  virtual void update(const Columns& some) = 0;

  /// P [A11; A21] = [L11; L21] U11 and y = U11^{-T} b. The pivot search runs along the own rows,
  /// that is down the columns of A^T: no message. Returns the pivots.
  std::vector<Index> factor(const RowPanel& panel) {
    auto a = own_columns(panel);
    auto b = own_y(panel);
    auto pivots = m_.getrf(a);
    const auto u11 = a.topRows(panel.width());
    m_.multiply_beside(u11, b.cols(),
        [&] { b = u11.transpose().template triangularView<Eigen::Lower>().solve(b).eval(); });
    return pivots;
  }
  /// The columns of a panel of this rank, from its first row down, and its part of y.
  auto own_columns(const RowPanel& panel) {
    return own_.block(panel.first, own_before(panel.first), n_ - panel.first, panel.width());
  }
  auto own_y(const RowPanel& panel) {
    return y_.middleRows(own_before(panel.first), panel.width());
  }
  Index own_before(Index row) const { return matrix_.map.local_rows_before(context_.rank(), row); }

  /// Waits for the panel in flight.
  void finish_broadcast() {
    in_flight_->finish();
    in_flight_.reset();
  }
  /// `pivots` are counted from the first row of the panel.
  void keep_pivots(const RowPanel& panel, const std::vector<Index>& pivots) {
    for (const Index row : pivots) pivots_.push_back(panel.first + row);
  }

  /// Updates all columns that are left before column `end`.
  void update_until(Index end) {
    while (rest_.first < end) update_strip(end);
  }

  la::OwnedRowsOf<T> matrix_;
  la::MatrixOf<T> y_;  ///< own rows of the right-hand sides, a column each, then y = U^{-T} b
  const common::StageContext& context_;
  timing::Arithmetic& m_;
  Index n_;
  Eigen::Map<la::MatrixOf<T>> own_;  ///< the columns of matrix_
  std::vector<Index> pivots_;        ///< so far, as RowFactor keeps them
  Columns rest_;                     ///< columns that are left to be updated
  std::unique_ptr<comm::BroadcastRequest> in_flight_;

 private:
  /// Updates a strip of the columns that are left. A strip is narrow where a panel may be awaited,
  /// so that the panel is not found late. All strips have the same width, because BLAS may round a
  /// column otherwise beside others.
  void update_strip(Index end) {
    const Index width = context_.ranks() > 1 ? 48 : 128;
    const Columns strip{rest_.first, std::min(rest_.first + width, end)};
    update(strip);
    rest_.first = strip.end;
  }
};

}  // namespace febem::eliminate
