#include "stages/reduce/rows/panel_sweep.h"

#include <algorithm>

namespace febem::reduce {
namespace {

constexpr Index rows_at_a_time = 256;

}  // namespace

PanelSweep::PanelSweep(
    const std::vector<PanelShape>& shapes, la::View x, timing::Arithmetic& arithmetic)
    : shapes_(shapes), x_(x), m_(arithmetic) {
  place();
  Index widest = 0;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    widest = std::max(widest, placements_[k].rest + shapes[k].pivots);
  window_ = m_.zeros<core::Complex>(x.rows(), widest);
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

la::Workspace<core::Complex> PanelSweep::rearranged(
    const PanelShape& shape, const Placement& placement, const la::ConstView& values) {
  auto l = m_.matrix<core::Complex>(placement.rest, shape.pivots);
  const auto l21 = values.bottomRows(shape.front() - shape.pivots);
  m_.gather(l21, [&] {
    l.setZero();
    for (Index k = 0; k < shape.pivots; ++k)
      for (Index row = 0; row < l21.rows(); ++row)
        l(placement.slots[shape.pivots + row], k) = l21(row, k);
  });
  return l;
}

/// C -= A op(B), some rows at a time. B is L21 with its `rest` rows spread over the window.
void PanelSweep::subtract_product(la::View c, const la::ConstView& a, const la::ConstView& b,
    la::Op op_b, Index rest, const Progress& progress) {
  for (Index row = 0; row < c.rows(); row += rows_at_a_time) {
    const Index rows = std::min(rows_at_a_time, c.rows() - row);
    m_.gemm(c.middleRows(row, rows), a.middleRows(row, rows), b, op_b, rest);
    progress();
  }
}

void PanelSweep::forward(std::size_t k, const la::ConstView& values, const Progress& progress) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  Index end = placement.rest + shape.pivots - std::ssize(placement.entering);
  for (const Index position : placement.entering)
    m_.copy(x_.col(shape.rows[position]), window_.col(end++));
  for (const auto& [a, b] : placement.interchanges) m_.swap(window_.col(a), window_.col(b));
  auto x2 = window_.leftCols(placement.rest), x1 = window_.middleCols(placement.rest, shape.pivots);
  const auto l21 = rearranged(shape, placement, values);
  m_.trsm(la::Side::right, la::Op::transpose, l11_of(values), x1);
  subtract_product(x2, x1, l21, la::Op::transpose, shape.front() - shape.pivots, progress);
  for (Index j = 0; j < shape.pivots; ++j) m_.copy(x1.col(j), x_.col(shape.rows[j]));
}

void PanelSweep::backward(std::size_t k, const la::ConstView& values, const Progress& progress) {
  const auto& shape = shapes_[k];
  const auto& placement = placements_[k];
  auto x2 = window_.leftCols(placement.rest), x1 = window_.middleCols(placement.rest, shape.pivots);
  for (Index j = 0; j < shape.pivots; ++j) m_.copy(x_.col(shape.rows[j]), x1.col(j));
  m_.fill(x1, [&] { la::divide_by_pivots(values, x1); });
  const auto l21 = rearranged(shape, placement, values);
  subtract_product(x1, x2, l21, la::Op::none, shape.front() - shape.pivots, progress);
  m_.trsm(la::Side::right, la::Op::none, l11_of(values), x1);
  for (Index j = 0; j < shape.pivots; ++j) m_.copy(x1.col(j), x_.col(shape.rows[j]));
  for (auto swap = placement.interchanges.rbegin(); swap != placement.interchanges.rend(); ++swap)
    m_.swap(window_.col(swap->first), window_.col(swap->second));
}

}  // namespace febem::reduce
