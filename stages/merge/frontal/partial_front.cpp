#include "stages/merge/frontal/partial_front.h"

#include <algorithm>
#include <utility>

#include "la/blas.h"

namespace febem::merge {

PartialFront::PartialFront(Index size, int rank, int ranks, timing::Arithmetic& arithmetic)
    : rank_(rank), ranks_(ranks), m_(arithmetic), slots_(size, -1) {}

void PartialFront::make_room() {
  scales_.resize(capacity_, 0.0);
  auto larger = m_.zeros<Complex>(capacity_, capacity_);
  m_.uncharged([&] { larger.topLeftCorner(values_.rows(), values_.cols()) = values_; });
  values_ = std::move(larger);
}

void PartialFront::enter(const Dofs& dofs) {
  Index next_free = 0;
  for (const auto dof : dofs) {
    if (dof < 0 || slot(dof) >= 0) continue;
    while (next_free < used() && dofs_[next_free] >= 0) ++next_free;
    if (next_free == used()) dofs_.push_back(-1);
    dofs_[next_free] = dof;
    slots_[dof] = next_free;
    ++active_count_;
  }
  if (used() <= capacity_) return;
  capacity_ = std::max(used(), capacity_ * 5 / 4);
  make_room();
}

void PartialFront::add(const Dofs& dofs, const la::Matrix& element) {
  for (Index j = 0; j < std::ssize(dofs); ++j) {
    if (dofs[j] < 0) continue;
    const Index column = slot(dofs[j]);
    scales_[column] += element.col(j).cwiseAbs().maxCoeff();
    for (Index i = j; i < std::ssize(dofs); ++i) {
      if (dofs[i] < 0) continue;
      const bool on_diagonal =
          i > j && dofs[i] == dofs[j];  // of the front, where (i, j) and (j, i) meet
      entry(slot(dofs[i]), column) += on_diagonal ? 2.0 * element(i, j) : element(i, j);
    }
  }
}

Dofs PartialFront::active() const {
  Dofs result;
  std::copy_if(
      dofs_.begin(), dofs_.end(), std::back_inserter(result), [](auto dof) { return dof >= 0; });
  return result;
}

void PartialFront::copy_columns(const Dofs& rows, la::View columns) const {
  m_.gather(columns, [&] {
    const Index front = std::ssize(rows);
    for (Index j = 0; j < columns.cols(); ++j) {
      const Index column = slot(rows[j]);
      for (Index i = 0; i < front; ++i) columns(i, j) = entry(slot(rows[i]), column);
      columns(front, j) = scales_[column];
    }
  });
}

void PartialFront::eliminate(const common::PanelShape& shape, const la::ConstView& values) {
  const Index pivots = shape.pivots, used_slots = used();
  // By slot; rows of the pivots themselves and of free slots stay zero.
  auto l21 = m_.matrix<Complex>(used_slots, pivots), l21_d = m_.matrix<Complex>(used_slots, pivots);
  m_.spread_panel(l21, [&] {
    l21.setZero();
    l21_d.setZero();
    for (Index i = pivots; i < shape.front(); ++i)
      l21.row(slot(shape.rows[i])) = l21_d.row(slot(shape.rows[i])) = values.row(i);
    la::multiply_by_pivots(values.topRows(pivots), l21_d);
  });
  for (Index first = rank_ * block_width; first < used_slots; first += ranks_ * block_width) {
    const Index width = std::min(block_width, used_slots - first), below = used_slots - first;
    m_.gemm(values_.block(first, first, below, width), l21.middleRows(first, below),
        l21_d.middleRows(first, width), la::Op::transpose);
  }
  m_.uncharged([&] {
    for (const auto dof : shape.eliminated()) clear(slot(dof));
  });
}

void PartialFront::clear(Index slot) {
  values_.row(slot).head(slot + 1).setZero();
  values_.col(slot).setZero();
  scales_[slot] = 0;
}

void PartialFront::leave(std::span<const Dofs::value_type> dofs) {
  for (const auto dof : dofs) {
    dofs_[slot(dof)] = -1;
    slots_[dof] = -1;
    --active_count_;
    while (!dofs_.empty() && dofs_.back() < 0) dofs_.pop_back();
  }
}

}  // namespace febem::merge
