// The first half of stage 3 by columns: forward elimination of T on the tree. The algebra and the
// messages are in ../README.md.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "comm/team.h"
#include "la/packed.h"
#include "stages/common/stage_context.h"
#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {

using common::Factor;
using common::StageContext;
using la::Workspace;

/// D of `pivots` columns of a panel: the diagonal, the off-diagonal, then the rounding errors of
/// both in the precision of T. A pivot may be small beside its row, so that half of its digits are
/// not enough to divide by it.
template <class T>
void pack_pivots(const la::ConstView& values, Index pivots, T* to) {
  for (Index k = 0; k < 2 * pivots; ++k) {
    const la::Complex d = k < pivots           ? values(k, k)
                          : k + 1 < 2 * pivots ? values(k - pivots, k - pivots + 1)
                                               : la::Complex(0);
    to[k] = T(d);
    to[2 * pivots + k] = T(d - la::Complex(to[k]));
  }
}

/// W = L^{-1} T of this rank's panels, node by node, and what follows from it for G: all broadcasts
/// of this rank, one after the other, in the precision of T. `coupling` is T in the unknowns of the
/// factor.
template <class T>
class ForwardElimination {
 public:
  using Matrix = la::MatrixOf<T>;

  ForwardElimination(const Factor& factor, const SurfaceTree& surface,
      const std::vector<Broadcast>& broadcasts, const fem::SparseMatrix& coupling,
      const StageContext& context)
      : factor_(factor), parts_(*factor.subdomains), surface_(surface), broadcasts_(broadcasts),
        coupling_(coupling), context_(context), m_(context.arithmetic), place_(factor.size, -1) {
    const Count entries = entries_of(broadcasts_, context.rank());
    m_.charge(timing::first_touch(entries));
    said_ = m_.message<T>(entries);
  }

  Workspace<T> run() && {
    for (std::size_t k = 0; k < factor_.shapes.size(); ++k) {
      eliminate(k);
      context_.report_progress(
          0.3 * static_cast<double>(k + 1) / static_cast<double>(factor_.shapes.size()));
    }
    return std::move(said_);
  }

 private:
  PanelRange range(Index v) const { return surface_.range(v, context_.rank()); }
  bool is_shared(Index v) const { return parts_.tree.nodes[v].is_shared(); }

  /// X2 of a node, and its rows; G of its panels, if ranks share the block above it.
  struct Contribution {
    common::Dofs rows;
    Workspace<T> x, g;
  };

  /// X1 = L11^{-1} X1 = W on the node's pivots, X2 -= L21 X1 goes on to its parent.
  void eliminate(std::size_t k) {
    const auto& shape = factor_.shapes[k];
    const Index v = parts_.nodes[k], p = shape.pivots;
    if (range(v).empty() && !is_shared(v)) return;
    for (Index row = 0; row < shape.front(); ++row) place_[shape.rows[row]] = row;
    auto x = is_shared(v) ? exchanged(v, shape) : assembled(v, shape);
    for (const Index child : parts_.tree.nodes[v].children) contributions_.erase(child);
    auto x1 = x.topRows(p), x2 = x.bottomRows(shape.front() - p);
    if (p > 0 && !range(v).empty()) {
      const auto& l = m_.template in_precision<T>(factor_.panels[k]);
      m_.trsm(la::Side::left, la::Op::none, l.topRows(p), x1);
      m_.gemm(x2, l.bottomRows(shape.front() - p), x1);
    }
    contributions_[v] = {
        {shape.others().begin(), shape.others().end()}, m_.copy_of(x2), Workspace<T>()};
    if (surface_.part[v] == Part::factored) return keep(k, x1);
    if (!is_shared(v)) return add_to_block(k, x1, x1);
    const auto of_team = p > 0 ? w_of_team(v, x1) : Workspace<T>();
    if (range(v).empty()) return;
    const Index before = range(v).begin - surface_.of_node[v].begin,
                own_and_after = surface_.of_node[v].size() - before;
    add_to_block(k, x1, Eigen::Map<const Matrix>(of_team.data() + p * before, p, own_and_after));
  }

