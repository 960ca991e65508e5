#include "stages/reduce/columns/product.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "la/blas.h"
#include "stages/reduce/columns/layout.h"

namespace febem::reduce {
namespace {

using core::SingleComplex;
using execution::StageContext;
using pipeline::Factor;

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
/// With X = omega^2 rho B diag(1 / area) by own row, first X G_b and Q_v = X W_v^T, rank by rank as the messages come; then,
/// with all Q_v complete, (Q_v D_v^{-1}) W_v.
template <class T>
class Product {
 public:
  using Matrix = la::MatrixOf<T>;

  Product(const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, Matrix& h, const StageContext& context)
      : parts_(*surface.factor->subdomains), factor_(*surface.factor), tree_(tree), surface_(surface), b_(b.values), h_(h),
        own_(b.map.local_rows(context.rank())), context_(context), kept_(context.ranks()) {
    for (int rank = 0; rank < context.ranks(); ++rank) layouts_.emplace_back(parts_, tree, rank);
  }

  void run(std::vector<T> own) {
    begin(0, own);
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      in_flight_->finish();
      std::vector<T> message = rank == context_.rank() ? std::move(own) : std::move(received_);
      begin(rank + 1, own);
      apply(rank, message);
      keep(rank, message);
      say_done(rank);
    }
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      apply_factored(rank);
      say_done(context_.ranks() + rank);
    }
  }

 private:
  /// Begins the broadcast of a rank's message, if there is one more rank.
  void begin(int rank, std::vector<T>& own) {
    in_flight_.reset();
    if (rank == context_.ranks()) return;
    if (rank != context_.rank()) received_.resize(layouts_[rank].entries);
    auto& values = rank == context_.rank() ? own : received_;
    in_flight_ = context_.messages.ibroadcast(std::span(values), rank);
  }

  void say_done(int steps) const { context_.say_done(0.3 + 0.7 * (steps + 1) / (2.0 * context_.ranks())); }

  void progress() const {
    if (in_flight_) in_flight_->progress();
  }

  /// X G_b and Q_v += X W_v^T by the panels of one rank.
  void apply(int rank, const std::vector<T>& message) {
    const auto& layout = layouts_[rank];
    for (const auto& section : layout.blocks) {
      Matrix g;
      const Index n = section.range.size();
      context_.arithmetic.charge({timing::copy(n * n)}, [&] { g = unpacked(section, message); });
      const std::vector works{timing::scatter(2 * n * own_), timing::multiply(own_, n, n, strips())};
      for_each_strip(works, [&](Index first, Index count) {
        Matrix y = Matrix::Zero(count, n);
        la::subtract_product(y, scaled_rows(section.range, first, count), g);
        for (Index k = 0; k < n; ++k) h_.row(panel(section.range, k)).segment(first, count) += y.col(k).transpose();
      });
    }
    for (const auto& section : layout.factored) {
      const Index n = section.range.size(), p = section.pivots;
      auto& q = q_[section.node];
      if (q.size() == 0) context_.arithmetic.charge({timing::clear(own_ * p)}, [&] { q = Matrix::Zero(own_, p); });
      const std::vector works{timing::scatter(n * own_), timing::multiply(own_, p, n, strips())};
      for_each_strip(works, [&](Index first, Index count) {
        la::subtract_product(q.middleRows(first, count), scaled_rows(section.range, first, count), w_of(section, message, 0),
                             la::Op::transpose);
      });
    }
  }

  /// What apply_factored() needs of a message.
  void keep(int rank, const std::vector<T>& message) {
    const auto& layout = layouts_[rank];
    const Count entries = layout.entries - layout.factored_offset;
    context_.arithmetic.charge({timing::copy(entries)},
                               [&] { kept_[rank].assign(message.begin() + layout.factored_offset, message.end()); });
    for (const auto& section : layout.factored)
      if (section.has_pivots)
        context_.arithmetic.charge({timing::copy(2 * section.pivots)},
                                   [&] { pivots_[section.node] = unpack_pivots(&message[section.offset], section.pivots); });
  }

