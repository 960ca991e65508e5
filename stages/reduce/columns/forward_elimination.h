// The first half of stage 3 by columns: forward elimination of T on the tree. The algebra and the
// messages are in ../README.md.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "comm/team.h"
#include "la/packed.h"
#include "stages/analysis/surface_tree.h"
#include "stages/common/factor.h"
#include "stages/common/stage_context.h"

namespace febem::reduce {

using analysis::PanelRange;
using analysis::Schedule;
using analysis::Storage;
using analysis::SurfaceTree;
using common::Factor;
using common::StageContext;
using la::Index;
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

/// Panels in a strip of W^T D^{-1}.
inline constexpr Index panels_in_strip = 128;

/// W = L^{-1} T of this rank's panels, node by node, and the factor blocks of G that follow from
/// it: the send buffer of all broadcasts of this rank, in the precision of T. `coupling` is T in
/// the unknowns of the factor.
template <class T>
class ForwardElimination {
 public:
  using Matrix = la::MatrixOf<T>;

  ForwardElimination(const Factor& factor, const SurfaceTree& surface, const Schedule& schedule,
      const fem::SparseMatrix& coupling, const StageContext& context)
      : factor_(factor), subdomains_(*factor.subdomains), surface_(surface), schedule_(schedule),
        coupling_(coupling), context_(context), m_(context.arithmetic),
        row_of_dof_(factor.size, -1) {
    const auto entries = analysis::send_buffer_entries(schedule, context.rank());
    m_.charge(timing::first_touch(entries));
    send_buffer_ = m_.message<T>(entries);
  }

  Workspace<T> run() && {
    for (std::size_t k = 0; k < factor_.shapes.size(); ++k) {
      eliminate(k);
      context_.report_progress(
          0.3 * static_cast<double>(k + 1) / static_cast<double>(factor_.shapes.size()));
    }
    return std::move(send_buffer_);
  }

 private:
  PanelRange range(Index v) const { return surface_.range(v, context_.rank()); }
  const analysis::EliminationTree::Node& node(Index v) const { return subdomains_.tree->nodes[v]; }
  bool is_shared(Index v) const { return node(v).is_shared(); }

  /// The contribution block of a node: X2 and its rows; G of its panels, if ranks share the block
  /// above it.
  struct Contribution {
    common::Dofs rows;
    Workspace<T> x, g;
  };

  /// X1 = L11^{-1} X1 = W on the node's pivots, X2 -= L21 X1 goes on to its parent.
  void eliminate(std::size_t k) {
    const auto& shape = factor_.shapes[k];
    const Index v = subdomains_.nodes[k], p = shape.pivots;
    if (range(v).empty() && !is_shared(v)) return;
    for (Index row = 0; row < shape.front(); ++row) row_of_dof_[shape.rows[row]] = row;
    auto x = is_shared(v) ? exchanged(v, shape) : assembled(v, shape);
    for (const Index child : node(v).children) contributions_.erase(child);
    auto x1 = x.topRows(p), x2 = x.bottomRows(shape.front() - p);
    if (p > 0 && !range(v).empty()) {
      const auto& l = m_.template in_precision<T>(factor_.panels[k]);
      m_.trsm(la::Side::left, la::Op::none, l.topRows(p), x1);
      m_.gemm(x2, l.bottomRows(shape.front() - p), x1);
    }
    contributions_[v] = {
        {shape.others().begin(), shape.others().end()}, m_.copy_of(x2), Workspace<T>()};
    if (surface_.storage[v] == Storage::factored) return store_factored(k, x1);
    if (!is_shared(v)) return add_to_block(k, x1, x1);
    const auto of_team = p > 0 ? w_of_team(v, x1) : Workspace<T>();
    if (range(v).empty()) return;
    const Index before = range(v).begin - surface_.subtree[v].begin,
                own_and_after = surface_.subtree[v].size() - before;
    add_to_block(k, x1, Eigen::Map<const Matrix>(of_team.data() + p * before, p, own_and_after));
  }

  /// X of a node of the subdomain: the contribution blocks of its children, and the columns that
  /// enter here.
  Workspace<T> assembled(Index v, const common::PanelShape& shape) {
    const auto columns = range(v);
    auto x = m_.zeros<T>(shape.front(), columns.size());
    m_.uncharged([&] {
      for (const Index child : node(v).children)
        if (!range(child).empty())
          place_x(child, range(child),
              x.middleCols(range(child).begin - columns.begin, range(child).size()));
      for (Index at = columns.begin; at < columns.end; ++at)
        if (surface_.entry[at] == v)
          for (fem::SparseMatrix::InnerIterator entry(coupling_, surface_.panels[at]); entry;
               ++entry)
            x(row_of_dof_[entry.row()], at - columns.begin) =
                static_cast<typename T::value_type>(entry.value());
    });
    return x;
  }

