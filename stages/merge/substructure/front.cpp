#include "stages/merge/substructure/front.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "la/norms.h"

namespace febem::merge {
namespace {

using la::Complex;
using la::Matrix;

/// Columns updated together by one rank: only the lower triangle is wanted.
constexpr Index columns_in_strip = 96;

/// Calls visit(first, count) for these columns, some at a time.
template <class Visit>
void for_each_strip(Index first, Index end, Visit&& visit) {
  for (Index column = first; column < end; column += columns_in_strip)
    visit(column, std::min(columns_in_strip, end - column));
}

/// Row and column k of a lower triangle become what were row and column from[k]; of its first
/// columns, whose places are among themselves.
void interchange_symmetric(la::View a, const std::vector<Index>& from) {
  const Matrix old = a;
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = j; i < a.rows(); ++i)
      a(i, j) = old(std::max(from[i], from[j]), std::min(from[i], from[j]));
}

}  // namespace

Complex* FrontMemory::zeros(core::Count entries, timing::Arithmetic& m) {
  const core::Count fresh = entries - entries_.size();
  if (fresh > 0) {
    m.charge(timing::first_touch(fresh));
    entries_ = la::Workspace<Complex>();
    entries_ = m.matrix<Complex>(entries, 1);
  }
  m.set_zero(Eigen::Map<Matrix>(entries_.data(), entries, 1));
  return entries_.data();
}

Front::Front(Index rows, Index candidates, Index width, FrontMemory& memory, timing::Arithmetic& m)
    : m_(m), rows_(rows), candidates_(candidates), width_(width) {
  make_blocks(memory);
}

Front::Front(Index rows, Index candidates, const analysis::Spreading& spreading,
    const comm::Team& team, FrontMemory& memory, timing::Arithmetic& m)
    : m_(m), messages_(&team.messages()), spreading_(spreading), rows_(rows),
      candidates_(candidates), width_(spreading.width) {
  make_blocks(memory);
}

void Front::make_blocks(FrontMemory& memory) {
  scales_ = la::RealVector::Zero(rows_);
  l_ = m_.matrix<Complex>(rows_, candidates_);
  result_.order.resize(rows_);
  std::iota(result_.order.begin(), result_.order.end(), 0);
  result_.smallest_pivot = std::numeric_limits<double>::infinity();
  const auto for_each_own = [&](auto&& visit) {
    Index first = 0;
    do {  // a front of one rank has its block also without rows
      const Index end = messages_ == nullptr
                            ? rows_
                            : std::min(first + width_, first < candidates_ ? candidates_ : rows_);
      if (is_own(first)) visit(first, end);
      first = end;
    } while (first < rows_);
  };
  core::Count entries = 0;
  for_each_own([&](Index first, Index end) { entries += (rows_ - first) * (end - first); });
  Complex* next = memory.zeros(entries, m_);
  for_each_own([&](Index first, Index end) {
    blocks_.push_back({first, end, {next, rows_ - first, end - first}});
    next += blocks_.back().values.size();
  });
}

bool Front::is_own(Index column) const {
  return messages_ == nullptr ||
         spreading_.owner(column < candidates_ ? column : column - candidates_,
             messages_->size()) == messages_->rank();
}

Front::Block& Front::block_at(Index column) {
  return *std::lower_bound(blocks_.begin(), blocks_.end(), column,
      [](const Block& block, Index of) { return block.end <= of; });
}

/// Columns of one block, from the diagonal of the first one on.
la::View Front::columns(Index first, Index count) {
  Block& block = block_at(first);
  return block.values.block(first - block.first, first - block.first, rows_ - first, count);
}

void Front::extend_add(std::span<const Index> rows, const Complex* entries) {
  if (!m_.charge(timing::extend_add(std::ssize(rows)))) return;
  auto column = columns(rows.front(), 1);
  for (const Index row : rows) column(row - rows.front(), 0) += *entries++;
}

la::PivotPanel Front::factor() {
  if (messages_ == nullptr)
    eliminate_alone();
  else
    eliminate_in_team();
  l_.keep_columns(done_);
  result_.pivots = done_;
  result_.values = std::move(l_);
  return std::move(result_);
}

