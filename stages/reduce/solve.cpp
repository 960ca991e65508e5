#include "stages/reduce/solve.h"

#include "stages/reduce/rows/panel_sweep.h"

namespace febem::reduce {
namespace {

using common::Dofs;
using common::Factor;
using common::PanelShape;
using common::Subdomains;
using core::master;
using la::View;

/// The rows of x at these degrees of freedom, and back. One after the other is what a message has.
Matrix rows_at(std::span<const Dofs::value_type> dofs, const la::ConstView& x) {
  Matrix result(std::ssize(dofs), x.cols());
  for (Index j = 0; j < x.cols(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i) result(i, j) = x(dofs[i], j);
  return result;
}
void set_rows_at(std::span<const Dofs::value_type> dofs, const la::ConstView& values, View x) {
  for (Index j = 0; j < x.cols(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i) x(dofs[i], j) = values(i, j);
}

/// X1 = L11^{-1} X1, X2 -= L21 X1, panel by panel.
void forward(
    const Factor& factor, std::size_t first, std::size_t end, View x, timing::Arithmetic& m) {
  for (std::size_t k = first; k < end; ++k) {
    const auto& shape = factor.shapes[k];
    const auto& l = factor.panels[k];
    m.substitute(l, x.cols(), [&] {
      Matrix x1 = rows_at(shape.eliminated(), x), x2 = rows_at(shape.others(), x);
      la::solve_triangle(la::Triangle::unit_lower, la::Op::none, l11_of(l), x1);
      la::subtract_product(x2, la::Op::none, l.bottomRows(x2.rows()), x1);
      set_rows_at(shape.eliminated(), x1, x);
      set_rows_at(shape.others(), x2, x);
    });
  }
}

/// X1 = L11^{-T} (D^{-1} X1 - L21^T X2), panel by panel.
void backward(
    const Factor& factor, std::size_t first, std::size_t end, View x, timing::Arithmetic& m) {
  for (std::size_t k = end; k-- > first;) {
    const auto& shape = factor.shapes[k];
    const auto& l = factor.panels[k];
    m.substitute(l, x.cols(), [&] {
      Matrix by_column = rows_at(shape.eliminated(), x).transpose();
      la::divide_by_pivots(l, by_column);
      Matrix x1 = by_column.transpose();
      const Matrix x2 = rows_at(shape.others(), x);
      la::subtract_product(x1, la::Op::transpose, l.bottomRows(x2.rows()), x2);
      la::solve_triangle(la::Triangle::unit_lower, la::Op::transpose, l11_of(l), x1);
      set_rows_at(shape.eliminated(), x1, x);
    });
  }
}

/// The degrees of freedom that a rank eliminates, if no pivot is delayed.
Dofs own_dofs(const Subdomains& parts, int rank) {
  Dofs dofs;
  for (const Index v : parts.tree->eliminated_by(rank)) {
    const auto& eliminated = parts.tree->nodes[v].eliminated;
    dofs.insert(dofs.end(), eliminated.begin(), eliminated.end());
  }
  return dofs;
}

/// A sweep on the shared nodes, of which x at the rows of a front is sent between the node's rank
/// and that of each child.
class SharedSweep {
 public:
  SharedSweep(const Factor& factor, View x, const common::StageContext& context)
      : factor_(factor), parts_(*factor.subdomains), x_(x), context_(context),
        m_(context.arithmetic) {}

  /// Each rank has a term of x.
  void up() {
    for (std::size_t k = parts_.own_panels; k < factor_.shapes.size(); ++k) {
      for_each_child(k, [&](const Dofs& rows, int child, int rank) {
        Matrix term = rows_at(rows, x_);
        context_.messages.copy(la::span_of(term), child, rank);
        if (context_.rank() == rank) term += rows_at(rows, x_);
        if (context_.rank() == child) term.setZero();
        set_rows_at(rows, term, x_);
      });
      if (is_own(k)) forward(factor_, k, k + 1, x_, m_);
    }
  }
  void down() {
    for (std::size_t k = factor_.shapes.size();
         k-- > static_cast<std::size_t>(parts_.own_panels);) {
      if (is_own(k)) backward(factor_, k, k + 1, x_, m_);
      for_each_child(k, [&](const Dofs& rows, int child, int rank) {
        Matrix solution = rows_at(rows, x_);
        context_.messages.copy(la::span_of(solution), rank, child);
        set_rows_at(rows, solution, x_);
      });
    }
  }

 private:
  const analysis::EliminationTree::Node& node(std::size_t k) const {
    return parts_.tree->nodes[parts_.nodes[k]];
  }
  bool is_own(std::size_t k) const { return node(k).rank == context_.rank(); }

  /// Calls visit(rows, rank of the child, rank) where this rank is one of the two.
  template <class Visit>
  void for_each_child(std::size_t k, Visit&& visit) const {
    const int rank = node(k).rank;
    for (const Index v : node(k).children)
      if (const int child = parts_.tree->nodes[v].rank;
          child != rank && (is_own(k) || child == context_.rank()))
        visit(factor_.shapes[k].rows, child, rank);
  }

  const Factor& factor_;
  const Subdomains& parts_;
  View x_;
  const common::StageContext& context_;
  timing::Arithmetic& m_;
};

/// The solution, from the ranks that have it to the master.
void gather_solution(const Subdomains& parts, View x, const common::StageContext& context) {
  std::vector<Dofs> dofs;  // by rank
  std::vector<std::size_t> lengths;
  for (int rank = 0; rank < context.ranks(); ++rank)
    lengths.push_back(dofs.emplace_back(own_dofs(parts, rank)).size() * x.cols());
  Matrix own = rows_at(dofs[context.rank()], x);
  const auto all = context.messages.gather(la::span_of(own), lengths, master);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    set_rows_at(dofs[rank],
        Eigen::Map<const Matrix>(all[rank].data(), std::ssize(dofs[rank]), x.cols()), x);
}

}  // namespace

void solve_own_part(const Factor& factor, View x, const common::StageContext& context) {
  const auto& parts = *factor.subdomains;
  auto& m = context.arithmetic;
  for (Index dof = 0; dof < x.rows(); ++dof)
    if (const Index v = parts.tree->node_of_dof[dof];
        v >= 0 && parts.tree->nodes[v].rank != context.rank())
      x.row(dof).setZero();
  SharedSweep shared(factor, x, context);
  forward(factor, 0, parts.own_panels, x, m);
  shared.up();
  shared.down();
  backward(factor, 0, parts.own_panels, x, m);
}

void solve(const Factor& factor, Matrix& x, Index columns, const common::StageContext& context) {
  if (factor.subdomains) {
    x.conservativeResize(factor.size, columns);
    context.messages.broadcast(la::span_of(x), master);
    solve_own_part(factor, x, context);
    gather_solution(*factor.subdomains, x, context);
  } else if (factor.opaque) {
    Matrix rows(context.is_master() ? columns : 0, factor.size);
    if (context.is_master()) rows = x.transpose();
    factor.opaque->solve(rows);
    if (context.is_master()) x = rows.transpose();
  } else if (context.is_master()) {
    context.arithmetic.uncharged([&] { solve(factor, x); });
  }
}

void solve(const Factor& factor, Vector& x, const common::StageContext& context) {
  Matrix column = x;
  solve(factor, column, 1, context);
  x = column;
}

void solve(const Factor& factor, View x) {
  timing::Arithmetic computed;
  forward(factor, 0, factor.shapes.size(), x, computed);
  backward(factor, 0, factor.shapes.size(), x, computed);
}

void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface,
    const fem::SparseMatrix& coupling, Matrix& right_hand_side,
    const common::StageContext& context) {
  auto& factor = *surface.factor;
  auto& m = context.arithmetic;
  const Index n = b.map.rows();
  Matrix x, q;
  if (context.is_master()) {
    x.resize(factor.size, surface.loads);
    for (Index j = 0; j < surface.loads; ++j)
      x.col(j) = fem::forces_on_unknowns(factor.motions, surface.force.col(j));
  }
  solve(factor, x, surface.loads, context);
  if (context.is_master()) {
    q = Matrix::Zero(n, surface.loads);
    m.spmv(q, coupling.transpose(), x);
    for (Index j = 0; j < n; ++j) q.row(j) *= surface.omega_squared_rho / surface.mass[j];
  }
  q = shared(std::move(q), n, surface.loads, context);
  m.subtract_transposed(right_hand_side, b.values, q);
}

}  // namespace febem::reduce
