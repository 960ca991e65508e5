#include "stages/merge/substructure/front_factor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "la/norms.h"

namespace febem::merge {
namespace {

using la::Complex;
using la::Matrix;
using la::PivotPanel;

/// Columns of S brought up to date together: only the lower triangle of S is wanted.
constexpr Index columns_at_a_time = 96;

/// Calls visit(first, count) for these columns, some at a time.
template <class Visit>
void for_each_strip(Index first, Index end, Visit&& visit) {
  for (Index column = first; column < end; column += columns_at_a_time)
    visit(column, std::min(columns_at_a_time, end - column));
}

/// What is known of a front while it is factored. Rows [0, done) are pivots, [done, candidates)
/// candidates.
class FrontElimination {
 public:
  FrontElimination(
      la::View front, Index candidates, const la::RealVector& scales, timing::Arithmetic& m)
      : m_(m), a_(front), rows_(front.rows()), candidates_(candidates), scales_(scales),
        l_(m.allocate(rows_, candidates)) {
    m.uncharged([&] { l_.setZero(); });
    result_.order.resize(rows_);
    std::iota(result_.order.begin(), result_.order.end(), 0);
    result_.smallest_pivot = std::numeric_limits<double>::infinity();
  }

  FrontFactor run(Index width) && {
    Index wanted = width;
    while (done_ < candidates_) {
      const Index b = std::min(wanted, candidates_ - done_);
      const PivotPanel panel =
          factor_columns(a_.block(done_, done_, rows_ - done_, b), scales_.segment(done_, b), m_);
      if (panel.pivots == 0) {
        if (b == candidates_ - done_) break;
        wanted *= 2;
        continue;
      }
      wanted = width;
      store(panel, b);
      update_candidates(panel.pivots);
    }
    if (done_ < candidates_ && !is_finite()) give_up();
    update_others();
    result_.pivots = done_;
    l_.keep_columns(done_);
    result_.values = std::move(l_);
    return std::move(result_);
  }

 private:
  /// Takes the pivots of a panel of b candidates into L.
  void store(const PivotPanel& panel, Index b) {
    const Index left = rows_ - done_;
    // Rows of the panel in their new order: pivots, candidates not yet tried, delayed, others.
    std::vector<Index> order(left);
    std::iota(order.begin(), order.end(), 0);
    if (panel.pivots < b)
      std::rotate(
          order.begin() + panel.pivots, order.begin() + b, order.begin() + (candidates_ - done_));
    std::vector<Index> from(left);  // the same in the old order of the front
    for (Index k = 0; k < left; ++k) from[k] = order[k] < b ? panel.order[order[k]] : order[k];
    auto l = l_.block(done_, done_, left, panel.pivots);
    m_.fill(l, [&] { l = panel.values.leftCols(panel.pivots)(order, Eigen::all); });
    rearrange(from, panel.pivots < b);
    result_.add_figures(panel);
    done_ += panel.pivots;
  }

  /// Row k of what is left becomes what was row from[k]; of A only if that is more than an order
  /// among the pivots, which are not read any more.
  void rearrange(const std::vector<Index>& from, bool also_a) {
    const Index left = rows_ - done_;
    auto moved = from;
    while (!moved.empty() && moved.back() == std::ssize(moved) - 1) moved.pop_back();
    const std::vector<Index> order(result_.order.begin() + done_, result_.order.end());
    for (Index k = 0; k < std::ssize(moved); ++k) result_.order[done_ + k] = order[moved[k]];
    auto before = l_.block(done_, 0, std::ssize(moved), done_);
    m_.uncharged([&] { before = before(moved, Eigen::all).eval(); });
    if (!also_a) return;
    const std::vector<Index> scaled(from.begin(), from.begin() + (candidates_ - done_));
    auto scales = scales_.segment(done_, candidates_ - done_);
    scales = scales(scaled).eval();
    auto a22 = a_.bottomRightCorner(left, left);
    const Matrix old = a22;
    for (Index j = 0; j < left; ++j)
      for (Index i = j; i < left; ++i)
        a22(i, j) = old(std::max(from[i], from[j]), std::min(from[i], from[j]));
  }

  /// A22 -= L21 D L21^T in the columns of candidates, by the last pivots.
  void update_candidates(Index pivots) {
    const auto panel = l_.block(done_ - pivots, done_ - pivots, rows_ - done_ + pivots, pivots);
    const auto l21 = panel.bottomRows(rows_ - done_);
    const auto l21_d = times_pivots(l21.topRows(candidates_ - done_), panel.topRows(pivots));
    for_each_strip(0, candidates_ - done_, [&](Index first, Index count) {
      const Index below = l21.rows() - first;
      m_.gemm(a_.block(done_ + first, done_ + first, below, count), l21.bottomRows(below),
          l21_d.middleRows(first, count), la::Op::transpose);
    });
  }

  /// Updates the columns of the others by all pivots at once.
  void update_others() {
    const Index others = rows_ - candidates_;
    if (others == 0 || done_ == 0) return;
    const auto l21 = l_.bottomLeftCorner(others, done_);
    std::optional<la::Gemm<Complex>> gemm;
    if (la::by_three(others, done_)) gemm = m_.operand(l21);
    for_each_strip(0, others, [&](Index first, Index count) {
      const auto below = a_.bottomRightCorner(others - first, others - first).leftCols(count);
      const auto l21_d = times_pivots(l21.middleRows(first, count), l_.topLeftCorner(done_, done_));
      if (gemm)
        m_.gemm(below, *gemm, l21_d.transpose(), first);
      else
        m_.gemm(below, l21.bottomRows(others - first), l21_d, la::Op::transpose);
    });
  }

  /// X D
  la::Workspace<Complex> times_pivots(const la::ConstView& x, const la::ConstView& pivots) const {
    auto result = m_.matrix<Complex>(x.rows(), x.cols());
    m_.uncharged([&] {
      result = x;
      la::multiply_by_pivots(pivots, result);
    });
    return result;
  }

  bool is_finite() const {
    for (Index j = done_; j < rows_; ++j)
      if (!a_.col(j).tail(rows_ - j).allFinite()) return false;
    return true;
  }

  /// Nothing further up could be a number: all candidates end here.
  void give_up() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    l_.rightCols(candidates_ - done_).setConstant(nan);
    result_.growth = result_.smallest_pivot = nan;
    done_ = candidates_;
  }

  timing::Arithmetic& m_;
  la::View a_;
  Index rows_, candidates_, done_ = 0;
  la::RealVector scales_;
  la::PanelValues l_;
  FrontFactor result_;
};

}  // namespace

void FrontFactor::add_figures(const PivotPanel& panel) {
  two_by_two += panel.two_by_two;
  growth = la::larger(growth, panel.growth);
  smallest_pivot = la::smaller(smallest_pivot, panel.smallest_pivot);
}

PivotPanel factor_columns(
    const la::ConstView& columns, const la::RealVector& scales, timing::Arithmetic& m) {
  const Index rows = columns.rows(), b = columns.cols();
  auto panel = m.matrix<Complex>(rows + 1, b);
  m.copy(columns, panel.topRows(rows));
  m.uncharged([&] {
    auto a11 = panel.topRows(b);
    a11.triangularView<Eigen::StrictlyUpper>() = a11.transpose();
    panel.row(rows) = scales.transpose().cast<Complex>();
  });
  return m.ldlt(panel);
}

FrontFactor factor_front(la::View front, Index candidates, const la::RealVector& scales,
    Index width, timing::Arithmetic& m) {
  return FrontElimination(front, candidates, scales, m).run(width);
}

}  // namespace febem::merge
