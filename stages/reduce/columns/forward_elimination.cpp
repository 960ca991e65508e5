#include <algorithm>
#include <map>
#include <utility>

#include "la/blas.h"
#include "la/packed.h"
#include "stages/reduce/columns/columns.h"
#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {
namespace {

using common::Factor;
using common::StageContext;
using core::Complex;
using core::SingleComplex;
using timing::MessageBuffer;

/// D of `pivots` columns of a panel: its diagonal, then what stands beside it.
template <class T>
void pack_pivots(const la::ConstView& values, Index pivots, T* to) {
  for (Index k = 0; k < pivots; ++k) to[k] = T(values(k, k));
  for (Index k = 0; k < pivots; ++k) to[pivots + k] = k + 1 < pivots ? T(values(k, k + 1)) : T(0);
}

/// W of this rank's panels, node by node, and the message that comes of it, in the precision of T.
template <class T>
class ForwardElimination {
 public:
  using Matrix = la::MatrixOf<T>;

  ForwardElimination(const Factor& factor, const SurfaceTree& surface, const fem::SparseMatrix& coupling, const StageContext& context)
      : factor_(factor), parts_(*factor.subdomains), surface_(surface), coupling_(coupling), context_(context),
        layout_(parts_, surface, context.rank()), place_(factor.size, -1) {
    context.arithmetic.run({timing::first_touch(layout_.entries)}, [] {});  // a modelled run has the message all the same
    message_ = context.arithmetic.message<T>(layout_.entries);
  }

  MessageBuffer<T> run() && {
    for (std::size_t k = 0; k < factor_.shapes.size(); ++k) {
      eliminate(k);
      context_.report_progress(0.3 * static_cast<double>(k + 1) / static_cast<double>(factor_.shapes.size()));
    }
    return std::move(message_);
  }

 private:
  PanelRange range(Index v) const { return surface_.range(v, context_.rank()); }

  /// X2 of a node, and its rows.
  struct ContributionBlock {
    common::Dofs rows;
    Matrix values;
  };

  /// X1 = L11^{-1} X1 = W on the node's pivots, X2 -= L21 X1 goes on to its parent.
  void eliminate(std::size_t k) {
    const auto& shape = factor_.shapes[k];
    const Index v = parts_.nodes[k], n = range(v).size(), p = shape.pivots, rest = shape.front() - p;
    if (n == 0) return;
    context_.arithmetic.run({timing::clear(shape.front() * n), timing::copy(rest * n), timing::solve_triangular(p, n), timing::multiply(rest, n, p)},
                            [&] {
                              Matrix x = assembled(v, shape);
                              auto x1 = x.topRows(p), x2 = x.bottomRows(rest);
                              if (p > 0) {
                                const auto& values = la::in_precision<T>(factor_.panels[k]);
                                la::solve_unit_lower(la::Side::left, la::Op::none, values.topRows(p), x1);
                                la::subtract_product(x2, values.bottomRows(rest), x1);
                              }
                              w_ = x1;
                              contributions_[v] = {{shape.others().begin(), shape.others().end()}, x2};
                            });
    for (const Index child : parts_.tree.nodes[v].children) contributions_.erase(child);
    if (surface_.part[v] == Part::factored) return keep(k);
    add_to_block(k);
  }

  /// X of a node: what its children left, and the columns that enter here.
  Matrix assembled(Index v, const common::PanelShape& shape) {
    const auto columns = range(v);
    Matrix x = Matrix::Zero(shape.front(), columns.size());
    for (Index row = 0; row < shape.front(); ++row) place_[shape.rows[row]] = row;
    for (const Index child : parts_.tree.nodes[v].children) {
      const auto from = contributions_.find(child);
      if (from == contributions_.end()) continue;
      const auto& [rows, values] = from->second;
      auto block = x.middleCols(range(child).begin - columns.begin, range(child).size());
      for (Index row = 0; row < std::ssize(rows); ++row) block.row(place_[rows[row]]) = values.row(row);
    }
    for (Index at = columns.begin; at < columns.end; ++at)
      if (surface_.entry[at] == v)
        for (fem::SparseMatrix::InnerIterator entry(coupling_, surface_.panels[at]); entry; ++entry)
          x(place_[entry.row()], at - columns.begin) = static_cast<typename T::value_type>(entry.value());
    return x;
  }

  /// W of a node that is kept factored goes into the message.
  void keep(std::size_t k) {
    const Index v = parts_.nodes[k];
    const auto section = std::find_if(layout_.factored.begin(), layout_.factored.end(), [&](const auto& s) { return s.node == v; });
    if (section == layout_.factored.end()) return;
    context_.arithmetic.run({timing::copy(section->entries)}, [&] {
      T* to = message_.data() + section->offset;
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
      context_.arithmetic.run({timing::clear(block_size * block_size)}, [&] { block_ = Matrix::Zero(block_size, block_size); });
    }
    std::vector<timing::Work> works{timing::copy(3 * n * p)};
    for_each_strip(n, [&](Index column, Index count) { works.push_back(timing::multiply(n - column, count, p)); });
    context_.arithmetic.run(works, [&] {
      if (p == 0) return;
      Matrix z = w_.transpose();
      la::divide_by_pivots(factor_.panels[k].topRows(p), z);
      z = -z;
      for_each_strip(n, [&](Index column, Index count) {
        la::subtract_product(block_.block(first + column, first + column, n - column, count), z.bottomRows(n - column), w_.middleCols(column, count));
      });
    });
    if (v == root) finish_block();
  }

  void finish_block() {
    const auto section = std::find_if(layout_.blocks.begin(), layout_.blocks.end(), [&](const auto& s) { return s.node == block_root_; });
    context_.arithmetic.run({timing::copy(section->entries)}, [&] { la::pack(block_, message_.data() + section->offset); });
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
  std::vector<Index> place_;                          ///< of each degree of freedom in the front at hand
  std::map<Index, ContributionBlock> contributions_;  ///< of each node, until its parent takes it
  Matrix w_;                                          ///< of the node at hand
  Matrix block_;                                      ///< G of the block at hand
  Index block_root_ = -1;
  MessageBuffer<T> message_;
};

}  // namespace

template <class T>
MessageBuffer<T> eliminate_columns(const Factor& factor, const SurfaceTree& surface, const fem::SparseMatrix& coupling, const StageContext& context) {
  return ForwardElimination<T>(factor, surface, coupling, context).run();
}

template MessageBuffer<Complex> eliminate_columns(const Factor&, const SurfaceTree&, const fem::SparseMatrix&, const StageContext&);
template MessageBuffer<SingleComplex> eliminate_columns(const Factor&, const SurfaceTree&, const fem::SparseMatrix&, const StageContext&);

}  // namespace febem::reduce