  /// X of a node of the subdomain: what its children left, and the columns that enter here.
  Workspace<T> assembled(Index v, const common::PanelShape& shape) {
    const auto columns = range(v);
    auto x = m_.zeros<T>(shape.front(), columns.size());
    m_.uncharged([&] {
      for (const Index child : parts_.tree.nodes[v].children)
        if (!range(child).empty())
          place_x(child, range(child),
              x.middleCols(range(child).begin - columns.begin, range(child).size()));
      for (Index at = columns.begin; at < columns.end; ++at)
        if (surface_.entry[at] == v)
          for (fem::SparseMatrix::InnerIterator entry(coupling_, surface_.panels[at]); entry;
               ++entry)
            x(place_[entry.row()], at - columns.begin) =
                static_cast<typename T::value_type>(entry.value());
    });
    return x;
  }

  /// X of a shared node, and G in a block: the columns that its children left, from the ranks that
  /// have them. They travel with all rows of the front, which both ranks know, and the rows of G on
  /// the child's panels below them.
  Workspace<T> exchanged(Index v, const common::PanelShape& shape) {
    auto x = m_.zeros<T>(shape.front(), range(v).size());
    if (surface_.part[v] != Part::factored) begin_block(v);
    for (const Index child : parts_.tree.nodes[v].children)
      surface_.for_each_exchange(v, child, [&](int from, int to, PanelRange some) {
        const bool sends = context_.rank() == from, receives = context_.rank() == to;
        if (!sends && !receives) return;
        const Index of_g = surface_.summed_rows(child), column = some.begin - range(v).begin;
        const auto own_x = [&] { return x.middleCols(column, some.size()); };
        const auto own_g = [&] {
          return block_.block(
              surface_.of_node[child].begin - surface_.of_node[v].begin, column, of_g, some.size());
        };
        if (sends && receives) {
          m_.uncharged([&] { place_x(child, some, own_x()); });
          if (of_g > 0) m_.copy(g_of(child, some), own_g());
          return;
        }
        auto message = m_.message<T>((shape.front() + of_g) * some.size());
        Eigen::Map<Matrix> columns(message.data(), shape.front() + of_g, some.size());
        if (sends)
          m_.fill(columns, [&] {
            place_x(child, some, columns.topRows(shape.front()));
            if (of_g > 0) columns.bottomRows(of_g) = g_of(child, some);
          });
        context_.messages.copy(la::span_of(message), from, to);
        if (!receives) return;
        m_.copy(columns.topRows(shape.front()), own_x());
        if (of_g > 0) m_.copy(columns.bottomRows(of_g), own_g());
      });
    return x;
  }

  /// What a child left in some columns, in the rows of the front at hand.
  void place_x(Index child, PanelRange some, Eigen::Ref<Matrix> x) const {
    const auto& [rows, left, g] = contributions_.at(child);
    for (Index row = 0; row < std::ssize(rows); ++row)
      x.row(place_[rows[row]]) = left.block(row, some.begin - range(child).begin, 1, some.size());
  }
  /// G that a child left in some columns.
  auto g_of(Index child, PanelRange some) const {
    return contributions_.at(child).g.middleCols(some.begin - range(child).begin, some.size());
  }

  /// W of a shared node on all of its panels, column after column: each rank of the team broadcasts
  /// what it has.
  Workspace<T> w_of_team(Index v, const Eigen::Ref<const Matrix>& own) {
    const comm::Team team(context_.messages, surface_.teams[v]);
    const Index p = own.rows(), begin = surface_.of_node[v].begin;
    auto w = m_.message<T>(p * surface_.of_node[v].size());
    const auto columns = [&](PanelRange some) {
      return la::span_of(w).subspan(p * (some.begin - begin), p * some.size());
    };
    const auto to = columns(range(v));
    m_.fill(to, [&] { Eigen::Map<Matrix>(to.data(), p, own.cols()) = own; });
    for (int rank = surface_.teams[v].first; rank < surface_.teams[v].end; ++rank)
      if (const auto theirs = surface_.range(v, rank); !theirs.empty())
        team.messages().broadcast(columns(theirs), team.number(rank));
    return w;
  }