void Front::eliminate_alone() {
  Index wanted = width_;
  while (done_ < candidates_) {
    const Index count = std::min(wanted, candidates_ - done_);
    const auto panel = factor_panel(done_, count);
    if (panel.pivots == 0 && done_ + count == candidates_) break;
    wanted = panel.pivots == 0 ? 2 * wanted : width_;
    if (panel.pivots == 0) continue;
    store(panel.values.leftCols(panel.pivots), panel);
    update_candidates(panel.pivots);
  }
  if (done_ < candidates_ && !is_finite()) give_up();
  update_others();
}

void Front::eliminate_in_team() {
  if (candidates_ > 0) begin_panel(0, {});
  while (in_flight_) {
    while (!in_flight_->progress() && update_some()) {
    }
    const Panel panel = finish_panel();
    const Index next = panel.first + width_;
    if (panel.pivots.pivots == width_at(panel.first) && next < candidates_)
      begin_panel(next, panel);  // look-ahead: before the panel is stored
    store(panel.values(), panel.pivots);
  }
  while (update_some()) {
  }
}

/// LDL^T of candidates, whose columns must be up to date.
la::PivotPanel Front::factor_panel(Index first, Index count) {
  auto panel = m_.matrix<Complex>(rows_ - first + 1, count);
  m_.copy(columns(first, count), panel.topRows(rows_ - first));
  m_.uncharged([&] {
    auto a11 = panel.topRows(count);
    a11.triangularView<Eigen::StrictlyUpper>() = a11.transpose();
    for (Index k = 0; k < count; ++k) panel(rows_ - first, k) = scales_[result_.order[first + k]];
  });
  auto factored = m_.ldlt(panel);
  if (factored.pivots == 0) return factored;
  result_.two_by_two += factored.two_by_two;
  result_.growth = la::larger(result_.growth, factored.growth);
  result_.smallest_pivot = la::smaller(result_.smallest_pivot, factored.smallest_pivot);
  return factored;
}

/// Takes the pivots of a panel of the next candidates into L.
void Front::store(const la::ConstView& values, const la::PivotPanel& panel) {
  const Index left = rows_ - done_, tried = std::ssize(panel.order), pivots = panel.pivots;
  const bool some_delayed = pivots < tried;
  // What is left in its new order. One rank puts candidates that it has not tried before the
  // delayed ones.
  const auto reordered = [&](std::vector<Index> rows) {
    if (messages_ == nullptr)
      std::rotate(
          rows.begin() + pivots, rows.begin() + tried, rows.begin() + (candidates_ - done_));
    return rows;
  };
  std::vector<Index> rows(left);
  std::iota(rows.begin(), rows.end(), 0);
  auto from = rows;
  std::copy(panel.order.begin(), panel.order.end(), from.begin());
  if (some_delayed) rows = reordered(std::move(rows)), from = reordered(std::move(from));
  auto moved = from;
  while (!moved.empty() && moved.back() == std::ssize(moved) - 1) moved.pop_back();

  auto l = l_.middleCols(done_, pivots);
  auto before = l_.block(done_, 0, std::ssize(moved), done_);
  m_.charge(timing::first_touch(l.size()));
  m_.fill(values, [&] {
    l.topRows(done_).setZero();
    if (some_delayed)
      l.bottomRows(left) = values(rows, Eigen::all);
    else
      l.bottomRows(left) = values;
  });
  m_.fill(before, [&] { before = before(moved, Eigen::all).eval(); });
  const std::vector<Index> order(result_.order.begin() + done_, result_.order.end());
  for (Index k = 0; k < std::ssize(moved); ++k) result_.order[done_ + k] = order[moved[k]];
  if (some_delayed && is_own(done_))
    m_.uncharged([&] { interchange_symmetric(columns(done_, block_at(done_).end - done_), from); });
  done_ += pivots;
}

/// A -= L D L1^T in columns of the front. L has their rows, L1 above, and D stands in `pivots`.
void Front::update(la::View columns, const la::ConstView& l, const la::ConstView& pivots) {
  auto l1_d = m_.matrix<Complex>(columns.cols(), l.cols());
  m_.uncharged([&] {
    l1_d = l.topRows(columns.cols());
    la::multiply_by_pivots(pivots, l1_d);
  });
  m_.gemm(columns, l, l1_d, la::Op::transpose);
}

