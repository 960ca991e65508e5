// rows: Gaussian elimination with partial pivoting over the columns, rows owned block-cyclically. The algebra, the
// messages and their cost are in ../README.md.
#include <algorithm>
#include <memory>

#include "comm/entry_message.h"
#include "la/blas.h"
#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/rows/row_factor.h"

namespace febem::eliminate {
namespace {

using core::SingleComplex;
using execution::StageContext;
using la::OwnedRowsOf;
using la::RowMap;
using la::VectorOf;

/// What the owner of a panel sends: L11 (U11 on and above the diagonal) and L21, h x w together, the reduced right-hand
/// side y, and the pivots, rows of A^T counted from the panel's first.
template <class T>
class PanelMessage {
 public:
  PanelMessage(Index height, Index width) : height_(height), width_(width), message_((height + 1) * width, width) {}

  static std::size_t bytes(Index height, Index width) { return (height + 2) * width * sizeof(T); }

  auto entries() { return message_.entries(); }
  Eigen::Map<la::MatrixOf<T>> l() { return {message_.numbers(), height_, width_}; }
  auto l11() { return l().topRows(width_); }
  auto l21() { return l().bottomRows(height_ - width_); }
  Eigen::Map<VectorOf<T>> y() { return {message_.numbers() + height_ * width_, width_}; }
  void write_pivots(const std::vector<Index>& pivots) { message_.write_integers(pivots); }
  std::vector<Index> pivots() const { return message_.read_integers(); }

 private:
  Index height_, width_;
  comm::EntryMessage<T> message_;
};

/// Columns of A^T that this rank owns: its own rows of A.
struct Columns {
  Index first, end;
};

/// The steps of the elimination of one matrix in double or single precision; eliminate() below is the loop.
template <class T>
class RowElimination {
 public:
  using Message = PanelMessage<T>;

  RowElimination(OwnedRowsOf<T> matrix, VectorOf<T> right_hand_side, const StageContext& context)
      : matrix_(std::move(matrix)), y_(std::move(right_hand_side)), context_(context), n_(matrix_.map.rows()) {}

  Index size() const { return n_; }
  Index panels() const { return matrix_.map.blocks(); }
  RowPanel panel(Index k) const { return row_panel(matrix_.map, k); }
  Index own_columns() const { return matrix_.map.local_rows(context_.rank()); }

  /// The own columns of panel k: an empty range at their place if another rank owns it, at the end if there is no panel k.
  Columns own_columns(Index k) const {
    if (k == panels()) return {own_columns(), own_columns()};
    const auto& map = matrix_.map;
    return {map.local_rows_before(context_.rank(), panel(k).first), map.local_rows_before(context_.rank(), panel(k).end)};
  }

  /// Factors panel k if it is this rank's, whose columns must be up to date, and begins its broadcast.
  void factor_and_broadcast_panel(Index k) {
    if (k == panels()) return;
    const RowPanel next = panel(k);
    message_ = std::make_unique<Message>(n_ - next.first, next.width());
    if (next.owner == context_.rank()) factor_panel(next, *message_);
    in_flight_ = context_.messages.ibroadcast(message_->entries(), next.owner);
  }

  /// Waits for the panel in flight.
  std::unique_ptr<Message> receive_panel() {
    in_flight_->finish();
    in_flight_.reset();
    return std::move(message_);
  }

  /// U12 = L11^{-1} A12, A22 -= L21 U12 and b2 -= U12^T y on some of the own columns after the panel.
  void update(const RowPanel& panel, Message& message, const Columns& columns) {
    const Index width = panel.width(), below = n_ - panel.end, count = columns.end - columns.first;
    if (count == 0) return;
    context_.arithmetic.charge({timing::solve_triangular(width, count), timing::multiply(below, count, width)}, [&] {
      auto a12 = matrix_.values.block(panel.first, columns.first, width, count);  // becomes U12
      auto a22 = matrix_.values.block(panel.end, columns.first, below, count);
      auto b2 = y_.segment(columns.first, count);
      la::solve_unit_lower(la::Side::left, la::Op::none, message.l11(), a12);
      la::subtract_product(a22, message.l21(), a12);
      b2 -= a12.transpose() * message.y();
    });
  }

  /// The same on many columns; what is in flight makes progress in between.
  void update_trailing(const RowPanel& panel, Message& message, const Columns& columns) {
    constexpr Index columns_at_a_time = 128;
    for (Index first = columns.first; first < columns.end; first += columns_at_a_time) {
      update(panel, message, {first, std::min(first + columns_at_a_time, columns.end)});
      if (in_flight_) in_flight_->progress();
    }
  }

