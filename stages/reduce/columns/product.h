// The second half of stage 3 by columns: the product of B with the factor blocks of G from all
// ranks. The algebra, the messages and their cost are in ../README.md.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "la/packed.h"
#include "stages/analysis/surface_tree.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

using analysis::FactorBlock;
using analysis::PanelRange;
using analysis::Schedule;
using analysis::SurfaceTree;
using common::StageContext;
using la::Index;
using la::Workspace;

/// D as ForwardElimination packs it, back in the places that a panel has it in.
template <class T>
void unpack_pivots(const T* from, la::View values) {
  const Index pivots = values.rows();
  values.setZero();
  const auto at = [&](Index k) { return la::Complex(from[k]) + la::Complex(from[2 * pivots + k]); };
  for (Index k = 0; k < pivots; ++k) values(k, k) = at(k);
  for (Index k = 0; k + 1 < pivots; ++k) values(k, k + 1) = at(pivots + k);
}

/// The least number of columns of G or W to multiply by at once, if the node has them.
inline constexpr Index least_panels = 384;

/// A -= omega^2 rho B S on own rows, S = M^{-1} G given by the broadcasts of all ranks:
///
///     G = sum over blocks of G_b + sum over the nodes kept factored of W_v^T D_v^{-1} W_v
///
/// All by columns of A^T, one an own row: with X = omega^2 rho M^{-1} B^T first G_b X and Q_v = W_v
/// X, broadcast by broadcast as they come; as soon as Q_v is complete, W_v^T (D_v^{-1} Q_v). The
/// next broadcast is in flight during the work on the one before, as far as the strategy allows.
template <class T>
class Product {
 public:
  using Matrix = la::MatrixOf<T>;

  /// Refers to all arguments.
  Product(const SurfaceTree& tree, const Schedule& schedule, const SurfaceCondition& surface,
      const la::OwnedRows& b, Workspace<T>& h, const StageContext& context)
      : tree_(tree), schedule_(schedule), surface_(surface), b_(b.values), h_(h),
        own_(b.map.local_rows(context.rank())), context_(context), m_(context.arithmetic) {}

  /// `send_buffer` is the result of ForwardElimination. Collective.
  void run(Workspace<T> send_buffer) {
    begin(0, send_buffer);
    for (std::size_t k = 0; k < schedule_.size(); ++k) {
      in_flight_->finish();
      const auto& broadcast = schedule_[k];
      if (broadcast.begins_buffer()) buffer_ = std::move(next_);
      // The buffer of a shared node is large: it takes the place of the buffer at hand.
      const bool waits = k + 1 < schedule_.size() && schedule_[k + 1].begins_buffer() &&
                         !schedule_[k + 1].fills_buffer();
      if (!waits) begin(k + 1, send_buffer);
      for (const auto& block : broadcast.blocks)
        apply(block, buffer_.entries + (broadcast.begins_buffer() ? block.offset : 0));
      if (waits) {
        buffer_ = ReceiveBuffer();
        begin(k + 1, send_buffer);
      }
      context_.report_progress(
          0.3 + 0.7 * static_cast<double>(k + 1) / static_cast<double>(schedule_.size()));
    }
  }

 private:
  struct ReceiveBuffer {
    Workspace<T> memory;  ///< none for a subdomain of this rank, which stays in the send buffer
    T* entries = nullptr;
  };

  /// Begins broadcast k, if there is one.
  void begin(std::size_t k, Workspace<T>& send_buffer) {
    in_flight_.reset();
    if (k == schedule_.size()) return;
    const auto& broadcast = schedule_[k];
    const bool is_own = broadcast.rank == context_.rank(),
               stays = is_own && broadcast.fills_buffer();
    if (stays) {
      next_ = {Workspace<T>(), send_buffer.data() + broadcast.offset};
    } else if (broadcast.begins_buffer()) {
      next_.memory = m_.message<T>(broadcast.buffer_entries);
      next_.entries = next_.memory.data();
    }
    T* const entries =
        (broadcast.begins_buffer() ? next_ : buffer_).entries + broadcast.buffer_offset;
    const std::span<T> message(entries, static_cast<std::size_t>(broadcast.entries));
    if (is_own && !stays)
      m_.fill(message,
          [&] { std::copy_n(send_buffer.data() + broadcast.offset, broadcast.entries, entries); });
    in_flight_ = context_.messages.ibroadcast(message, broadcast.rank);
  }

  void progress() const {
    if (in_flight_) in_flight_->progress();
  }

  /// Multiplies by the columns of a node that have come, if they are many or the last; `entries`
  /// are the node's from its first panels on.
  void apply(const FactorBlock& block, const T* entries) {
    if (own_ == 0) return;
    const PanelRange all = tree_.subtree[block.node];
    const Index p = block.pivots;
    const bool is_first = block.range.begin == all.begin, is_last = block.range.end == all.end;
    if (is_first) done_ = all.begin;
    if (is_first && p > 0) {
      d_ = m_.matrix<la::Complex>(p, p);
      m_.uncharged([&] { unpack_pivots(entries, d_); });
      q_ = m_.zeros<T>(p, own_, timing::first_touch);
    }
    if (block.range.end - done_ < least_panels && !is_last) return;
    const PanelRange some{std::exchange(done_, block.range.end), block.range.end};
    if (p == 0) return subtract_block(all, some, entries);
    const Eigen::Map<const Matrix> w(entries + 4 * p, p, all.size());
    add_to_q(some, w.middleCols(some.begin - all.begin, some.size()));
    if (is_last) subtract_factored(all, w);
  }

