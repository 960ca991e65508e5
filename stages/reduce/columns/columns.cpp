// columns: S = C A_s^{-1} T by forward elimination alone, on the tree of a factor by subdomains. The algebra, the messages and
// their cost are in ../README.md.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "la/blas.h"
#include "stages/reduce/columns/surface_tree.h"
#include "stages/reduce/reduce.h"
#include "stages/reduce/solve.h"

namespace febem::reduce {
namespace {

using core::Count;
using core::master;
using execution::StageContext;
using la::Index;
using la::Matrix;
using pipeline::Factor;

Count triangle(Count n) { return n * (n + 1) / 2; }

/// What one node of a rank puts into that rank's message.
struct Section {
  Index node = 0;
  PanelRange range;      ///< of the rank's panels
  Index pivots = 0;      ///< 0 for a block
  bool has_pivots = false;  ///< D goes before W: the receivers do not have it
  Count offset = 0, entries = 0;
};

/// A rank's message: G of its blocks, lower triangles by column; then W of the nodes that are kept factored, D before it where
/// only this rank has it.
struct Layout {
  std::vector<Section> blocks, factored;
  Count entries = 0;
  Count factored_offset = 0;

  Layout(const Subdomains& parts, const SurfaceTree& surface, int rank) {
    for (const Index v : parts.tree.nodes_of(rank))
      if (surface.part[v] == Part::block) add(blocks, v, surface.range(v, rank), 0, false, triangle(surface.range(v, rank).size()));
    factored_offset = entries;
    for (const int owner : {rank, EliminationTree::interface})
      for (const Index v : parts.tree.nodes_of(owner)) {
        const auto range = surface.range(v, rank);
        const Index p = parts.pivots[v];
        if (surface.part[v] != Part::factored || range.empty() || p == 0) continue;
        const bool own = owner == rank;
        add(factored, v, range, p, own, p * range.size() + (own ? 2 * p : 0));
      }
  }

 private:
  void add(std::vector<Section>& to, Index v, PanelRange range, Index pivots, bool has_pivots, Count count) {
    if (range.empty()) return;
    to.push_back({v, range, pivots, has_pivots, entries, count});
    entries += count;
  }
};

/// D of `pivots` columns of a panel in two columns, and back into the places that a panel has it in.
void pack_pivots(const la::ConstView& values, Index pivots, Complex* to) {
  for (Index k = 0; k < pivots; ++k) to[k] = values(k, k);
  for (Index k = 0; k < pivots; ++k) to[pivots + k] = k + 1 < pivots ? values(k, k + 1) : Complex(0);
}
Matrix unpack_pivots(const Complex* from, Index pivots) {
  Matrix values = Matrix::Zero(pivots, pivots);
  for (Index k = 0; k < pivots; ++k) values(k, k) = from[k];
  for (Index k = 0; k + 1 < pivots; ++k) values(k, k + 1) = from[pivots + k];
  return values;
}

/// W of this rank's panels, node by node, and the message that comes of it.
class ForwardElimination {
 public:
  ForwardElimination(const Factor& factor, const SurfaceTree& surface, const fem::SparseMatrix& coupling,
                     const StageContext& context)
      : factor_(factor), parts_(*factor.subdomains), surface_(surface), coupling_(coupling), context_(context),
        layout_(parts_, surface, context.rank()), place_(factor.size, -1), message_(layout_.entries) {}

  std::vector<Complex> run() && {
    for (std::size_t k = 0; k < factor_.shapes.size(); ++k) {
      eliminate(k);
      context_.say_done(0.3 * static_cast<double>(k + 1) / static_cast<double>(factor_.shapes.size()));
    }
    return std::move(message_);
  }

 private:
  PanelRange range(Index v) const { return surface_.range(v, context_.rank()); }

  /// X2 of a node, and its rows.
  struct Left {
    pipeline::Dofs rows;
    Matrix values;
  };

