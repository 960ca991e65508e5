#include "stages/eliminate/rows/row_factor.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "la/norms.h"

namespace febem::eliminate {

using la::RowMap;

RowPanel row_panel(const RowMap& map, Index number) {
  const Index first = number * map.block();
  return {number, first, std::min(first + map.block(), map.rows()), map.block_owner(number)};
}

RowFactor::RowFactor(la::OwnedRows factors, std::vector<Index> exchanged, const pipeline::StageContext& context)
    : factors_(std::move(factors)), exchanged_(std::move(exchanged)), messages_(context.messages) {}

double RowFactor::largest_entry() const {
  const auto& map = factors_.map;
  double largest = 0;
  for (Index j = 0; j < factors_.values.cols(); ++j) {
    const Index on_and_above = map.global(messages_.rank(), j) + 1;
    largest = la::larger(largest,
                         factors_.values.col(j).head(on_and_above).cwiseAbs2().maxCoeff<Eigen::PropagateNaN>());
  }
  return std::sqrt(largest);
}

Vector RowFactor::back_substitute(const Vector& own_y) const {
  const auto& map = factors_.map;
  const Index n = map.rows();
  Vector x(n);
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    if (panel.owner == messages_.rank()) {
      const Index local = map.local(panel.first), width = panel.width();
      const auto l11 = factors_.values.block(panel.first, local, width, width);
      const auto l21 = factors_.values.block(panel.end, local, n - panel.end, width);
      x.segment(panel.first, width) = l11.transpose().triangularView<Eigen::UnitUpper>().solve(
          own_y.segment(local, width) - l21.transpose() * x.tail(n - panel.end));
    }
    messages_.broadcast(std::span(x.data() + panel.first, static_cast<std::size_t>(panel.width())), panel.owner);
  }
  for (Index k = n; k-- > 0;) std::swap(x[k], x[exchanged_[static_cast<std::size_t>(k)]]);
  return x;
}

Vector RowFactor::solve(const Vector& b) {
  // U^T y = b, a lower triangular system by rows: each rank subtracts from its own rows what is known of y.
  const auto& map = factors_.map;
  const auto own = map.rows_of(messages_.rank());
  Vector y(own.size());
  for (std::size_t j = 0; j < own.size(); ++j) y[static_cast<Index>(j)] = b[own[j]];
  Vector part(map.block());
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    const Index width = panel.width();
    if (panel.owner == messages_.rank()) {
      const Index local = map.local(panel.first);
      const auto u11 = factors_.values.block(panel.first, local, width, width);
      y.segment(local, width) = u11.transpose().triangularView<Eigen::Lower>().solve(y.segment(local, width)).eval();
      part.head(width) = y.segment(local, width);
    }
    messages_.broadcast(std::span(part.data(), static_cast<std::size_t>(width)), panel.owner);
    const Index later = map.local_rows_before(messages_.rank(), panel.end);
    const Index rest = static_cast<Index>(own.size()) - later;
    y.tail(rest) -= factors_.values.block(panel.first, later, width, rest).transpose() * part.head(width);
  }
  return back_substitute(y);
}

Vector RowFactor::solve_transposed(const Vector& b) {
  // P L U x = b by columns: what is left of the right-hand side travels from owner to owner.
  const auto& map = factors_.map;
  const Index n = map.rows();
  Vector x = b;
  for (Index k = 0; k < n; ++k) std::swap(x[k], x[exchanged_[static_cast<std::size_t>(k)]]);
  for (Index number = 0; number < map.blocks(); ++number) {
    const RowPanel panel = row_panel(map, number);
    if (panel.owner == messages_.rank()) {
      const auto l = factors_.values.block(panel.first, map.local(panel.first), n - panel.first, panel.width());
      const auto l11 = l.topRows(panel.width());
      x.segment(panel.first, panel.width()) =
          l11.triangularView<Eigen::UnitLower>().solve(x.segment(panel.first, panel.width())).eval();
      x.tail(n - panel.end) -= l.bottomRows(n - panel.end) * x.segment(panel.first, panel.width());
    }
    messages_.broadcast(std::span(x.data() + panel.first, static_cast<std::size_t>(n - panel.first)), panel.owner);
  }
  for (Index number = map.blocks(); number-- > 0;) {
    const RowPanel panel = row_panel(map, number);
    if (panel.owner == messages_.rank()) {
      const auto u = factors_.values.block(0, map.local(panel.first), panel.end, panel.width());
      const auto u11 = u.bottomRows(panel.width());
      x.segment(panel.first, panel.width()) =
          u11.triangularView<Eigen::Upper>().solve(x.segment(panel.first, panel.width())).eval();
      x.head(panel.first) -= u.topRows(panel.first) * x.segment(panel.first, panel.width());
    }
    messages_.broadcast(std::span(x.data(), static_cast<std::size_t>(panel.end)), panel.owner);
  }
  return x;
}

}  // namespace febem::eliminate
