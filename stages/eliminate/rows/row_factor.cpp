#include "stages/eliminate/rows/row_factor.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "la/norms.h"

namespace febem::eliminate {

using la::RowMap;

RowPanel row_panel(const RowMap& map, Index number) {
  const Index first = number * map.block();
  return {number, first, std::min(first + map.block(), map.rows()), map.block_owner(number)};
}

namespace {

/// The panel that this rank solves next, from the last one up. Rows of x are subtracted from its y
/// as they become known, always in the same strips. L has the interchanges of all later panels, so
/// x has them at the end only.
template <class T>
class NextPanel {
 public:
  /// `y` has the own rows, `x` all. All arguments must outlive this.
  NextPanel(const la::OwnedRowsOf<T>& factors, const std::vector<Index>& pivots, la::MatrixOf<T>& y,
      const la::MatrixOf<T>& x, int rank, timing::Arithmetic& arithmetic)
      : factors_(factors), pivots_(pivots), y_(y), x_(x), m_(arithmetic), rank_(rank),
        own_before_(factors.map.local_rows(rank)) {
    begin();
  }

  /// Whether a strip can be subtracted, with x known from this row on.
  bool has_work(Index known) const { return left_ > panel_.end && strip_begin() >= known; }
  /// Subtracts a strip: y_k -= L^T x.
  void subtract_strip() {
    const Index first = strip_begin();
    const auto l = rows_of_l(first, left_);
    m_.substitute(l.transpose(), x_.cols(), [&] {
      la::subtract_product(own_y(), la::Op::transpose, l, x_.middleRows(first, l.rows()));
    });
    left_ = first;
  }
  /// x1 of the panel, with x known from its end on. The own panel before it is the next.
  void solve(la::MatrixOf<T>& x1) {
    while (has_work(panel_.end)) subtract_strip();
    const auto l11 =
        factors_.values.block(panel_.first, own_before_, panel_.width(), panel_.width());
    m_.substitute(l11, x_.cols(), [&] {
      x1 = own_y();
      la::solve_triangle(la::Triangle::unit_lower, la::Op::transpose, l11, x1);
    });
    begin();
  }

 private:
  void begin() {
    left_ = panel_.end;
    if (own_before_ == 0) return;
    const auto& map = factors_.map;
    panel_ = row_panel(map, map.global(rank_, own_before_ - 1) / map.block());
    own_before_ -= panel_.width();
    left_ = map.rows();
    places_.resize(map.rows());
    std::iota(places_.begin(), places_.end(), 0);
    for (Index k = panel_.end; k < map.rows(); ++k) std::swap(places_[k], places_[pivots_[k]]);
  }
  /// The next strip ends at left_. Strips are short enough to look at the panel in flight between
  /// them. The panels since this rank's last one, not known when this one is begun, are one each.
  Index strip_begin() const {
    constexpr Index rows = 256;
    const Index width = factors_.map.block(),
                known = panel_.end + (factors_.map.ranks() - 1) * width;
    return left_ > known ? std::max(known, left_ - rows) : (left_ - 1) / width * width;
  }
  auto own_y() { return y_.middleRows(own_before_, panel_.width()); }
  /// Rows of the panel's columns of L after the interchanges of all later panels.
  la::Workspace<T> rows_of_l(Index first, Index end) {
    auto l = m_.matrix<T>(end - first, panel_.width());
    m_.fill(l, [&] {
      for (Index j = 0; j < l.cols(); ++j)
        for (Index i = 0; i < l.rows(); ++i)
          l(i, j) = factors_.values(places_[first + i], own_before_ + j);
    });
    return l;
  }

  const la::OwnedRowsOf<T>& factors_;
  const std::vector<Index>& pivots_;
  la::MatrixOf<T>& y_;
  const la::MatrixOf<T>& x_;
  timing::Arithmetic& m_;
  int rank_;
  RowPanel panel_{};
  Index own_before_;           ///< own rows before the panel
  Index left_ = 0;             ///< rows of x before this one, after the panel, are not subtracted
  std::vector<Index> places_;  ///< of the rows of L after the panel, where they are stored
};

}  // namespace

template <class T>
RowFactor<T>::RowFactor(
    la::OwnedRowsOf<T> factors, std::vector<Index> pivots, const common::StageContext& context)
    : factors_(std::move(factors)), pivots_(std::move(pivots)), messages_(context.messages),
      arithmetic_(context.arithmetic) {}

template <class T>
double RowFactor<T>::largest_entry() const {
  const auto& map = factors_.map;
  double largest = 0;
  for (Index j = 0; j < factors_.values.cols(); ++j) {
    const Index on_and_above = map.global(messages_.rank(), j) + 1;
    largest = la::larger(largest, factors_.values.col(j)
                                      .head(on_and_above)
                                      .template cast<Complex>()
                                      .cwiseAbs2()
                                      .template maxCoeff<Eigen::PropagateNaN>());
  }
  return std::sqrt(largest);
}

template <class T>
la::MatrixOf<T> RowFactor<T>::back_substitute(Matrix own_y) const {
  return own_y.cols() == 1 ? back_substitute_one(own_y) : back_substitute_many(std::move(own_y));
}

template <class T>
la::MatrixOf<T> RowFactor<T>::back_substitute_one(const Matrix& own_y) const {
  const auto& map = factors_.map;
  const Index n = map.rows();
  Matrix x(n, own_y.cols());
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    Matrix x1(panel.width(), x.cols());
    if (panel.owner == messages_.rank()) {
      const auto l = own_columns(panel).bottomRows(n - panel.first);
      const auto l11 = l.topRows(panel.width()), l21 = l.bottomRows(n - panel.end);
      arithmetic_.substitute(l, x.cols(), [&] {
        x1 = own_y.middleRows(map.local(panel.first), panel.width());
        la::subtract_product(x1, la::Op::transpose, l21, x.bottomRows(n - panel.end));
        la::solve_triangle(la::Triangle::unit_lower, la::Op::transpose, l11, x1);
      });
    }
    messages_.broadcast(la::span_of(x1), panel.owner);
    x.middleRows(panel.first, panel.width()) = x1;
    for (Index k = panel.end; k-- > panel.first;) x.row(k).swap(x.row(pivots_[k]));
  }
  return x;
}

