#include "stages/merge/substructure/spread_front.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "comm/entry_message.h"

namespace febem::merge {

using la::Complex;
using la::Matrix;

SpreadFront::SpreadFront(Index candidates, la::RealVector scales,
    const common::Spreading& spreading, const comm::Team& team, FrontMemory& memory,
    timing::Arithmetic& m)
    : m_(m), messages_(team.messages()), spreading_(spreading), rows_(scales.size()),
      candidates_(candidates), scales_(std::move(scales)),
      l_(m.matrix<Complex>(rows_, candidates)) {
  result_.order.resize(rows_);
  std::iota(result_.order.begin(), result_.order.end(), 0);
  result_.smallest_pivot = std::numeric_limits<double>::infinity();
  core::Count entries = 0;
  const auto for_each_own = [&](auto&& visit) {
    for (Index first = 0; first < rows_;) {
      const Index end =
          std::min(first + spreading_.width, first < candidates_ ? candidates_ : rows_);
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
  return spreading_.owner(column < candidates_ ? column : column - candidates_, messages_.size()) ==
         messages_.rank();
}

SpreadFront::Block& SpreadFront::block_at(Index first) {
  return *std::lower_bound(blocks_.begin(), blocks_.end(), first,
      [](const Block& block, Index column) { return block.end <= column; });
}

void SpreadFront::add(std::span<const Index> places, const Complex* entries) {
  if (!m_.charge(timing::extend_add(std::ssize(places)))) return;
  const Index column = places.front();
  Block& block = block_at(column);
  auto to = block.values.col(column - block.first);
  for (const Index row : places) to[row - block.first] += *entries++;
}

FrontFactor SpreadFront::factor() {
  if (candidates_ > 0) begin_panel(0, {});
  while (in_flight_) {
    while (!in_flight_->progress() && update_some()) {
    }
    const Panel panel = finish_panel();
    const Index next = panel.first + spreading_.width;
    if (panel.pivots == width_at(panel.first) && next < candidates_) begin_panel(next, panel);
    store(panel);
  }
  while (update_some()) {
  }
  l_.keep_columns(done_);
  result_.pivots = done_;
  result_.values = std::move(l_);
  return std::move(result_);
}

/// Begins the broadcast of a panel by the owner of its columns, who factors them. `before`: the
/// panel that L does not have yet.
void SpreadFront::begin_panel(Index first, const Panel& before) {
  const Index width = width_at(first), root = spreading_.owner(first, messages_.size());
  coming_ = {first, m_.message<Complex>(message_entries(rows_ - first, width))};
  if (root == messages_.rank()) {
    Block& block = block_at(first);
    while (block.applied < done_) update(block);
    if (before.pivots > 0)
      update(block, values_of(before).bottomRows(rows_ - first),
          values_of(before).topRows(before.pivots));
    const la::PivotPanel panel = factor_columns(block.values, scales_.segment(first, width), m_);
    result_.add_figures(panel);
    m_.fill(coming_.message, [&] {
      std::copy_n(panel.values.data(), (rows_ - first) * panel.pivots, coming_.message.data());
      auto integers = panel.order;
      integers.push_back(panel.pivots);
      comm::write_integers(integers, coming_.message.data() + (rows_ - first) * width);
    });
  }
  in_flight_ = messages_.ibroadcast(la::span_of(coming_.message), static_cast<int>(root));
}

SpreadFront::Panel SpreadFront::finish_panel() {
  in_flight_->finish();
  in_flight_.reset();
  Panel panel = std::move(coming_);
  const Index width = width_at(panel.first);
  panel.pivots = width;
  panel.order.resize(width);
  std::iota(panel.order.begin(), panel.order.end(), 0);  // as good as any where nothing is computed
  m_.uncharged([&] {
    const auto integers =
        comm::read_integers(std::span<const Complex>(la::span_of(panel.message)).last(width + 1));
    std::copy_n(integers.begin(), width, panel.order.begin());
    panel.pivots = integers.back();
  });
  return panel;
}

/// L and D of a panel, in the rows from its first one on.
Eigen::Map<const Matrix> SpreadFront::values_of(const Panel& panel) const {
  return {panel.message.data(), rows_ - panel.first, panel.pivots};
}

/// Takes the pivots of a panel into L. The candidates of its block change places: in L, and in the
/// columns if some are left.
void SpreadFront::store(const Panel& panel) {
  const Index first = panel.first, b = std::ssize(panel.order);
  const auto values = values_of(panel);
  auto columns = l_.middleCols(done_, panel.pivots);
  auto before = l_.block(first, 0, b, done_);
  m_.charge(timing::first_touch(columns.size()));
  m_.charge(timing::copy(before.size()));
  m_.fill(values, [&] {
    columns.topRows(first).setZero();
    columns.bottomRows(rows_ - first) = values;
    before = before(panel.order, Eigen::all).eval();
  });
  for (Index k = 0; k < b; ++k) result_.order[first + k] = first + panel.order[k];
  done_ += panel.pivots;
  if (panel.pivots < b && is_own(first))
    m_.uncharged([&] { rearrange(block_at(first), panel.order); });
}

/// Column and row k of a block become what was column and row order[k]. Only the lower triangle is
/// read.
void SpreadFront::rearrange(Block& block, const std::vector<Index>& order) {
  const Matrix old = block.values;
  for (Index j = 0; j < block.size(); ++j) {
    for (Index i = j; i < block.size(); ++i)
      block.values(i, j) = old(std::max(order[i], order[j]), std::min(order[i], order[j]));
    block.values.col(j).tail(old.rows() - block.size()) =
        old.col(order[j]).tail(old.rows() - block.size());
  }
}

/// Updates one block by one panel. False if no block is left that can be.
bool SpreadFront::update_some() {
  const auto block = std::find_if(blocks_.begin(), blocks_.end(),
      [&](const Block& each) { return each.end > done_ && each.applied < done_; });
  if (block == blocks_.end()) return false;
  update(*block);
  return true;
}

/// By the next panel. More of them at once, if more have come, would round otherwise: the result
/// may not depend on when they come.
void SpreadFront::update(Block& block) {
  const Index from = block.applied, pivots = std::min(spreading_.width, done_ - from);
  update(block, l_.block(block.first, from, rows_ - block.first, pivots),
      l_.block(from, from, pivots, pivots));
}

/// A -= L D L^T in the columns of a block. L has its rows, and D stands in `pivots`.
void SpreadFront::update(Block& block, const la::ConstView& l, const la::ConstView& pivots) {
  auto l_d = m_.copy_of(l.topRows(block.size()));
  m_.uncharged([&] { la::multiply_by_pivots(pivots, l_d); });
  m_.gemm(block.values, l, l_d, la::Op::transpose);
  block.applied += pivots.cols();
}

la::Workspace<Complex> SpreadFront::contribution() {
  core::Count entries = 0;
  for (Index k = done_; k < rows_; ++k)
    if (is_own(k)) entries += rows_ - k;
  auto values = m_.matrix<Complex>(entries, 1);
  m_.fill(values, [&] {
    Complex* to = values.data();
    for (Index k = done_; k < rows_; ++k)
      if (is_own(k)) {
        const Block& block = block_at(k);
        to = std::copy_n(block.values.col(k - block.first).data() + k - block.first, rows_ - k, to);
      }
  });
  return values;
}

}  // namespace febem::merge
