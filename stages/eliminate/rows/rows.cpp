// rows: Gaussian elimination with partial pivoting over the columns, rows owned block-cyclically.
// The algebra, the messages and their cost are in ../README.md.
#include <algorithm>
#include <memory>
#include <optional>

#include "stages/eliminate/rows/panel_elimination.h"
#include "stages/eliminate/rows/panel_group.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::SingleComplex;
using la::MatrixOf;
using la::OwnedRowsOf;

/// The steps of the elimination of one matrix in double or single precision; eliminate() below is
/// the loop.
template <class T>
class RowElimination final : public PanelElimination<T> {
  using Base = PanelElimination<T>;
  using Base::context_, Base::in_flight_, Base::m_, Base::matrix_, Base::n_, Base::own_,
      Base::own_before, Base::rest_, Base::y_;

 public:
  using Message = PanelMessage<T>;

  RowElimination(OwnedRowsOf<T> matrix, MatrixOf<T> right_hand_side, const StageContext& context)
      : Base(std::move(matrix), std::move(right_hand_side), context),
        group_size_(panels_in_group(matrix_.map)) {}

  bool ends_group(Index k) const { return k + 1 == group_end(k); }

  /// Factors panel k if it is this rank's, whose columns must be up to date, and begins its
  /// broadcast.
  void factor_and_broadcast_panel(Index k) {
    const RowPanel next = this->panel(k);
    message_.emplace(n_ - next.first, next.width(), y_.cols(), m_);
    if (next.owner == context_.rank()) {
      message_->write_pivots(this->factor(next));
      m_.copy(this->own_columns(next), message_->l());
      m_.uncharged([&] { message_->y() = this->own_y(next); });
    }
    in_flight_ = context_.messages.ibroadcast(message_->entries(), next.owner);
  }

  /// Waits for panel k, which joins the group at hand, and brings the own columns of that group
  /// after it up to date.
  void receive_panel(Index k) {
    this->finish_broadcast();
    const RowPanel now = this->panel(k);
    const auto pivots = message_->pivots(n_ - now.first);
    this->keep_pivots(now, pivots);
    const Columns columns{own_before(now.end), own_before(this->panel(group_end(k) - 1).end)};
    m_.laswp(a(now.first, columns), pivots);
    if (!columns.empty())
      update_columns<T>(message_->l11(), message_->l21(), message_->y(), a(now.first, columns),
          y_.middleRows(columns.first, columns.count()), m_);
    if (!group_) group_.emplace(now.first, m_);
    group_->add(now, std::move(*message_));
  }

  /// With all panels of a group received, and `next` the one after them: the own columns of the
  /// next group are brought up to date; those after it are left to be updated while its panels are
  /// awaited.
  void update_next_group(Index next) {
    this->update_until(rest_.end);
    complete_.emplace(std::move(*group_));
    group_.reset();
    rest_ = {own_before(complete_->end()), own_.cols()};
    if (rest_.empty()) return;
    complete_->close(n_ - complete_->first());
    this->update_until(own_before(this->panel(group_end(next) - 1).end));
  }

 private:
  /// By the group before that at hand.
  void update(const Columns& some) override {
    complete_->update(a(complete_->first(), some), y_.middleRows(some.first, some.count()));
  }

  /// The panel after the last of the group that panel k is in.
  Index group_end(Index k) const {
    return std::min(this->panels(), (k / group_size_ + 1) * group_size_);
  }
  /// Some own columns, from row `first` down.
  auto a(Index first, const Columns& columns) {
    return own_.block(first, columns.first, n_ - first, columns.count());
  }

  Index group_size_;
  std::optional<PanelGroup<T>> group_;     ///< at hand, its panels so far
  std::optional<PanelGroup<T>> complete_;  ///< the one before it, by which the rest is updated
  std::optional<Message> message_;         ///< of the panel in flight
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

Elimination run_rows(la::OwnedRows matrix, Matrix right_hand_side, const StageContext& context) {
  RowElimination<Complex> a(std::move(matrix), std::move(right_hand_side), context);
  eliminate(a, context);
  return std::move(a).solved();
}

std::unique_ptr<Factored> factor_rows(la::SingleRows matrix, const StageContext& context) {
  const Index own = matrix.map.local_rows(context.rank());
  RowElimination<SingleComplex> a(
      std::move(matrix), MatrixOf<SingleComplex>::Zero(own, 1), context);
  eliminate(a, context);
  return std::move(a).factored();
}

}  // namespace

extern const Method rows_method{.name = "rows",
    .help = "Gaussian elimination of owned rows, pivoting over the columns (1999)",
    .kind = DirectMethod{run_rows, factor_rows}};

}  // namespace febem::eliminate