  /// Interchanges rows in all own columns but the panel's, where factor_panel() did it.
  void interchange_rows(const RowPanel& panel, Message& message) {
    const auto pivots = message.pivots();
    for (const Index row : pivots) pivots_.push_back(panel.first + row);
    const auto [before, after] = own_columns(panel.number);
    context_.arithmetic.charge({timing::interchange((before + own_columns() - after) * panel.width())}, [&] {
      auto rows = matrix_.values.bottomRows(n_ - panel.first);
      la::interchange_rows(rows.leftCols(before), pivots);
      la::interchange_rows(rows.rightCols(rows.cols() - after), pivots);
    });
  }

  std::unique_ptr<RowFactor<T>> factored() && {
    return std::make_unique<RowFactor<T>>(std::move(matrix_), std::move(pivots_), context_);
  }
  /// y = U^{-T} b by own row, once all panels are done.
  const VectorOf<T>& reduced_right_hand_side() const { return y_; }

 private:
  /// P [A11; A21] = [L11; L21] U11 and y = U11^{-T} b. The pivot search runs along the own rows, that is down the columns of
  /// A^T: no message.
  void factor_panel(const RowPanel& panel, Message& message) {
    const Index height = n_ - panel.first, width = panel.width(), local = matrix_.map.local(panel.first);
    auto b = y_.segment(local, width);
    if (context_.arithmetic.modelled()) message.write_pivots(modelled_pivots(panel));
    context_.arithmetic.charge({timing::factor_lu(height, width), timing::copy(height * width)}, [&] {
      auto a = matrix_.values.block(panel.first, local, height, width);
      message.write_pivots(la::factor_lu(a));
      message.l() = a;
      message.y() = a.topRows(width).transpose().template triangularView<Eigen::Lower>().solve(b);
    });
    b = message.y();
  }

  /// Any rows that could be pivots.
  std::vector<Index> modelled_pivots(const RowPanel& panel) const {
    std::vector<Index> pivots;
    for (Index k = 0; k < panel.width(); ++k) pivots.push_back(k + context_.arithmetic.choose(n_ - panel.first - k));
    return pivots;
  }

  OwnedRowsOf<T> matrix_;
  VectorOf<T> y_;  ///< the right-hand side of own rows, then y = U^{-T} b
  const StageContext& context_;
  Index n_;
  std::vector<Index> pivots_;              ///< so far, as RowFactor keeps them
  std::unique_ptr<Message> message_;  ///< of the panel in flight
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

template <class T>
void eliminate(RowElimination<T>& a, const StageContext& context) {
  a.factor_and_broadcast_panel(0);
  for (Index k = 0; k < a.panels(); ++k) {
    const RowPanel panel = a.panel(k);
    const auto message = a.receive_panel();
    a.interchange_rows(panel, *message);
    const Columns next = a.own_columns(k + 1);
    a.update(panel, *message, next);
    a.factor_and_broadcast_panel(k + 1);  // look-ahead: in flight while the rest is updated
    a.update_trailing(panel, *message, {next.end, a.own_columns()});
    context.say_done(static_cast<double>(panel.end) / a.size());
  }
}

Elimination run_rows(la::OwnedRows matrix, Vector right_hand_side, const StageContext& context) {
  RowElimination<Complex> a(std::move(matrix), std::move(right_hand_side), context);
  eliminate(a, context);
  Elimination result;
  const Vector y = a.reduced_right_hand_side();
  auto factored = std::move(a).factored();
  result.solution = factored->back_substitute(y);
  result.singular = !result.solution.allFinite();
  result.factored = std::move(factored);
  return result;
}

std::unique_ptr<Factored> factor_rows(la::SingleRows matrix, const StageContext& context) {
  const Index own = matrix.map.local_rows(context.rank());
  RowElimination<SingleComplex> a(std::move(matrix), VectorOf<SingleComplex>::Zero(own), context);
  eliminate(a, context);
  return std::move(a).factored();
}

/// Of all panels of the elimination.
template <class T>
comm::Traffic panels_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    total += messages.ibroadcast_traffic(PanelMessage<T>::bytes(map.rows() - panel.first, panel.width()), sizeof(T));
  }
  return total;
}

/// Of one substitution, forward or back.
template <class T>
comm::Traffic substitution_traffic(const RowMap& map, const comm::Messenger& messages) {
  comm::Traffic total;
  for (Index number = 0; number < map.blocks(); ++number)
    total += messages.broadcast_traffic(row_panel(map, number).width() * sizeof(T), sizeof(T));
  return total;
}

}  // namespace

extern const Method rows_method{"rows", "Gaussian elimination of owned rows, pivoting over the columns (1999)", run_rows, false, nullptr,
                                factor_rows};

comm::Traffic rows_traffic(const RowMap& map, const comm::Messenger& messages) {
  return panels_traffic<Complex>(map, messages) + substitution_traffic<Complex>(map, messages);
}

SingleTraffic rows_single_traffic(const RowMap& map, const comm::Messenger& messages) {
  return {panels_traffic<SingleComplex>(map, messages), 2 * substitution_traffic<SingleComplex>(map, messages)};
}

}  // namespace febem::eliminate
