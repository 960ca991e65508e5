// The second half of stage 3 by columns: the product of B with what all ranks say of G. The algebra, the messages and their cost are in
// ../README.md.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "stages/common/stage_context.h"
#include "stages/reduce/columns/surface_tree.h"
#include "stages/reduce/reduce.h"

namespace febem::reduce {

using common::Factor;
using common::StageContext;
using la::Workspace;

/// D as ForwardElimination packs it, back in the places that a panel has it in.
template <class T>
la::Matrix unpack_pivots(const T* from, Index pivots) {
  la::Matrix values = la::Matrix::Zero(pivots, pivots);
  const auto at = [&](Index k) { return la::Complex(from[k]) + la::Complex(from[2 * pivots + k]); };
  for (Index k = 0; k < pivots; ++k) values(k, k) = at(k);
  for (Index k = 0; k + 1 < pivots; ++k) values(k, k + 1) = at(pivots + k);
  return values;
}

/// A -= omega^2 rho B S on own rows, S = M^{-1} G given by the messages of all ranks:
///
///     G = sum over blocks of G_b + sum over the nodes kept factored of W_v^T D_v^{-1} W_v
///
/// All by columns of A^T, one an own row: with X = omega^2 rho M^{-1} B^T first G_b X and Q_v = W_v X, rank by rank as the
/// messages come; then, with all Q_v complete, W_v^T (D_v^{-1} Q_v). One broadcast from each rank, the next in flight during the work on the
/// one before, as far as the strategy allows.
template <class T>
class Product {
 public:
  using Matrix = la::MatrixOf<T>;

  Product(const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, Matrix& h, const StageContext& context)
      : tree_(tree), surface_(surface), b_(b.values), h_(h), own_(b.map.local_rows(context.rank())), context_(context), m_(context.arithmetic) {
    for (int rank = 0; rank < context.ranks(); ++rank) layouts_.emplace_back(*surface.factor->subdomains, tree, rank);
  }

