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
la::MatrixOf<T> RowFactor<T>::back_substitute(Matrix y) const {
  if (y.cols() == 1) return back_substitute_one(y);
  constexpr Index strip = 256;  // rows between two looks at the panel in flight
  const auto& map = factors_.map;
  const Index n = map.rows(), w = map.block();
  auto& m = arithmetic_;
  Matrix x(n, y.cols());
  RowPanel next{};                                  // the one that this rank solves next
  Index before = map.local_rows(messages_.rank());  // own rows before it
  Index left = 0;                // rows of x after it and before this one are to be subtracted
  std::vector<Index> places(n);  // where rows of its L are after all interchanges
  const auto take_next = [&] {
    left = next.end;
    if (before == 0) return;
    next = row_panel(map, map.global(messages_.rank(), before - 1) / w);
    before -= next.width();
    left = n;
    std::iota(places.begin(), places.end(), 0);
    for (Index k = next.end; k < n; ++k) std::swap(places[k], places[pivots_[k]]);
  };
  // Strips begin at the same rows whenever a panel comes. Each panel since this rank's last one is
  // a strip of its own.
  const auto strip_begin = [&] {
    const Index known = next.end + (map.ranks() - 1) * w;
    return left > known ? std::max(known, left - strip) : (left - 1) / w * w;
  };
  const auto subtract_strip = [&] {
    const Index first = strip_begin();
    auto l = m.matrix<T>(left - first, next.width());
    m.fill(l, [&] {
      for (Index j = 0; j < l.cols(); ++j)
        for (Index i = 0; i < l.rows(); ++i)
          l(i, j) = factors_.values(places[first + i], before + j);
    });
    m.substitute(l.transpose(), x.cols(), [&] {
      la::subtract_product(
          y.middleRows(before, l.cols()), la::Op::transpose, l, x.middleRows(first, l.rows()));
    });
    left = first;
  };
  take_next();
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    const bool is_own = panel.owner == messages_.rank();
    Matrix x1(panel.width(), x.cols());
    if (is_own) {
      while (left > panel.end) subtract_strip();
      const auto l11 = own_columns(panel).middleRows(panel.first, panel.width());
      m.substitute(l11, x.cols(), [&] {
        x1 = y.middleRows(before, panel.width());
        la::solve_triangle(la::Triangle::unit_lower, la::Op::transpose, l11, x1);
      });
      x.middleRows(panel.first, panel.width()) = x1;
      take_next();
    }
    const auto in_flight = messages_.ibroadcast(la::span_of(x1), panel.owner);
    const Index known = is_own ? panel.first : panel.end;
    while (left > next.end && strip_begin() >= known && !in_flight->progress()) subtract_strip();
    in_flight->finish();
    if (!is_own) x.middleRows(panel.first, panel.width()) = x1;
  }
  for (Index j = 0; j < x.cols(); ++j)
    for (Index k = n; k-- > 0;) std::swap(x(k, j), x(pivots_[k], j));
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