  /// X of a shared node, and G in a block: the columns of its children's contribution blocks, from
  /// the ranks that have them. A message has all rows of the front, which both ranks know, and
  /// below them the rows of G on the child's panels.
  Workspace<T> exchanged(Index v, const common::PanelShape& shape) {
    auto x = m_.zeros<T>(shape.front(), range(v).size());
    if (surface_.storage[v] != Storage::factored) begin_block(v);
    for (const Index child : node(v).children)
      surface_.for_each_exchange(v, child, [&](int from, int to, PanelRange some) {
        const bool sends = context_.rank() == from, receives = context_.rank() == to;
        if (!sends && !receives) return;
        const Index of_g = surface_.rows_of_g(child), column = some.begin - range(v).begin;
        const auto own_x = [&] { return x.middleCols(column, some.size()); };
        const auto own_g = [&] {
          return block_.block(
              surface_.subtree[child].begin - surface_.subtree[v].begin, column, of_g, some.size());
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

  /// Some columns of a child's contribution block, in the rows of the front at hand.
  void place_x(Index child, PanelRange some, Eigen::Ref<Matrix> x) const {
    const auto& [rows, x2, g] = contributions_.at(child);
    for (Index row = 0; row < std::ssize(rows); ++row)
      x.row(row_of_dof_[rows[row]]) =
          x2.block(row, some.begin - range(child).begin, 1, some.size());
  }
  /// G of a child's contribution block in some columns.
  auto g_of(Index child, PanelRange some) const {
    return contributions_.at(child).g.middleCols(some.begin - range(child).begin, some.size());
  }

  /// W of a shared node on all of its panels, column after column: each rank of the team broadcasts
  /// what it has.
  Workspace<T> w_of_team(Index v, const Eigen::Ref<const Matrix>& own) {
    const comm::Team team(context_.messages, surface_.teams[v]);
    const Index p = own.rows(), begin = surface_.subtree[v].begin;
    auto w = m_.message<T>(p * surface_.subtree[v].size());
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

  /// The factor block of a node in the send buffer; empty if this rank sends none.
  std::span<T> factor_block(Index v) {
    for (const auto& broadcast : schedule_)
      for (const auto& block : broadcast.blocks)
        if (broadcast.rank == context_.rank() && block.node == v)
          return la::span_of(send_buffer_).subspan(broadcast.offset + block.offset, block.entries);
    return {};
  }

  /// W of a node that is kept factored, D before it where it has the node's first panels.
  void store_factored(std::size_t k, const Eigen::Ref<const Matrix>& w) {
    const auto to = factor_block(subdomains_.nodes[k]);
    m_.fill(to, [&] {
      const Index of_d = std::ssize(to) - w.size();
      if (of_d > 0) pack_pivots(factor_.panels[k], w.rows(), to.data());
      Eigen::Map<Matrix>(to.data() + of_d, w.rows(), w.cols()) = w;
    });
  }

  /// G += W^T D^{-1} W, of the lower triangle, in the own columns of the node; `below` is W of
  /// these and the columns after them. A finished block of G goes to the send buffer. A block that
  /// ranks share further up goes to the parent with the contribution block.
  void add_to_block(
      std::size_t k, const Eigen::Ref<const Matrix>& w, const Eigen::Ref<const Matrix>& below) {
    const Index v = subdomains_.nodes[k], root = surface_.accumulated_at[v];
    if (root != block_root_) begin_block(root);
    const Index row = range(v).begin - surface_.subtree[root].begin,
                column = range(v).begin - range(root).begin;
    const Index panels = w.rows() > 0 ? below.cols() : 0;
    for (Index first = 0; first < panels; first += panels_in_strip) {
      const Index count = std::min(panels_in_strip, panels - first),
                  columns = std::min(w.cols(), first + count);
      m_.gemm(block_.block(row + first, column, count, columns),
          minus_divided(below.middleCols(first, count), k), w.leftCols(columns));
    }
    if (v != root) return;
    if (surface_.storage[v] == Storage::block)
      finish_block();
    else
      contributions_[v].g = std::move(block_);
    block_root_ = -1;
  }

  void begin_block(Index v) {
    block_root_ = v;
    block_ = m_.zeros<T>(surface_.subtree[v].size(), range(v).size());
  }

  /// -W^T D^{-1}
  Workspace<T> minus_divided(const Eigen::Ref<const Matrix>& w, std::size_t k) {
    auto z = m_.matrix<T>(w.cols(), w.rows());
    m_.copy(-w.transpose(), z);
    m_.fill(z, [&] { la::divide_by_pivots(factor_.panels[k], z); });
    return z;
  }

  void finish_block() {
    const auto to = factor_block(block_root_);
    m_.fill(to, [&] {
      la::pack(block_.bottomRows(surface_.subtree[block_root_].end - range(block_root_).begin),
          to.data());
    });
    block_ = Workspace<T>();
  }

  const Factor& factor_;
  const common::Subdomains& subdomains_;
  const SurfaceTree& surface_;
  const Schedule& schedule_;
  const fem::SparseMatrix& coupling_;
  const StageContext& context_;
  timing::Arithmetic& m_;
  std::vector<Index> row_of_dof_;                ///< in the front at hand
  std::map<Index, Contribution> contributions_;  ///< by node, until its parent has assembled them
  Workspace<T> block_;  ///< G at hand: rows on the panels of block_root_, own columns
  Index block_root_ = -1;
  Workspace<T> send_buffer_;
};

}  // namespace febem::reduce