template <class T>
la::MatrixOf<T> RowFactor<T>::back_substitute_many(Matrix own_y) const {
  const auto& map = factors_.map;
  Matrix x(map.rows(), own_y.cols());
  NextPanel<T> next(factors_, pivots_, own_y, x, messages_.rank(), arithmetic_);
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    const bool is_own = panel.owner == messages_.rank();
    Matrix x1(panel.width(), x.cols());
    if (is_own) next.solve(x1);
    if (is_own) x.middleRows(panel.first, panel.width()) = x1;
    const auto in_flight = messages_.ibroadcast(la::span_of(x1), panel.owner);
    const Index known = is_own ? panel.first : panel.end;
    while (next.has_work(known) && !in_flight->progress()) next.subtract_strip();
    in_flight->finish();
    if (!is_own) x.middleRows(panel.first, panel.width()) = x1;
  }
  for (Index j = 0; j < x.cols(); ++j)
    for (Index k = x.rows(); k-- > 0;) std::swap(x(k, j), x(pivots_[k], j));
  return x;
}

template <class T>
la::Vector RowFactor<T>::solve(const la::Vector& b) {
  // U^T y = b, a lower triangular system by rows: each rank subtracts from its own rows what is
  // known of y.
  const auto& map = factors_.map;
  la::VectorOf<T> y = b(map.rows_of(messages_.rank())).template cast<T>();
  la::VectorOf<T> part(map.block());
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    auto y1 = part.head(panel.width());
    if (panel.owner == messages_.rank()) {
      auto own = y.segment(map.local(panel.first), panel.width());
      const auto u11 = own_columns(panel).middleRows(panel.first, panel.width());
      la::solve_triangle(la::Triangle::upper, la::Op::transpose, u11, own);
      y1 = own;
    }
    messages_.broadcast(la::span_of(y1), panel.owner);
    const Index rest = y.size() - map.local_rows_before(messages_.rank(), panel.end);
    const auto u12 = factors_.values.middleRows(panel.first, panel.width()).rightCols(rest);
    la::subtract_product(y.tail(rest), la::Op::transpose, u12, y1);
  }
  return back_substitute(y).template cast<Complex>();
}

template <class T>
la::Vector RowFactor<T>::solve_transposed(const la::Vector& b) {
  // By columns: what is left of the right-hand side travels from owner to owner.
  const auto& map = factors_.map;
  const Index n = map.rows();
  la::VectorOf<T> x = b.template cast<T>();
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    for (Index k = panel.first; k < panel.end; ++k) std::swap(x[k], x[pivots_[k]]);
    auto left = x.tail(n - panel.first), x1 = x.segment(panel.first, panel.width()),
         x2 = x.tail(n - panel.end);
    if (panel.owner == messages_.rank()) {
      const auto l = own_columns(panel).bottomRows(n - panel.first);
      const auto l11 = l.topRows(panel.width()), l21 = l.bottomRows(n - panel.end);
      la::solve_triangle(la::Triangle::unit_lower, la::Op::none, l11, x1);
      la::subtract_product(x2, la::Op::none, l21, x1);
    }
    messages_.broadcast(la::span_of(left), panel.owner);
  }
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    auto left = x.head(panel.end), x0 = x.head(panel.first),
         x1 = x.segment(panel.first, panel.width());
    if (panel.owner == messages_.rank()) {
      const auto u = own_columns(panel).topRows(panel.end);
      const auto u01 = u.topRows(panel.first), u11 = u.bottomRows(panel.width());
      la::solve_triangle(la::Triangle::upper, la::Op::none, u11, x1);
      la::subtract_product(x0, la::Op::none, u01, x1);
    }
    messages_.broadcast(la::span_of(left), panel.owner);
  }
  return x.template cast<Complex>();
}

Elimination solved(std::unique_ptr<RowFactor<Complex>> factored, const Matrix& own_y) {
  Elimination result;
  result.solution = factored->back_substitute(own_y);
  result.singular = !result.solution.allFinite();
  result.factored = std::move(factored);
  return result;
}

template class RowFactor<Complex>;
template class RowFactor<core::SingleComplex>;

}  // namespace febem::eliminate