  /// A -= (Q_v D_v^{-1}) W_v on the panels of one rank.
  void apply_factored(int rank) {
    const auto& layout = layouts_[rank];
    for (const auto& section : layout.factored) {
      const Index n = section.range.size(), p = section.pivots;
      auto& q = q_[section.node];
      if (divided_.insert(section.node).second)
        context_.arithmetic.charge({timing::copy(2 * own_ * p)}, [&] { la::divide_by_pivots(pivots_of(section.node), q); });
      const std::vector works{timing::scatter(n * own_), timing::multiply(own_, n, p, strips())};
      for_each_strip(works, [&](Index first, Index count) {
        Matrix y = Matrix::Zero(count, n);
        la::subtract_product(y, q.middleRows(first, count), w_of(section, kept_[rank], layout.factored_offset));
        for (Index k = 0; k < n; ++k) h_.row(panel(section.range, k)).segment(first, count) -= y.col(k).transpose();
      });
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
  static Eigen::Map<const Matrix> w_of(const Section& section, const std::vector<T>& entries, Count first) {
    const Count begin = section.offset - first + (section.has_pivots ? 2 * section.pivots : 0);
    return {entries.data() + begin, section.pivots, section.range.size()};
  }

  /// G of a block, both triangles.
  static Matrix unpacked(const Section& section, const std::vector<T>& message) {
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

  /// Some own rows of X on a range of panels.
  Matrix scaled_rows(PanelRange range, Index first, Index count) const {
    Matrix x(count, range.size());
    for (Index k = 0; k < range.size(); ++k) {
      const Index j = panel(range, k);
      x.col(k) = ((surface_.omega_squared_rho / (*surface_.areas)[j]) * b_.row(j).segment(first, count).transpose()).template cast<T>();
    }
    return x;
  }

  Index panel(PanelRange range, Index k) const { return tree_.panels[range.begin + k]; }

  static constexpr Index rows_at_a_time = 256;
  Index strips() const { return (own_ + rows_at_a_time - 1) / rows_at_a_time; }

  /// Does the work on some own rows at a time, what is in flight making progress in between.
  template <class Visit>
  void for_each_strip(const std::vector<timing::Work>& works, Visit&& visit) {
    if (own_ == 0) return;
    context_.arithmetic.charge(works, [&] {
      for (Index first = 0; first < own_; first += rows_at_a_time) {
        visit(first, std::min(rows_at_a_time, own_ - first));
        progress();
      }
    }, [this] { progress(); });
  }

  const Subdomains& parts_;
  const Factor& factor_;
  const SurfaceTree& tree_;
  const SurfaceCondition& surface_;
  const la::Matrix& b_;
  Matrix& h_;
  Index own_;
  const StageContext& context_;
  std::vector<Layout> layouts_;             ///< by rank
  std::vector<std::vector<T>> kept_;  ///< W by rank, and what else stands there
  std::map<Index, Matrix> q_;               ///< by node, with the sign of a subtracted product
  std::map<Index, la::Matrix> pivots_;      ///< D by node
  std::set<Index> divided_;                 ///< nodes whose Q is divided by D
  std::vector<T> received_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

}  // namespace

template <class T>
void subtract_columns(std::vector<T> message, const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b,
                      la::MatrixOf<T>& a, const StageContext& context) {
  Product<T>(tree, surface, b, a, context).run(std::move(message));
}

template void subtract_columns(std::vector<Complex>, const SurfaceTree&, const SurfaceCondition&, const la::OwnedRows&, la::Matrix&,
                               const StageContext&);
template void subtract_columns(std::vector<SingleComplex>, const SurfaceTree&, const SurfaceCondition&, const la::OwnedRows&,
                               la::SingleMatrix&, const StageContext&);

}  // namespace febem::reduce