  /// `own` is the message of ForwardElimination. Collective.
  void run(Workspace<T> own) {
    begin(0, own);
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      in_flight_->finish();
      Workspace<T> message = rank == context_.rank() ? std::move(own) : std::move(received_);
      begin(rank + 1, own);
      apply(rank, message);
      keep(rank, message);
      report_progress(rank);
    }
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      apply_factored(rank);
      report_progress(context_.ranks() + rank);
    }
  }

 private:
  /// A node that is kept factored.
  struct FactoredNode {
    std::map<int, Workspace<T>> w;  ///< by rank, on its panels
    la::Matrix d;                   ///< came with W of the first panels
    Workspace<T> q;                 ///< -W_v X, then D_v^{-1} W_v X
    bool is_divided = false;
  };

  /// Begins the broadcast of a rank's message, if there is one more rank.
  void begin(int rank, Workspace<T>& own) {
    in_flight_.reset();
    if (rank == context_.ranks()) return;
    if (rank != context_.rank()) received_ = m_.message<T>(layouts_[rank].entries);
    auto& values = rank == context_.rank() ? own : received_;
    in_flight_ = context_.messages.ibroadcast(la::span_of(values), rank);
  }

  void report_progress(int steps) const { context_.report_progress(0.3 + 0.7 * (steps + 1) / (2.0 * context_.ranks())); }

  void progress() const {
    if (in_flight_) in_flight_->progress();
  }

  /// G_b X and Q_v += W_v X by the panels of one rank.
  void apply(int rank, const Workspace<T>& message) {
    if (own_ == 0) return;
    for (const auto& section : layouts_[rank].blocks) {
      const auto panels = tree_.of_node[section.node];
      unpack(section, message);
      if (section.range.end < panels.end) continue;
      const auto g = m_.operand(g_);
      g_ = Workspace<T>();
      for_each_strip([&](Index first, Index count) { subtract_at(panels, g, scaled_rows(panels, first, count), first); });
    }
    for (const auto& section : layouts_[rank].factored) {
      const auto w = m_.operand(w_of(section, message));
      auto& q = nodes_[section.node].q;
      if (q.size() == 0) q = m_.zeros<T>(w.rows(), own_, timing::first_touch);
      for_each_strip([&](Index first, Index count) { m_.gemm(q.middleCols(first, count), w, scaled_rows(section.range, first, count)); });
    }
  }

  /// W and D of the nodes that are kept factored.
  void keep(int rank, const Workspace<T>& message) {
    for (const auto& section : layouts_[rank].factored) {
      auto& node = nodes_[section.node];
      node.w[rank] = m_.copy_of(w_of(section, message));
      if (!section.has_pivots) continue;
      const auto d = la::span_of(message).subspan(section.offset, 4 * section.pivots);
      m_.fill(d, [&] { node.d = unpack_pivots(d.data(), section.pivots); });
    }
  }

  /// A^T -= W_v^T (D_v^{-1} Q_v) on the panels of one rank.
  void apply_factored(int rank) {
    if (own_ == 0) return;
    for (const auto& section : layouts_[rank].factored) {
      auto& node = nodes_[section.node];
      if (!std::exchange(node.is_divided, true)) divide(node);
      const auto w = m_.operand(node.w[rank], la::Op::transpose);
      for_each_strip([&](Index first, Index count) { subtract_at(section.range, w, node.q.middleCols(first, count), first); });
    }
  }

  /// Q_v = D_v^{-1} W_v X.
  void divide(FactoredNode& node) {
    auto rows = m_.matrix<T>(own_, node.q.rows());
    m_.copy(-node.q.transpose(), rows);
    m_.fill(rows, [&] { la::divide_by_pivots(node.d, rows); });
    m_.copy(rows.transpose(), node.q);
  }

  /// W in a message.
  static Eigen::Map<const Matrix> w_of(const Section& section, const Workspace<T>& message) {
    return {message.data() + section.offset + (section.has_pivots ? 4 * section.pivots : 0), section.pivots, section.range.size()};
  }

  /// Some columns of G of a block, both triangles. The ranks that share a block follow each other.
  void unpack(const Section& section, const Workspace<T>& message) {
    const auto [begin, end] = tree_.of_node[section.node];
    if (section.range.begin == begin) g_ = m_.matrix<T>(end - begin, end - begin);
    m_.fill(g_.middleCols(section.range.begin - begin, section.range.size()), [&] {
      const T* from = message.data() + section.offset;
      for (Index j = section.range.begin - begin; j < section.range.end - begin; ++j) {
        const Index below = g_.rows() - j;
        std::copy_n(from, below, &g_(j, j));
        g_.row(j).tail(below - 1) = g_.col(j).tail(below - 1).transpose();
        from += below;
      }
    });
  }

  /// Some own columns of X on a range of panels.
  Workspace<T> scaled_rows(PanelRange range, Index first, Index count) {
    const auto panels = panels_of(range);
    auto x = m_.matrix<T>(range.size(), count);
    m_.fill(x, [&] {
      for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < range.size(); ++k)
          x(k, j) = static_cast<T>((surface_.omega_squared_rho / surface_.mass[panels[k]]) * b_(panels[k], first + j));
    });
    return x;
  }

  /// A^T -= G X on a range of panels and some own rows.
  void subtract_at(PanelRange range, const la::Gemm<T>& g, const Eigen::Ref<const Matrix>& x, Index first) {
    const auto panels = panels_of(range);
    auto y = m_.zeros<T>(range.size(), x.cols());
    m_.gemm(y, g, x);
    m_.fill(y, [&] {
      for (Index j = 0; j < x.cols(); ++j)
        for (Index k = 0; k < range.size(); ++k) h_(panels[k], first + j) += y(k, j);
    });
  }

  auto panels_of(PanelRange range) const { return std::span(tree_.panels).subspan(range.begin, range.size()); }

  /// Calls visit(first, count) for some own rows at a time, what is in flight making progress in between.
  template <class Visit>
  void for_each_strip(Visit&& visit) const {
    constexpr Index rows_at_a_time = 256;
    for (Index first = 0; first < own_; first += rows_at_a_time) {
      visit(first, std::min(rows_at_a_time, own_ - first));
      progress();
    }
  }

  const SurfaceTree& tree_;
  const SurfaceCondition& surface_;
  const la::Matrix& b_;
  Matrix& h_;
  Index own_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  std::vector<Layout> layouts_;  ///< by rank
  std::map<Index, FactoredNode> nodes_;
  Workspace<T> g_;  ///< of the block at hand
  Workspace<T> received_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

}  // namespace febem::reduce
