#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>

#include "la/gemm.h"
#include "stages/reduce/columns/columns.h"
#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {
namespace {

using common::Factor;
using common::StageContext;
using core::SingleComplex;
using timing::MessageBuffer;

/// D as ForwardElimination packs it, back in the places that a panel has it in.
template <class T>
la::Matrix unpack_pivots(const T* from, Index pivots) {
  la::Matrix values = la::Matrix::Zero(pivots, pivots);
  for (Index k = 0; k < pivots; ++k) values(k, k) = from[k];
  for (Index k = 0; k + 1 < pivots; ++k) values(k, k + 1) = from[pivots + k];
  return values;
}

/// A -= omega^2 rho B S on own rows, S = diag(1 / area) G given by the messages of all ranks:
///
///     G = sum over blocks of G_b + sum over the nodes kept factored of W_v^T D_v^{-1} W_v
///
/// All by columns of A^T, one an own row: with X = omega^2 rho diag(1 / area) B^T first G_b X and Q_v = W_v X, rank by rank as the
/// messages come; then, with all Q_v complete, W_v^T (D_v^{-1} Q_v).
template <class T>
class Product {
 public:
  using Matrix = la::MatrixOf<T>;
  using Gemm = la::Gemm<T>;

  Product(const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, Matrix& h, const StageContext& context)
      : parts_(*surface.factor->subdomains), factor_(*surface.factor), tree_(tree), surface_(surface), b_(b.values), h_(h),
        own_(b.map.local_rows(context.rank())), context_(context), kept_(context.ranks()) {
    for (int rank = 0; rank < context.ranks(); ++rank) layouts_.emplace_back(parts_, tree, rank);
  }

