#include "stages/reduce/rows/panel_sweep.h"

#include <algorithm>

namespace febem::reduce {
namespace {

using la::Matrix;

constexpr Index rows_at_a_time = 256;

Index pieces(Index rows) { return (rows + rows_at_a_time - 1) / rows_at_a_time; }

/// C -= A op(B), some rows at a time.
void subtract_product(la::View c, const la::ConstView& a, const la::ConstView& b, la::Op op_b, const PanelSweep::Progress& progress) {
  for (Index row = 0; row < c.rows(); row += rows_at_a_time) {
    const Index rows = std::min(rows_at_a_time, c.rows() - row);
    la::subtract_product(c.middleRows(row, rows), a.middleRows(row, rows), b, op_b);
    progress();
  }
}

}  // namespace

PanelSweep::PanelSweep(const std::vector<PanelShape>& shapes, Matrix& x) : shapes_(shapes), x_(x) {
  place();
  Index widest = 0;
  for (std::size_t k = 0; k < shapes.size(); ++k) widest = std::max(widest, placements_[k].rest + shapes[k].pivots);
  window_ = Matrix::Zero(x.rows(), widest);
}

void PanelSweep::place() {
  std::vector<Index> slot_of(x_.cols(), -1);
  std::vector<Index> window;  // degree of freedom in each column
  for (const auto& shape : shapes_) {
    Placement placement;
    for (Index position = 0; position < shape.front(); ++position) {
      Index& slot = slot_of[shape.rows[position]];
      if (slot >= 0) continue;
      slot = std::ssize(window);
      window.push_back(shape.rows[position]);
      placement.entering.push_back(position);
    }
    placement.rest = std::ssize(window) - shape.pivots;
    for (Index k = 0; k < shape.pivots; ++k) {
      const Index from = slot_of[shape.rows[k]], to = placement.rest + k;
      if (from == to) continue;
      placement.interchanges.emplace_back(from, to);
      std::swap(window[from], window[to]);
      slot_of[window[from]] = from;
      slot_of[window[to]] = to;
    }
    for (const Index dof : shape.rows) placement.slots.push_back(slot_of[dof]);
    window.resize(placement.rest);
    placements_.push_back(std::move(placement));
  }
}

Matrix PanelSweep::rearranged(const PanelShape& shape, const Placement& placement, const PanelValues& values) const {
  Matrix l = Matrix::Zero(placement.rest, shape.pivots);
  for (Index k = 0; k < shape.pivots; ++k)
    for (Index position = shape.pivots; position < shape.front(); ++position) l(placement.slots[position], k) = values(position, k);
  return l;
}

void PanelSweep::forward(std::size_t k, const PanelValues& values, const Progress& progress) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  Index end = placement.rest + shape.pivots - std::ssize(placement.entering);
  for (const Index position : placement.entering) window_.col(end++) = x_.col(shape.rows[position]);
  for (const auto& [a, b] : placement.interchanges) window_.col(a).swap(window_.col(b));
  auto x2 = window_.leftCols(placement.rest), x1 = window_.middleCols(placement.rest, shape.pivots);
  const Matrix l21 = rearranged(shape, placement, values);
  la::solve_unit_lower(la::Side::right, la::Op::transpose, l11_of(values), x1);
  subtract_product(x2, x1, l21, la::Op::transpose, progress);
  for (Index j = 0; j < shape.pivots; ++j) x_.col(shape.rows[j]) = x1.col(j);
}

void PanelSweep::backward(std::size_t k, const PanelValues& values, const Progress& progress) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  auto x2 = window_.leftCols(placement.rest), x1 = window_.middleCols(placement.rest, shape.pivots);
  for (Index j = 0; j < shape.pivots; ++j) x1.col(j) = x_.col(shape.rows[j]);
  la::divide_by_pivots(values, x1);
  const Matrix l21 = rearranged(shape, placement, values);
  subtract_product(x1, x2, l21, la::Op::none, progress);
  la::solve_unit_lower(la::Side::right, la::Op::none, l11_of(values), x1);
  for (Index j = 0; j < shape.pivots; ++j) x_.col(shape.rows[j]) = x1.col(j);
  for (auto swap = placement.interchanges.rbegin(); swap != placement.interchanges.rend(); ++swap)
    window_.col(swap->first).swap(window_.col(swap->second));
}

// The pivots' columns of X go into the window, to its end, and back; L21 is rearranged.
std::vector<timing::Work> PanelSweep::forward_work(const PanelShape& shape, Index right_hand_sides) {
  const Index b = shape.pivots, rest = shape.front() - b;
  return {timing::solve_triangular(b, right_hand_sides), timing::multiply(right_hand_sides, rest, b, pieces(right_hand_sides)),
          timing::copy(4 * b * right_hand_sides), timing::scatter(rest * b)};
}

std::vector<timing::Work> PanelSweep::backward_work(const PanelShape& shape, Index right_hand_sides) {
  const Index b = shape.pivots, rest = shape.front() - b;
  return {timing::solve_triangular(b, right_hand_sides), timing::multiply(right_hand_sides, b, rest, pieces(right_hand_sides)),
          timing::copy(5 * b * right_hand_sides), timing::scatter(rest * b)};
}

Index PanelSweep::window_columns(const std::vector<PanelShape>& shapes) {
  Index widest = 0;
  for (const auto& shape : shapes) widest = std::max(widest, shape.front());
  return widest;
}

}  // namespace febem::reduce