  /// X1 = L11^{-1} X1 = W on the node's pivots, X2 -= L21 X1 goes on to its parent.
  void eliminate(std::size_t k) {
    const auto& shape = factor_.shapes[k];
    const Index v = parts_.nodes[k], n = range(v).size(), p = shape.pivots, rest = shape.front() - p;
    if (n == 0) return;
    context_.arithmetic.charge({timing::clear(shape.front() * n), timing::copy(rest * n), timing::solve_triangular(p, n),
                                timing::multiply(rest, n, p)},
                               [&] {
                                 Matrix x = assembled(v, shape);
                                 auto x1 = x.topRows(p), x2 = x.bottomRows(rest);
                                 if (p > 0) {
                                   const auto& values = factor_.panels[k];
                                   la::solve_unit_lower(la::Side::left, la::Op::none, values.topRows(p), x1);
                                   la::subtract_product(x2, values.bottomRows(rest), x1);
                                 }
                                 w_ = x1;
                                 left_[v] = {{shape.others().begin(), shape.others().end()}, x2};
                               });
    for (const Index child : parts_.tree.nodes[v].children) left_.erase(child);
    if (surface_.part[v] == Part::factored) return keep(k);
    add_to_block(k);
  }

  /// X of a node: what its children left, and the columns that enter here.
  Matrix assembled(Index v, const pipeline::PanelShape& shape) {
    const auto columns = range(v);
    Matrix x = Matrix::Zero(shape.front(), columns.size());
    for (Index row = 0; row < shape.front(); ++row) place_[shape.rows[row]] = row;
    for (const Index child : parts_.tree.nodes[v].children) {
      const auto from = left_.find(child);
      if (from == left_.end()) continue;
      const auto& [rows, values] = from->second;
      auto block = x.middleCols(range(child).begin - columns.begin, range(child).size());
      for (Index row = 0; row < std::ssize(rows); ++row) block.row(place_[rows[row]]) = values.row(row);
    }
    for (Index at = columns.begin; at < columns.end; ++at)
      if (surface_.entry[at] == v)
        for (fem::SparseMatrix::InnerIterator entry(coupling_, surface_.panels[at]); entry; ++entry)
          x(place_[entry.row()], at - columns.begin) = entry.value();
    return x;
  }

  /// W of a node that is kept factored goes into the message.
  void keep(std::size_t k) {
    const Index v = parts_.nodes[k];
    const auto section = std::find_if(layout_.factored.begin(), layout_.factored.end(), [&](const auto& s) { return s.node == v; });
    if (section == layout_.factored.end()) return;
    context_.arithmetic.charge({timing::copy(section->entries)}, [&] {
      Complex* to = message_.data() + section->offset;
      if (section->has_pivots) pack_pivots(factor_.panels[k], section->pivots, std::exchange(to, to + 2 * section->pivots));
      std::copy_n(w_.data(), w_.size(), to);
    });
  }

  /// G += W^T D^{-1} W on the node's panels, of the lower triangle; a finished block goes into the message.
  void add_to_block(std::size_t k) {
    const Index v = parts_.nodes[k], n = range(v).size(), p = factor_.shapes[k].pivots;
    const Index root = block_of(v), block_size = range(root).size(), first = range(v).begin - range(root).begin;
    if (root != block_root_) {
      block_root_ = root;
      context_.arithmetic.charge({timing::clear(block_size * block_size)}, [&] { block_ = Matrix::Zero(block_size, block_size); });
    }
    std::vector<timing::Work> works{timing::copy(3 * n * p)};
    for_each_strip(n, [&](Index column, Index count) { works.push_back(timing::multiply(n - column, count, p)); });
    context_.arithmetic.charge(works, [&] {
      if (p == 0) return;
      Matrix z = w_.transpose();
      la::divide_by_pivots(factor_.panels[k].topRows(p), z);
      z = -z;
      for_each_strip(n, [&](Index column, Index count) {
        la::subtract_product(block_.block(first + column, first + column, n - column, count), z.bottomRows(n - column),
                             w_.middleCols(column, count));
      });
    });
    if (v == root) finish_block();
  }