  /// Where this rank says something of a node; empty if it says nothing.
  std::span<T> section_of(Index v) {
    for (const auto& broadcast : broadcasts_)
      for (const auto& section : broadcast.sections)
        if (broadcast.rank == context_.rank() && section.node == v)
          return la::span_of(said_).subspan(broadcast.offset + section.offset, section.entries);
    return {};
  }

  /// W of a node that is kept factored, D before it where it has the node's first panels.
  void keep(std::size_t k, const Eigen::Ref<const Matrix>& w) {
    const auto to = section_of(parts_.nodes[k]);
    m_.fill(to, [&] {
      const Index of_d = std::ssize(to) - w.size();
      if (of_d > 0) pack_pivots(factor_.panels[k], w.rows(), to.data());
      Eigen::Map<Matrix>(to.data() + of_d, w.rows(), w.cols()) = w;
    });
  }

  /// G += W^T D^{-1} W, of the lower triangle, in the own columns of the node; `below` is W of
  /// these and the columns after them. A finished block is said, and what there is of one that
  /// ranks share goes to the parent.
  void add_to_block(
      std::size_t k, const Eigen::Ref<const Matrix>& w, const Eigen::Ref<const Matrix>& below) {
    const Index v = parts_.nodes[k], root = surface_.summed_at[v];
    if (root != block_root_) begin_block(root);
    const Index row = range(v).begin - surface_.of_node[root].begin,
                column = range(v).begin - range(root).begin;
    for_each_strip(w.rows() > 0 ? below.cols() : 0, [&](Index first, Index count) {
      const Index columns = std::min(w.cols(), first + count);
      m_.gemm(block_.block(row + first, column, count, columns),
          minus_divided(below.middleCols(first, count), k), w.leftCols(columns));
    });
    if (v != root) return;
    if (surface_.part[v] == Part::block)
      finish_block();
    else
      contributions_[v].g = std::move(block_);
    block_root_ = -1;
  }

  void begin_block(Index v) {
    block_root_ = v;
    block_ = m_.zeros<T>(surface_.of_node[v].size(), range(v).size());
  }

  /// -W^T D^{-1}
  Workspace<T> minus_divided(const Eigen::Ref<const Matrix>& w, std::size_t k) {
    auto z = m_.matrix<T>(w.cols(), w.rows());
    m_.copy(-w.transpose(), z);
    m_.fill(z, [&] { la::divide_by_pivots(factor_.panels[k], z); });
    return z;
  }

  void finish_block() {
    const auto to = section_of(block_root_);
    m_.fill(to, [&] {
      la::pack(block_.bottomRows(surface_.of_node[block_root_].end - range(block_root_).begin),
          to.data());
    });
    block_ = Workspace<T>();
  }

  template <class Visit>
  static void for_each_strip(Index panels, Visit&& visit) {
    for (Index first = 0; first < panels; first += panels_of_strip)
      visit(first, std::min(panels_of_strip, panels - first));
  }

  const Factor& factor_;
  const Subdomains& parts_;
  const SurfaceTree& surface_;
  const std::vector<Broadcast>& broadcasts_;
  const fem::SparseMatrix& coupling_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  std::vector<Index> place_;                     ///< of each degree of freedom in the front at hand
  std::map<Index, Contribution> contributions_;  ///< of each node, until its parent takes it
  Workspace<T> block_;  ///< G at hand: rows on the panels of block_root_, own columns
  Index block_root_ = -1;
  Workspace<T> said_;
};

}  // namespace febem::reduce