/// Updates the candidates that are left by the last pivots.
void Front::update_candidates(Index pivots) {
  const Index from = done_ - pivots;
  for_each_strip(done_, candidates_, [&](Index first, Index count) {
    update(columns(first, count), l_.block(first, from, rows_ - first, pivots),
        l_.block(from, from, pivots, pivots));
  });
}

/// Updates the others by all pivots at once.
void Front::update_others() {
  const Index others = rows_ - candidates_;
  if (others == 0 || done_ == 0) return;
  const auto d = l_.topLeftCorner(done_, done_);
  std::optional<la::Gemm<Complex>> l21;
  if (la::by_three(others, done_)) l21 = m_.operand(l_.bottomLeftCorner(others, done_));
  for_each_strip(candidates_, rows_, [&](Index first, Index count) {
    const auto l = l_.block(first, 0, rows_ - first, done_);
    if (!l21) return update(columns(first, count), l, d);
    auto l1_d = m_.matrix<Complex>(count, done_);
    m_.uncharged([&] {
      l1_d = l.topRows(count);
      la::multiply_by_pivots(d, l1_d);
    });
    m_.gemm(columns(first, count), *l21, l1_d.transpose(), first - candidates_);
  });
}

bool Front::is_finite() {
  for (Index j = done_; j < rows_; ++j)
    if (!columns(j, 1).allFinite()) return false;
  return true;
}

/// Nothing further up could be a number: all candidates end here.
void Front::give_up() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  l_.rightCols(candidates_ - done_).setConstant(nan);
  result_.growth = result_.smallest_pivot = nan;
  done_ = candidates_;
}

/// Begins the broadcast of a panel by the owner of its columns, who factors them. `before`: the
/// panel that L does not have yet.
void Front::begin_panel(Index first, const Panel& before) {
  const Index width = width_at(first), root = spreading_.owner(first, messages_->size());
  coming_ = {first, PanelMessage(rows_ - first, width, false, m_)};
  if (root == messages_->rank()) {
    Block& block = block_at(first);
    while (block.applied < done_) update(block);
    if (before.message) {
      const auto l = before.values();
      update(block.values, l.bottomRows(rows_ - first), l.topRows(l.cols()));
      block.applied += before.pivots.pivots;
    }
    const auto panel = factor_panel(first, width);
    const auto values = panel.values.leftCols(panel.pivots);
    m_.copy(values, coming_.message->values(panel.pivots));
    coming_.message->write_pivots(panel);
  }
  in_flight_ = messages_->ibroadcast(coming_.message->entries(), static_cast<int>(root));
}

Front::Panel Front::finish_panel() {
  in_flight_->finish();
  in_flight_.reset();
  Panel panel = std::move(coming_);
  panel.pivots = panel.message->read_pivots();
  return panel;
}

/// Updates one block by one panel. False if there is no block left to update.
bool Front::update_some() {
  const auto block = std::find_if(blocks_.begin(), blocks_.end(),
      [&](const Block& each) { return each.end > done_ && each.applied < done_; });
  if (block == blocks_.end()) return false;
  update(*block);
  return true;
}

/// Updates a block by the next panel. Several panels at once, if several have come, would round
/// otherwise: the result may not depend on when they come.
void Front::update(Block& block) {
  const Index from = block.applied, pivots = std::min(width_, done_ - from);
  update(block.values, l_.block(block.first, from, rows_ - block.first, pivots),
      l_.block(from, from, pivots, pivots));
  block.applied += pivots;
}

la::Workspace<Complex> Front::contribution() {
  core::Count entries = 0;
  for (Index k = done_; k < rows_; ++k)
    if (is_own(k)) entries += rows_ - k;
  auto values = m_.matrix<Complex>(entries, 1);
  m_.fill(values, [&] {
    Complex* to = values.data();
    for (Index k = done_; k < rows_; ++k)
      if (is_own(k)) to = std::copy_n(columns(k, 1).data(), rows_ - k, to);
  });
  return values;
}

}  // namespace febem::merge