  void run(MessageBuffer<T> own) {
    begin(0, own);
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      in_flight_->finish();
      MessageBuffer<T> message = rank == context_.rank() ? std::move(own) : std::move(received_);
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
  /// Begins the broadcast of a rank's message, if there is one more rank.
  void begin(int rank, MessageBuffer<T>& own) {
    in_flight_.reset();
    if (rank == context_.ranks()) return;
    if (rank != context_.rank()) received_ = context_.arithmetic.message<T>(layouts_[rank].entries);
    auto& values = rank == context_.rank() ? own : received_;
    in_flight_ = context_.messages.ibroadcast(std::span(values), rank);
  }

  void report_progress(int steps) const { context_.report_progress(0.3 + 0.7 * (steps + 1) / (2.0 * context_.ranks())); }

  void progress() const {
    if (in_flight_) in_flight_->progress();
  }

  /// G_b X and Q_v += W_v X by the panels of one rank.
  void apply(int rank, const MessageBuffer<T>& message) {
    const auto& layout = layouts_[rank];
    for (const auto& section : layout.blocks) {
      const Index n = section.range.size();
      multiply(
          {timing::copy(n * n + 2 * n * own_)}, n, n, [&] { return Gemm(unpacked(section, message)); },
          [&](const Gemm& g, Index first, Index count) { subtract_at(section.range, g, scaled_rows(section.range, first, count), first); });
    }
    for (const auto& section : layout.factored) {
      const Index n = section.range.size(), p = section.pivots;
      auto& q = q_[section.node];
      if (q.size() == 0) context_.arithmetic.run({timing::first_touch(own_ * p)}, [&] { q = Matrix::Zero(p, own_); });
      multiply(
          {timing::copy(n * own_)}, p, n, [&] { return Gemm(w_of(section, message, 0)); },
          [&](const Gemm& w, Index first, Index count) { w.subtract_product(q.middleCols(first, count), scaled_rows(section.range, first, count)); });
    }
  }

  /// What apply_factored() needs of a message.
  void keep(int rank, const MessageBuffer<T>& message) {
    const auto& layout = layouts_[rank];
    const Count entries = layout.entries - layout.factored_offset;
    context_.arithmetic.run({timing::copy(entries)}, [&] { kept_[rank].assign(message.begin() + layout.factored_offset, message.end()); });
    for (const auto& section : layout.factored)
      if (section.has_pivots)
        context_.arithmetic.run({timing::copy(2 * section.pivots)},
                                [&] { pivots_[section.node] = unpack_pivots(&message[section.offset], section.pivots); });
  }

  /// A^T -= W_v^T (D_v^{-1} Q_v) on the panels of one rank.
  void apply_factored(int rank) {
    const auto& layout = layouts_[rank];
    for (const auto& section : layout.factored) {
      const Index n = section.range.size(), p = section.pivots;
      auto& q = q_[section.node];
      if (divided_.insert(section.node).second)
        context_.arithmetic.run({timing::copy(4 * own_ * p)}, [&] {
          Matrix rows = -q.transpose();
          la::divide_by_pivots(pivots_of(section.node), rows);
          q = rows.transpose();
        });
      multiply(
          {timing::copy(n * own_)}, n, p, [&] { return Gemm(w_of(section, kept_[rank], layout.factored_offset), la::Op::transpose); },
          [&](const Gemm& w, Index first, Index count) { subtract_at(section.range, w, q.middleCols(first, count), first); });
    }
  }

  /// D of a node: the interface's is on every rank, the others' came with W.
  la::Matrix pivots_of(Index v) const {
    if (const auto found = pivots_.find(v); found != pivots_.end()) return found->second;
    const auto interface = parts_.nodes.begin() + parts_.own_panels;
    const auto k = std::lower_bound(interface, parts_.nodes.end(), v) - parts_.nodes.begin();
    return factor_.panels[k].topRows(parts_.pivots[v]);
  }

  /// W in a message, or in what is kept of it from entry `first` on.
  static Eigen::Map<const Matrix> w_of(const Section& section, std::span<const T> entries, Count first) {
    const Count begin = section.offset - first + (section.has_pivots ? 2 * section.pivots : 0);
    return {entries.data() + begin, section.pivots, section.range.size()};
  }

  /// G of a block, both triangles.
  static Matrix unpacked(const Section& section, const MessageBuffer<T>& message) {
    Matrix g(section.range.size(), section.range.size());
    const T* from = message.data() + section.offset;
    for (Index j = 0; j < g.cols(); ++j) {
      const Index below = g.rows() - j;
      std::copy_n(from, below, &g(j, j));
      g.row(j).tail(below - 1) = g.col(j).tail(below - 1).transpose();
      from += below;
    }
    return g;
  }

  /// Some own columns of X on a range of panels.
  Matrix scaled_rows(PanelRange range, Index first, Index count) const {
    const auto panels = panels_of(range);
    Matrix x(range.size(), count);
    for (Index j = 0; j < count; ++j)
      for (Index k = 0; k < range.size(); ++k)
        x(k, j) = static_cast<T>((surface_.omega_squared_rho / (*surface_.areas)[panels[k]]) * b_(panels[k], first + j));
    return x;
  }

  /// A^T -= G X on a range of panels and some own rows.
  void subtract_at(PanelRange range, const Gemm& g, const Eigen::Ref<const Matrix>& x, Index first) {
    const auto panels = panels_of(range);
    Matrix y = Matrix::Zero(range.size(), x.cols());
    g.subtract_product(y, x);
    for (Index j = 0; j < x.cols(); ++j)
      for (Index k = 0; k < range.size(); ++k) h_(panels[k], first + j) += y(k, j);
  }

  auto panels_of(PanelRange range) const { return std::span(tree_.panels).subspan(range.begin, range.size()); }

  /// Makes an m x k Gemm ready, and applies it to some own rows at a time, what is in flight making progress in between.
  template <class Ready, class Apply>
  void multiply(std::vector<timing::Work> works, Index m, Index k, Ready&& ready, Apply&& apply) {
    constexpr Index rows_at_a_time = 256;
    if (own_ == 0) return;
    const auto products = timing::multiply_by(m, own_, k, (own_ + rows_at_a_time - 1) / rows_at_a_time);
    works.push_back(timing::make_gemm(m, k));
    works.insert(works.end(), products.begin(), products.end());
    context_.arithmetic.run(
        works,
        [&] {
          const Gemm gemm = ready();
          for (Index first = 0; first < own_; first += rows_at_a_time) {
            apply(gemm, first, std::min(rows_at_a_time, own_ - first));
            progress();
          }
        },
        [this] { progress(); });
  }

  const Subdomains& parts_;
  const Factor& factor_;
  const SurfaceTree& tree_;
  const SurfaceCondition& surface_;
  const la::Matrix& b_;
  Matrix& h_;
  Index own_;
  const StageContext& context_;
  std::vector<Layout> layouts_;         ///< by rank
  std::vector<std::vector<T>> kept_;    ///< W by rank, and what else stands there
  std::map<Index, Matrix> q_;           ///< by node: -W_v X, then D_v^{-1} W_v X
  std::map<Index, la::Matrix> pivots_;  ///< D by node
  std::set<Index> divided_;             ///< nodes whose Q is divided by D
  MessageBuffer<T> received_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

}  // namespace

template <class T>
void subtract_columns(MessageBuffer<T> message, const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, la::MatrixOf<T>& a,
                      const StageContext& context) {
  Product<T>(tree, surface, b, a, context).run(std::move(message));
}

template void subtract_columns(MessageBuffer<Complex>, const SurfaceTree&, const SurfaceCondition&, const la::OwnedRows&, la::Matrix&,
                               const StageContext&);
template void subtract_columns(MessageBuffer<SingleComplex>, const SurfaceTree&, const SurfaceCondition&, const la::OwnedRows&, la::SingleMatrix&,
                               const StageContext&);

}  // namespace febem::reduce
