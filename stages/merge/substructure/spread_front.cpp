#include "stages/merge/substructure/spread_front.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "la/norms.h"

namespace febem::merge {

using la::Complex;
using la::Matrix;

SpreadFront::SpreadFront(Index candidates, la::RealVector scales, const common::Spreading& spreading, const comm::Team& team, FrontMemory& memory,
                         timing::Arithmetic& m)
    : m_(m), messages_(team.messages()), spreading_(spreading), rows_(scales.size()), candidates_(candidates), scales_(std::move(scales)),
      values_(m.allocate(rows_, candidates)), l_(la::shaped(values_, rows_, candidates)) {
  values_.setZero();
  result_.smallest_pivot = std::numeric_limits<double>::infinity();
  core::Count entries = 0;
  const auto for_each_own = [&](auto&& visit) {
    for (Index first = 0; first < rows_;) {
      const Index end = std::min(first + spreading_.width, first < candidates_ ? candidates_ : rows_);
      if (is_own(first)) visit(first, end);
      first = end;
    }
  };
  for_each_own([&](Index first, Index end) { entries += (rows_ - first) * (end - first); });
  Complex* next = memory.zeros(entries, m_);
  for_each_own([&](Index first, Index end) {
    blocks_.push_back({first, end, {next, rows_ - first, end - first}});
    next += blocks_.back().values.size();
  });
}

bool SpreadFront::is_own(Index column) const {
  return spreading_.owner(column < candidates_ ? column : column - candidates_, messages_.size()) == messages_.rank();
}

SpreadFront::Block& SpreadFront::block_at(Index first) {
  return *std::lower_bound(blocks_.begin(), blocks_.end(), first, [](const Block& block, Index column) { return block.end <= column; });
}

void SpreadFront::add(std::span<const Index> places, const Complex* entries) {
  if (!m_.charge(timing::extend_add(std::ssize(places)))) return;
  const Index column = places.front();
  Block& block = block_at(column);
  auto to = block.values.col(column - block.first);
  for (const Index row : places) to[row - block.first] += *entries++;
}

FrontFactor SpreadFront::factor() {
  if (is_own(0)) factor_block(0);
  for (Index first = 0; first < candidates_; first += spreading_.width) {
    share(first);
    store();
    if (panel_.pivots < width_at(first)) break;
    const Index next = first + spreading_.width;
    if (next < candidates_ && is_own(next)) {
      update(block_at(next));
      factor_block(next);
    } else {
      update_from(next);
    }
  }
  update_from(done_);
  put_in_order();
  return std::move(result_);
}

/// The panel of own columns, as la::factor_panel() makes it.
void SpreadFront::factor_block(Index first) {
  const Block& block = block_at(first);
  const la::PivotPanel panel = factor_columns(block.values, scales_.segment(first, block.size()), m_);
  panel_ = {first, panel.pivots, {}, m_.message<Complex>((rows_ - first) * panel.pivots)};
  panel_.order.assign(panel.order.begin(), panel.order.end());
  m_.fill(panel_.values, [&] { std::copy_n(panel.values.data(), panel_.values.size(), panel_.values.data()); });
  result_.add_figures(panel);
}

/// The panel, from the owner of its columns.
void SpreadFront::share(Index first) {
  const int root = spreading_.owner(first, messages_.size());
  const bool is_root = root == messages_.rank();
  common::Dofs header;
  if (is_root) header = panel_.order;
  header.resize(width_at(first) + 1);
  if (is_root) header.back() = static_cast<common::Dofs::value_type>(panel_.pivots);
  messages_.broadcast(std::span(header), root);
  if (!is_root) {
    panel_ = {first, header.back(), header, m_.message<Complex>((rows_ - first) * header.back())};
    panel_.order.pop_back();
  }
  messages_.broadcast(la::span_of(panel_.values), root);
}

/// Takes the pivots of the panel into L.
void SpreadFront::store() {
  const Index first = panel_.first, pivots = panel_.pivots, b = std::ssize(panel_.order), rows = rows_ - first;
  m_.fill(panel_.values, [&] {
    const Eigen::Map<const Matrix> values(panel_.values.data(), rows, pivots);
    for (Index k = 0; k < b; ++k) l_.block(first + panel_.order[k], done_, 1, pivots) = values.row(k);
    l_.block(first + b, done_, rows - b, pivots) = values.bottomRows(rows - b);
  });
  for (Index k = 0; k < pivots; ++k) order_.push_back(first + panel_.order[k]);
  done_ += pivots;
}

/// Own blocks that have columns from `column` on.
void SpreadFront::update_from(Index column) {
  for (auto& block : blocks_)
    if (block.end > column) update(block);
}

/// A -= L D L^T in the columns of a block, by the pivots that it is not updated by yet.
void SpreadFront::update(Block& block) {
  const Index pivots = done_ - block.applied;
  if (pivots == 0) return;
  auto l_d = m_.matrix<Complex>(block.size(), pivots);
  m_.fill(l_d, [&] {
    Matrix d = Matrix::Zero(pivots, pivots);
    for (Index k = 0; k < pivots; ++k) {
      const Index row = order_[block.applied + k], column = block.applied + k;
      d(k, k) = l_(row, column);
      if (k + 1 < pivots) d(k, k + 1) = l_(row, column + 1);
    }
    l_d = l_.block(block.first, block.applied, block.size(), pivots);
    la::multiply_by_pivots(d, l_d);
  });
  m_.gemm(block.values, l_.block(block.first, block.applied, rows_ - block.first, pivots), l_d, la::Op::transpose);
  block.applied = done_;
}

/// The rows of L and of S: pivots in the order of elimination, candidates that are left, others.
void SpreadFront::put_in_order() {
  std::vector<bool> is_left(candidates_, true);
  for (const Index row : order_) is_left[row] = false;
  for (Index row = 0; row < rows_; ++row)
    if (row >= candidates_ || is_left[row]) order_.push_back(row);
  auto of_candidates = l_.topLeftCorner(candidates_, done_);
  m_.fill(of_candidates, [&] {
    const std::vector<Index> rows(order_.begin(), order_.begin() + candidates_);
    of_candidates = of_candidates(rows, Eigen::all).eval();
  });
  m_.uncharged([&] { values_.conservativeResize(Eigen::NoChange, done_); });
  result_.pivots = done_;
  result_.order = order_;
  result_.values = std::move(values_);
}

la::Vector SpreadFront::contribution() {
  core::Count entries = 0;
  for (Index k = done_; k < rows_; ++k)
    if (is_own(order_[k])) entries += rows_ - k;
  if (!m_.charge(timing::copy(entries))) return {};
  la::Vector values(entries);
  Complex* to = values.data();
  for (Index k = done_; k < rows_; ++k) {
    if (!is_own(order_[k])) continue;
    const Block& block = block_at(order_[k]);
    const auto column = block.values.col(order_[k] - block.first);
    for (Index row = k; row < rows_; ++row) *to++ = column[order_[row] - block.first];
  }
  return values;
}

}  // namespace febem::merge