  /// A^T -= G_b X for some columns of the lower triangle of G_b: those below the diagonal are rows
  /// right of it too.
  void subtract_block(PanelRange all, PanelRange some, const T* entries) {
    const PanelRange rows{some.begin, all.end}, below{some.end, all.end};
    auto g = m_.matrix<T>(rows.size(), some.size());
    m_.fill(g, [&] {
      const T* from = entries + la::triangle(all.size()) - la::triangle(rows.size());
      for (Index j = 0; j < g.cols(); from += g.rows() - j, ++j) {
        std::copy_n(from, g.rows() - j, &g(j, j));
        g.row(j).segment(j + 1, g.cols() - j - 1) =
            g.col(j).segment(j + 1, g.cols() - j - 1).transpose();
      }
    });
    subtract(rows, g, la::Op::none,
        [&](Index first, Index count) { return scaled_rows(some, first, count); });
    for_each_part(below, [&](PanelRange part) {
      const auto right_of_diagonal = g.middleRows(part.begin - rows.begin, part.size());
      subtract(some, right_of_diagonal, la::Op::transpose,
          [&](Index first, Index count) { return scaled_rows(part, first, count); });
    });
  }

  /// A^T -= op(G) X on some panels, X given by own rows: x_of(first, count).
  template <class Rows>
  void subtract(PanelRange panels, const Eigen::Ref<const Matrix>& g, la::Op op, Rows&& x_of) {
    for_each_part(panels, [&](PanelRange part) {
      const Index row = part.begin - panels.begin;
      const auto operand = op == la::Op::none ? m_.operand(g.middleRows(row, part.size()))
                                              : m_.operand(g.middleCols(row, part.size()), op);
      for_each_strip(
          [&](Index first, Index count) { subtract_at(part, operand, x_of(first, count), first); });
    });
  }

  /// -Q_v += -W_v X on some panels.
  void add_to_q(PanelRange some, const Eigen::Ref<const Matrix>& w_of_some) {
    const auto w = m_.operand(w_of_some);
    for_each_strip([&](Index first, Index count) {
      m_.gemm(q_.middleCols(first, count), w, scaled_rows(some, first, count));
    });
  }

  /// A^T -= W_v^T (D_v^{-1} Q_v), with Q_v complete.
  void subtract_factored(PanelRange all, const Eigen::Ref<const Matrix>& w_of_all) {
    auto rows = m_.matrix<T>(own_, q_.rows());
    m_.copy(-q_.transpose(), rows);
    m_.fill(rows, [&] { la::divide_by_pivots(d_, rows); });
    m_.copy(rows.transpose(), q_);
    subtract(all, w_of_all, la::Op::transpose,
        [&](Index first, Index count) { return q_.middleCols(first, count); });
    q_ = Workspace<T>();
    d_ = Workspace<la::Complex>();
  }

  /// Some own columns of X on a range of panels.
  Workspace<T> scaled_rows(PanelRange range, Index first, Index count) {
    const auto panels = panels_of(range);
    auto x = m_.matrix<T>(range.size(), count);
    m_.fill(x, [&] {
      for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < range.size(); ++k)
          x(k, j) = static_cast<T>(
              (surface_.omega_squared_rho / surface_.mass[panels[k]]) * b_(panels[k], first + j));
    });
    return x;
  }

  /// A^T -= G X on a range of panels and some own rows.
  void subtract_at(
      PanelRange range, const la::Gemm<T>& g, const Eigen::Ref<const Matrix>& x, Index first) {
    const auto panels = panels_of(range);
    auto y = m_.zeros<T>(range.size(), x.cols());
    m_.gemm(y, g, x);
    m_.fill(y, [&] {
      for (Index j = 0; j < x.cols(); ++j)
        for (Index k = 0; k < range.size(); ++k) h_(panels[k], first + j) += y(k, j);
    });
  }

  auto panels_of(PanelRange range) const {
    return std::span(tree_.panels).subspan(range.begin, range.size());
  }

  /// Calls visit(first, count) for some own rows at a time, what is in flight making progress in
  /// between.
  template <class Visit>
  void for_each_strip(Visit&& visit) const {
    const Index rows = own_ < 1024 ? 128 : 256;
    for (Index first = 0; first < own_; first += rows) {
      visit(first, std::min(rows, own_ - first));
      progress();
    }
  }
  /// Calls visit(some) for some of these panels at a time.
  template <class Visit>
  void for_each_part(PanelRange panels, Visit&& visit) const {
    // G or W^T of these rows takes memory beside own rows of the matrices.
    const Index most = std::max<Index>(768, own_);
    for (Index begin = panels.begin; begin < panels.end; begin += most)
      visit(PanelRange{begin, std::min(begin + most, panels.end)});
  }

  const SurfaceTree& tree_;
  const Schedule& schedule_;
  const SurfaceCondition& surface_;
  const Workspace<la::Complex>& b_;
  Workspace<T>& h_;
  Index own_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  ReceiveBuffer buffer_, next_;  ///< at hand, and the one whose first broadcast is in flight
  Index done_ = 0;               ///< panels of the node at hand before this place are multiplied by
  Workspace<la::Complex> d_;     ///< D_v of the node at hand, if it is kept factored
  Workspace<T> q_;               ///< -W_v X, then D_v^{-1} W_v X
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

}  // namespace febem::reduce