  void finish_block() {
    const auto section = std::find_if(layout_.blocks.begin(), layout_.blocks.end(), [&](const auto& s) { return s.node == block_root_; });
    context_.arithmetic.charge({timing::copy(section->entries)}, [&] {
      Complex* to = message_.data() + section->offset;
      for (Index j = 0; j < block_.cols(); ++j) to = std::copy_n(&block_(j, j), block_.rows() - j, to);
    });
    block_ = {};
    block_root_ = -1;
  }

  Index block_of(Index v) const {
    while (surface_.part[v] != Part::block) v = parts_.tree.nodes[v].parent;
    return v;
  }

  template <class Visit>
  static void for_each_strip(Index columns, Visit&& visit) {
    constexpr Index columns_at_a_time = 128;
    for (Index first = 0; first < columns; first += columns_at_a_time) visit(first, std::min(columns_at_a_time, columns - first));
  }

  const Factor& factor_;
  const Subdomains& parts_;
  const SurfaceTree& surface_;
  const fem::SparseMatrix& coupling_;
  const StageContext& context_;
  Layout layout_;
  std::vector<Index> place_;                  ///< of each degree of freedom in the front at hand
  std::map<Index, Left> left_;                ///< of each node, until its parent takes it
  Matrix w_;                                  ///< of the node at hand
  Matrix block_;                              ///< G of the block at hand
  Index block_root_ = -1;
  std::vector<Complex> message_;
};

/// A -= omega^2 rho B S on own rows, S = diag(1 / area) G given by the messages of all ranks:
///
///     G = sum over blocks of G_b + sum over the nodes kept factored of W_v^T D_v^{-1} W_v
///
/// With X = omega^2 rho B diag(1 / area) by own row, first X G_b and Q_v = X W_v^T, rank by rank as the messages come; then,
/// with all Q_v complete, (Q_v D_v^{-1}) W_v.
class Product {
 public:
  Product(const Factor& factor, const SurfaceTree& tree, const SurfaceCondition& surface, const la::OwnedRows& b, ReducedRows& rows,
          const StageContext& context)
      : parts_(*factor.subdomains), factor_(factor), tree_(tree), surface_(surface), b_(b.values), h_(rows.matrix.values),
        own_(rows.right_hand_side.size()), context_(context), kept_(context.ranks()) {
    for (int rank = 0; rank < context.ranks(); ++rank) layouts_.emplace_back(parts_, tree, rank);
  }

  void run(std::vector<Complex> own) {
    begin(0, own);
    for (int rank = 0; rank < context_.ranks(); ++rank) {
      in_flight_->finish();
      std::vector<Complex> message = rank == context_.rank() ? std::move(own) : std::move(received_);
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
  void begin(int rank, std::vector<Complex>& own) {
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
  void apply(int rank, const std::vector<Complex>& message) {
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
        la::subtract_product(q.middleRows(first, count), scaled_rows(section.range, first, count), w_of(section, message.data()),
                             la::Op::transpose);
      });
    }
  }

  /// What apply_factored() needs of a message.
  void keep(int rank, const std::vector<Complex>& message) {
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
        la::subtract_product(y, q.middleRows(first, count), w_of(section, kept_[rank].data() - layout.factored_offset));
        for (Index k = 0; k < n; ++k) h_.row(panel(section.range, k)).segment(first, count) -= y.col(k).transpose();
      });
    }
  }

  /// D of a node: the interface's is on every rank, the others' came with W.
  Matrix pivots_of(Index v) const {
    if (const auto found = pivots_.find(v); found != pivots_.end()) return found->second;
    const auto interface = parts_.nodes.begin() + parts_.own_panels;
    const auto k = std::lower_bound(interface, parts_.nodes.end(), v) - parts_.nodes.begin();
    return factor_.panels[k].topRows(parts_.pivots[v]);
  }

  Eigen::Map<const Matrix> w_of(const Section& section, const Complex* message) const {
    return {message + section.offset + (section.has_pivots ? 2 * section.pivots : 0), section.pivots, section.range.size()};
  }

  /// G of a block, both triangles.
  static Matrix unpacked(const Section& section, const std::vector<Complex>& message) {
    Matrix g(section.range.size(), section.range.size());
    const Complex* from = message.data() + section.offset;
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
      x.col(k) = (surface_.omega_squared_rho / (*surface_.areas)[j]) * b_.row(j).segment(first, count).transpose();
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
  const Matrix& b_;
  Matrix& h_;
  Index own_;
  const StageContext& context_;
  std::vector<Layout> layouts_;             ///< by rank
  std::vector<std::vector<Complex>> kept_;  ///< W by rank, and what else stands there
  std::map<Index, Matrix> q_, pivots_;      ///< by node; Q with the sign of a subtracted product
  std::set<Index> divided_;                 ///< nodes whose Q is divided by D
  std::vector<Complex> received_;
  std::unique_ptr<comm::BroadcastRequest> in_flight_;
};

