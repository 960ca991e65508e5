#include "pipeline/panel_sweep.h"

#include <algorithm>

namespace febem::pipeline {
namespace {

using la::Matrix;

la::ConstBlock l11_of(const PanelValues& values) {
  return la::sub_block(la::block(values), 0, 0, static_cast<Index>(values.cols()), static_cast<Index>(values.cols()));
}

la::ConstBlock constant(const la::MutableBlock& a) { return {a.data, a.rows, a.columns, a.stride}; }

/// c -= a op(b), some rows at a time.
void subtract_product(const la::ConstBlock& a, const la::ConstBlock& b, la::Op op, const la::MutableBlock& c,
                      const PanelSweep::Pause& pause) {
  constexpr Index rows_at_a_time = 256;
  for (Index row = 0; row < c.rows; row += rows_at_a_time) {
    const Index rows = std::min(rows_at_a_time, c.rows - row);
    la::multiply(-1, la::sub_block(a, row, 0, rows, a.columns), la::Op::none, b, op, 1,
                 la::sub_block(c, row, 0, rows, c.columns));
    pause();
  }
}

/// Rows first .. end of a panel: degrees of freedom by right-hand sides.
Matrix gathered(const Matrix& x, const PanelShape& shape, Index first, Index end) {
  Matrix rows(end - first, x.rows());
  for (Index i = first; i < end; ++i) rows.row(i - first) = x.col(shape.rows[i]).transpose();
  return rows;
}

/// Puts them back.
void scatter(const Matrix& rows, const PanelShape& shape, Index first, Matrix& x) {
  for (Index i = 0; i < static_cast<Index>(rows.rows()); ++i)
    x.col(shape.rows[first + i]) = rows.row(i).transpose();
}

}  // namespace

PanelSweep::PanelSweep(const std::vector<PanelShape>& shapes, Matrix& x) : shapes_(shapes), x_(x) {
  place();
  Index widest = 0;
  for (std::size_t k = 0; k < shapes.size(); ++k) widest = std::max(widest, placements_[k].rest + shapes[k].pivots);
  window_ = Matrix::Zero(x.rows(), widest);
}

void PanelSweep::place() {
  std::vector<Index> slot_of(static_cast<std::size_t>(x_.cols()), -1);
  std::vector<Index> window;  // degree of freedom in each column
  for (const auto& shape : shapes_) {
    Placement placement;
    for (Index position = 0; position < shape.front(); ++position) {
      Index& slot = slot_of[shape.rows[position]];
      if (slot >= 0) continue;
      slot = static_cast<Index>(window.size());
      window.push_back(shape.rows[position]);
      placement.entering.push_back(position);
    }
    placement.rest = static_cast<Index>(window.size()) - shape.pivots;
    for (Index k = 0; k < shape.pivots; ++k) {
      const Index from = slot_of[shape.rows[k]], to = placement.rest + k;
      if (from == to) continue;
      placement.exchanges.emplace_back(from, to);
      std::swap(window[from], window[to]);
      slot_of[window[from]] = from;
      slot_of[window[to]] = to;
    }
    for (const Index dof : shape.rows) placement.slots.push_back(slot_of[dof]);
    window.resize(static_cast<std::size_t>(placement.rest));
    placements_.push_back(std::move(placement));
  }
}

Matrix PanelSweep::rearranged(const PanelShape& shape, const Placement& placement, const PanelValues& values) const {
  Matrix l = Matrix::Zero(placement.rest, shape.pivots);
  for (Index k = 0; k < shape.pivots; ++k)
    for (Index position = shape.pivots; position < shape.front(); ++position)
      l(placement.slots[position], k) = values(position, k);
  return l;
}

la::MutableBlock PanelSweep::columns(Index first, Index count) {
  return la::sub_block(la::block(window_), 0, first, static_cast<Index>(window_.rows()), count);
}

void PanelSweep::forward(std::size_t k, const PanelValues& values, const Pause& pause) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  Index end = placement.rest + shape.pivots - static_cast<Index>(placement.entering.size());
  for (const Index position : placement.entering) window_.col(end++) = x_.col(shape.rows[position]);
  for (const auto& [a, b] : placement.exchanges) window_.col(a).swap(window_.col(b));
  const auto x2 = columns(0, placement.rest), x1 = columns(placement.rest, shape.pivots);
  const Matrix l21 = rearranged(shape, placement, values);
  la::solve_triangular(la::Side::right, la::Triangle::lower, la::Op::transpose, la::Diagonal::unit, l11_of(values), x1);
  subtract_product(constant(x1), la::block(l21), la::Op::transpose, x2, pause);
  for (Index j = 0; j < shape.pivots; ++j) x_.col(shape.rows[j]) = window_.col(placement.rest + j);
}

void PanelSweep::backward(std::size_t k, const PanelValues& values, const Pause& pause) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  const auto x2 = columns(0, placement.rest), x1 = columns(placement.rest, shape.pivots);
  auto pivots = window_.middleCols(placement.rest, shape.pivots);
  for (Index j = 0; j < shape.pivots; ++j) pivots.col(j) = x_.col(shape.rows[j]);
  la::divide_by_pivots(values, pivots);
  const Matrix l21 = rearranged(shape, placement, values);
  subtract_product(constant(x2), la::block(l21), la::Op::none, x1, pause);
  la::solve_triangular(la::Side::right, la::Triangle::lower, la::Op::none, la::Diagonal::unit, l11_of(values), x1);
  for (Index j = 0; j < shape.pivots; ++j) x_.col(shape.rows[j]) = pivots.col(j);
  for (auto exchange = placement.exchanges.rbegin(); exchange != placement.exchanges.rend(); ++exchange)
    window_.col(exchange->first).swap(window_.col(exchange->second));
}

core::Count PanelSweep::flops(const PanelShape& shape, Index right_hand_sides) {
  const Index b = shape.pivots, rest = shape.front() - b;
  return la::solve_triangular_flops(b, right_hand_sides) + la::multiply_flops(right_hand_sides, rest, b);
}

void solve(const Factor& factor, Matrix& x) {
  if (x.rows() == 0) return;  // Eigen's triangular solver forms a reference to the first entry
  for (std::size_t k = 0; k < factor.shapes.size(); ++k) {
    const auto& shape = factor.shapes[k];
    const auto& values = factor.panels[k];
    Matrix x1 = gathered(x, shape, 0, shape.pivots);
    values.topRows(shape.pivots).triangularView<Eigen::UnitLower>().solveInPlace(x1);
    scatter(x1, shape, 0, x);
    Matrix x2 = gathered(x, shape, shape.pivots, shape.front());
    x2.noalias() -= values.bottomRows(shape.front() - shape.pivots) * x1;
    scatter(x2, shape, shape.pivots, x);
  }
  for (std::size_t k = factor.shapes.size(); k-- > 0;) {
    const auto& shape = factor.shapes[k];
    const auto& values = factor.panels[k];
    Matrix x1 = gathered(x, shape, 0, shape.pivots).transpose();
    la::divide_by_pivots(values, x1);
    x1.transposeInPlace();
    x1.noalias() -= values.bottomRows(shape.front() - shape.pivots).transpose() *
                    gathered(x, shape, shape.pivots, shape.front());
    values.topRows(shape.pivots).triangularView<Eigen::UnitLower>().transpose().solveInPlace(x1);
    scatter(x1, shape, 0, x);
  }
}

}  // namespace febem::pipeline
