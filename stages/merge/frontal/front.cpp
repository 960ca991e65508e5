#include "stages/merge/frontal/front.h"

#include <algorithm>

#include "la/blas.h"

namespace febem::merge {

Front::Front(Index size, int rank, int ranks)
    : rank_(rank), ranks_(ranks), slots_(static_cast<std::size_t>(size), -1) {}

void Front::grow(Index capacity) {
  const Index before = static_cast<Index>(values_.rows());
  values_.conservativeResize(capacity, capacity);
  values_.bottomRows(capacity - before).setZero();
  values_.topRightCorner(before, capacity - before).setZero();
  scales_.resize(static_cast<std::size_t>(capacity), 0.0);
}

void Front::enter(const std::vector<Index>& dofs) {
  std::size_t next_free = 0;
  for (const Index dof : dofs) {
    if (dof < 0 || slot(dof) >= 0) continue;
    while (next_free < dofs_.size() && dofs_[next_free] >= 0) ++next_free;
    if (next_free == dofs_.size()) dofs_.push_back(-1);
    dofs_[next_free] = dof;
    slots_[static_cast<std::size_t>(dof)] = static_cast<Index>(next_free);
    ++active_count_;
  }
  if (used() > values_.rows()) grow(std::max(used(), static_cast<Index>(values_.rows()) * 5 / 4));
}

void Front::add(const std::vector<Index>& dofs, const la::Matrix& element) {
  for (Index j = 0; j < static_cast<Index>(dofs.size()); ++j) {
    if (dofs[j] < 0) continue;
    const Index column = slot(dofs[j]);
    scales_[static_cast<std::size_t>(column)] += element.col(j).cwiseAbs().maxCoeff();
    for (Index i = j; i < static_cast<Index>(dofs.size()); ++i)
      if (dofs[i] >= 0) entry(slot(dofs[i]), column) += element(i, j);
  }
}

std::vector<Index> Front::active() const {
  std::vector<Index> result;
  std::copy_if(dofs_.begin(), dofs_.end(), std::back_inserter(result), [](Index dof) { return dof >= 0; });
  return result;
}

la::Matrix Front::columns(const std::vector<Index>& rows, Index candidates) const {
  const Index front = static_cast<Index>(rows.size());
  la::Matrix result(front + 1, candidates);
  for (Index j = 0; j < candidates; ++j) {
    const Index column = slot(rows[j]);
    for (Index i = 0; i < front; ++i) result(i, j) = entry(slot(rows[i]), column);
    result(front, j) = scales_[static_cast<std::size_t>(column)];
  }
  return result;
}

void Front::eliminate(const pipeline::PanelShape& shape, const pipeline::PanelValues& values) {
  const Index pivots = shape.pivots, used_slots = used();
  // L21 and L21 D by slot; rows of the pivots themselves and of free slots stay zero.
  la::Matrix l = la::Matrix::Zero(used_slots, pivots), ld = l;
  for (Index i = pivots; i < shape.front(); ++i) {
    const Index row = slot(shape.rows[i]);
    l.row(row) = values.row(i);
    for (Index k = 0; k < pivots; ++k) {
      ld(row, k) += values(i, k) * values(k, k);
      if (k + 1 < pivots && values(k, k + 1) != Complex(0)) {
        ld(row, k) += values(i, k + 1) * values(k, k + 1);
        ld(row, k + 1) += values(i, k) * values(k, k + 1);
      }
    }
  }
  for (Index first = rank_ * share_width; first < used_slots; first += ranks_ * share_width) {
    const Index width = std::min(share_width, used_slots - first), below = used_slots - first;
    la::multiply(-1, la::sub_block(la::block(std::as_const(l)), first, 0, below, pivots), la::Op::none,
                 la::sub_block(la::block(std::as_const(ld)), first, 0, width, pivots), la::Op::transpose, 1,
                 la::sub_block(la::block(values_), first, first, below, width));
  }
  for (Index k = 0; k < pivots; ++k) leave(shape.rows[k]);
}

Count Front::eliminate_flops(Index pivots) const {
  Count flops = 0;
  for (Index first = rank_ * share_width; first < used(); first += ranks_ * share_width)
    flops += la::multiply_flops(used() - first, std::min(share_width, used() - first), pivots);
  return flops;
}

void Front::leave(Index dof) {
  const Index s = slot(dof);
  values_.row(s).head(s + 1).setZero();
  values_.col(s).setZero();
  scales_[static_cast<std::size_t>(s)] = 0;
  dofs_[static_cast<std::size_t>(s)] = -1;
  slots_[static_cast<std::size_t>(dof)] = -1;
  --active_count_;
  while (!dofs_.empty() && dofs_.back() < 0) dofs_.pop_back();
}

}  // namespace febem::merge
