// rows: Gaussian elimination with partial pivoting over the columns, rows owned block-cyclically.
// The algebra, the messages and their cost are in ../README.md.
#include <algorithm>
#include <memory>
#include <optional>

#include "la/blas.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/rows/panel_group.h"
#include "stages/eliminate/rows/row_factor.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::SingleComplex;
using la::OwnedRowsOf;
using la::VectorOf;

/// The steps of the elimination of one matrix in double or single precision; eliminate() below is
/// the loop.
template <class T>
class RowElimination {
 public:
  using Message = PanelMessage<T>;

  RowElimination(OwnedRowsOf<T> matrix, VectorOf<T> right_hand_side, const StageContext& context)
      : matrix_(std::move(matrix)), y_(std::move(right_hand_side)), context_(context),
        m_(context.arithmetic), n_(matrix_.map.rows()), group_size_(panels_in_group(matrix_.map)),
        a_(matrix_.values) {}

  Index size() const { return n_; }
  Index panels() const { return matrix_.map.blocks(); }
  RowPanel panel(Index k) const { return row_panel(matrix_.map, k); }
  bool ends_group(Index k) const { return k + 1 == group_end(k); }

  /// Factors panel k if it is this rank's, whose columns must be up to date, and begins its
  /// broadcast.
  void factor_and_broadcast_panel(Index k) {
    const RowPanel next = panel(k);
    message_.emplace(n_ - next.first, next.width(), m_);
    if (next.owner == context_.rank()) factor_panel(next, *message_);
    in_flight_ = context_.messages.ibroadcast(message_->entries(), next.owner);
  }

  /// Until the panel in flight is here, some of the columns after the group at hand are updated by
  /// the group before it.
  void work_while_waiting() {
    while (!rest_.empty() && !in_flight_->progress()) update_some();
  }

  /// Waits for panel k, which joins the group at hand, and brings the own columns of that group
  /// after it up to date.
  void receive_panel(Index k) {
    in_flight_->finish();
    in_flight_.reset();
    const RowPanel now = panel(k);
    const auto pivots = message_->pivots(n_ - now.first);
    for (const Index row : pivots) pivots_.push_back(now.first + row);
    const Columns columns{own_before(now.end), own_before(panel(group_end(k) - 1).end)};
    m_.laswp(a(now.first, n_, columns), pivots);
    if (!columns.empty())
      update_columns<T>(message_->l11(), message_->l21(), message_->y(), a(now.first, n_, columns),
          y_.segment(columns.first, columns.count()), m_);
    if (!group_) group_.emplace(now.first, m_);
    group_->add(now, std::move(*message_));
  }

  /// With all panels of a group received, and `next` the one after them: the own columns of the
  /// next group are brought up to date; those after it are left to be updated while its panels are
  /// awaited.
  void update_next_group(Index next) {
    update_rest();
    complete_.emplace(std::move(*group_));
    group_.reset();
    rest_ = {own_before(complete_->end()), own_columns()};
    if (rest_.empty()) return;
    complete_->close(n_ - complete_->first());
    for (const Index end = own_before(panel(group_end(next) - 1).end); rest_.first < end;)
      update_some(end);
  }

  std::unique_ptr<RowFactor<T>> factored() && {
    return std::make_unique<RowFactor<T>>(std::move(matrix_), std::move(pivots_), context_);
  }
  /// y = U^{-T} b by own row, once all panels are done.
  const VectorOf<T>& reduced_right_hand_side() const { return y_; }

 private:
  /// P [A11; A21] = [L11; L21] U11 and y = U11^{-T} b. The pivot search runs along the own rows,
  /// that is down the columns of A^T: no message.
  void factor_panel(const RowPanel& panel, Message& message) {
    const Columns own{own_before(panel.first), own_before(panel.end)};
    auto panel_a = a(panel.first, n_, own);
    auto b = y_.segment(own.first, own.count());
    message.write_pivots(m_.getrf(panel_a));
    m_.copy(panel_a, message.l());
    m_.uncharged([&] {
      message.y() =
          panel_a.topRows(own.count()).transpose().template triangularView<Eigen::Lower>().solve(b);
      b = message.y();
    });
  }

  /// The panel after the last of the group that panel k is in.
  Index group_end(Index k) const { return std::min(panels(), (k / group_size_ + 1) * group_size_); }
  Index own_columns() const { return matrix_.map.local_rows(context_.rank()); }
  Index own_before(Index row) const { return matrix_.map.local_rows_before(context_.rank(), row); }
  /// Rows first .. end of some own columns.
  auto a(Index first, Index end, const Columns& columns) {
    return a_.block(first, columns.first, end - first, columns.count());
  }

  /// By the group before that at hand: the next of the columns that are left, before column `end`.
  void update_some(Index end) {
    const Columns some{
        rest_.first, std::min(rest_.first + columns_at_a_time(context_.ranks()), end)};
    complete_->update(a(complete_->first(), n_, some), y_.segment(some.first, some.count()));
    rest_.first = some.end;
  }
  void update_some() { update_some(rest_.end); }

  /// All of the columns that are left.
  void update_rest() {
    while (!rest_.empty()) update_some();
  }

  OwnedRowsOf<T> matrix_;
  VectorOf<T> y_;  ///< the right-hand side of own rows, then y = U^{-T} b
  const StageContext& context_;
  timing::Arithmetic& m_;
  Index n_, group_size_;
  Eigen::Map<la::MatrixOf<T>> a_;          ///< the columns of matrix_
  std::vector<Index> pivots_;              ///< so far, as RowFactor keeps them
  std::optional<PanelGroup<T>> group_;     ///< at hand, its panels so far
  std::optional<PanelGroup<T>> complete_;  ///< the one before it
  Columns rest_;                           ///< own columns that are to be updated by that
  std::optional<Message> message_;         ///< of the panel in flight
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

template <class T>
void eliminate(RowElimination<T>& a, const StageContext& context) {
  if (a.panels() > 0) a.factor_and_broadcast_panel(0);
  for (Index k = 0; k < a.panels(); ++k) {
    a.work_while_waiting();
    a.receive_panel(k);
    if (a.ends_group(k)) a.update_next_group(k + 1);
    if (k + 1 < a.panels())
      a.factor_and_broadcast_panel(k + 1);  // look-ahead: in flight while the rest is updated
    context.report_progress(static_cast<double>(a.panel(k).end) / static_cast<double>(a.size()));
  }
}

Elimination run_rows(la::OwnedRows matrix, Vector right_hand_side, const StageContext& context) {
  RowElimination<Complex> a(std::move(matrix), std::move(right_hand_side), context);
  eliminate(a, context);
  const Vector y = a.reduced_right_hand_side();
  return solved(std::move(a).factored(), y);
}

std::unique_ptr<Factored> factor_rows(la::SingleRows matrix, const StageContext& context) {
  const Index own = matrix.map.local_rows(context.rank());
  RowElimination<SingleComplex> a(std::move(matrix), VectorOf<SingleComplex>::Zero(own), context);
  eliminate(a, context);
  return std::move(a).factored();
}

}  // namespace

extern const Method rows_method{.name = "rows",
    .help = "Gaussian elimination of owned rows, pivoting over the columns (1999)",
    .kind = DirectMethod{run_rows, factor_rows}};

}  // namespace febem::eliminate