/// b -= omega^2 rho B C A_s^{-1} F, by one solution for F.
void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface, const fem::SparseMatrix& coupling, ReducedRows& rows,
                    const StageContext& context) {
  auto& factor = *surface.factor;
  const Index n = b.map.rows(), own = rows.right_hand_side.size();
  Vector x, q;
  if (context.is_master()) x = factor.motions != nullptr ? factor.motions->forces(surface.force) : surface.force;
  solve(factor, x, context);
  if (context.is_master()) {
    q = Vector::Zero(n);
    context.arithmetic.charge({timing::add_scaled_by_real(coupling.nonZeros())}, [&] {
      q = coupling.transpose() * x;
      for (Index j = 0; j < n; ++j) q[j] *= surface.omega_squared_rho / (*surface.areas)[j];
    });
  }
  q = shared(std::move(q), n, context);
  context.arithmetic.charge({timing::add_scaled(n * own)}, [&] { rows.right_hand_side -= b.values.transpose() * q; });
}

fem::SparseMatrix coupling_of_unknowns(const SurfaceCondition& surface) {
  const auto* motions = surface.factor->motions;
  return motions != nullptr ? motions->forces(*surface.coupling) : *surface.coupling;
}

/// A -= omega^2 rho B diag(1 / area) G where a library gives G as a whole.
void subtract_whole(const Matrix& g, const SurfaceCondition& surface, const la::OwnedRows& b, ReducedRows& rows) {
  Matrix scaled = b.values;
  for (Index j = 0; j < scaled.rows(); ++j) scaled.row(j) *= surface.omega_squared_rho / (*surface.areas)[j];
  la::subtract_product(rows.matrix.values, g, scaled);
}

void run_columns(const la::OwnedRows& b, const SurfaceCondition& surface, ReducedRows& rows, const StageContext& context) {
  auto& factor = *surface.factor;
  if (!factor.subdomains && !factor.opaque) throw std::logic_error("method 'columns' needs a factor that takes sparse right-hand sides");
  const auto coupling = coupling_of_unknowns(surface);
  subtract_force(b, surface, coupling, rows, context);
  if (factor.opaque)
    return context.arithmetic.charge({timing::in_library(0)},
                                     [&] { subtract_whole(factor.opaque->condensed(coupling), surface, b, rows); });
  const auto tree = surface_tree(*factor.subdomains, coupling, context.ranks());
  auto own = ForwardElimination(factor, tree, coupling, context).run();
  Product(factor, tree, surface, b, rows, context).run(std::move(own));
}

comm::Traffic columns_traffic(const SurfaceCondition& surface, Index panels, const comm::Messenger& messages) {
  const auto& factor = *surface.factor;
  const auto tree = surface_tree(*factor.subdomains, coupling_of_unknowns(surface), messages.size());
  auto total = solve_by_subdomains_traffic(factor, messages) + messages.broadcast_traffic(panels * sizeof(Complex), sizeof(Complex));
  for (int rank = 0; rank < messages.size(); ++rank)
    total += messages.ibroadcast_traffic(Layout(*factor.subdomains, tree, rank).entries * sizeof(Complex), sizeof(Complex));
  return total;
}

}  // namespace

extern const Method columns_method{"columns", "C A_s^{-1} T by forward elimination on the tree, then the product with B", run_columns,
                                   columns_traffic, true};

}  // namespace febem::reduce
