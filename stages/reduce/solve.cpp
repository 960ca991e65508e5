#include "stages/reduce/solve.h"

#include "stages/reduce/rows/panel_sweep.h"

namespace febem::reduce {
namespace {

using common::Dofs;
using common::Factor;
using common::PanelShape;
using common::PanelValues;
using common::Subdomains;
using core::master;
using la::Index;
using la::Matrix;
using la::Vector;

/// X1 = L11^{-1} X1, X2 -= L21 X1, panel by panel.
void forward(const Factor& factor, std::size_t first, std::size_t end, Vector& x, timing::Arithmetic& m) {
  for (std::size_t k = first; k < end; ++k) {
    const auto& shape = factor.shapes[k];
    const auto l = factor.panel(k);
    m.substitute(l, [&] {
      Matrix x1 = x(shape.eliminated()), x2 = x(shape.others());
      l11_of(l).triangularView<Eigen::UnitLower>().solveInPlace(x1);
      x2.noalias() -= l.bottomRows(x2.rows()) * x1;
      x(shape.eliminated()) = x1;
      x(shape.others()) = x2;
    });
  }
}

/// X1 = L11^{-T} (D^{-1} X1 - L21^T X2), panel by panel.
void backward(const Factor& factor, std::size_t first, std::size_t end, Vector& x, timing::Arithmetic& m) {
  for (std::size_t k = end; k-- > first;) {
    const auto& shape = factor.shapes[k];
    const auto l = factor.panel(k);
    m.substitute(l, [&] {
      Matrix x1 = x(shape.eliminated());
      const Matrix x2 = x(shape.others());
      la::divide_by_pivots(l, Eigen::Map<Matrix>(x1.data(), 1, x1.rows()));
      x1.noalias() -= l.bottomRows(x2.rows()).transpose() * x2;
      l11_of(l).transpose().triangularView<Eigen::UnitUpper>().solveInPlace(x1);
      x(shape.eliminated()) = x1;
    });
  }
}

/// What a rank's subdomain eliminates, if no pivot is delayed.
Dofs interior(const Subdomains& parts, int rank) {
  Dofs dofs;
  for (const Index v : parts.tree.nodes_of(rank)) {
    const auto& eliminated = parts.tree.nodes[v].eliminated;
    dofs.insert(dofs.end(), eliminated.begin(), eliminated.end());
  }
  return dofs;
}

/// What the interface eliminates.
Dofs interface(const Factor& factor) {
  Dofs dofs;
  for (std::size_t k = factor.subdomains->own_panels; k < factor.shapes.size(); ++k) {
    const auto eliminated = factor.shapes[k].eliminated();
    dofs.insert(dofs.end(), eliminated.begin(), eliminated.end());
  }
  return dofs;
}

/// x at these degrees of freedom, and back.
Vector entries_at(const Dofs& dofs, const Vector& x) {
  Vector result(std::ssize(dofs));
  for (Index i = 0; i < result.size(); ++i) result[i] = x[dofs[i]];
  return result;
}
void set_entries_at(const Dofs& dofs, std::span<const core::Complex> values, Vector& x) {
  for (std::size_t i = 0; i < dofs.size(); ++i) x[dofs[i]] = values[i];
}

/// The solution of the interiors, from their owners to the master.
void gather_interiors(const Subdomains& parts, Vector& x, const common::StageContext& context) {
  std::vector<std::size_t> lengths;
  for (int rank = 0; rank < context.ranks(); ++rank) lengths.push_back(interior(parts, rank).size());
  Vector own = entries_at(interior(parts, context.rank()), x);
  const auto all = context.messages.gather(la::span_of(own), lengths, master);
  for (int rank = 0; rank < static_cast<int>(all.size()); ++rank) set_entries_at(interior(parts, rank), all[rank], x);
}

}  // namespace

void solve_own_part(const Factor& factor, Vector& x, const common::StageContext& context) {
  const auto& messages = context.messages;
  auto& m = context.arithmetic;
  const std::size_t own = factor.subdomains->own_panels, all = factor.shapes.size();
  const auto shared = interface(factor);
  if (!context.is_master()) set_entries_at(shared, std::vector<core::Complex>(shared.size()), x);  // terms of a sum over the ranks
  forward(factor, 0, own, x, m);
  Vector x_shared = entries_at(shared, x);
  messages.sum(la::span_of(x_shared), master);
  if (context.is_master()) {
    set_entries_at(shared, la::span_of(x_shared), x);
    forward(factor, own, all, x, m);
    backward(factor, own, all, x, m);
    x_shared = entries_at(shared, x);
  }
  messages.broadcast(la::span_of(x_shared), master);
  set_entries_at(shared, la::span_of(x_shared), x);
  backward(factor, 0, own, x, m);
}

void solve(const Factor& factor, Vector& x, const common::StageContext& context) {
  if (factor.subdomains) {
    x.conservativeResize(factor.size);
    context.messages.broadcast(la::span_of(x), master);
    solve_own_part(factor, x, context);
    Vector shared = entries_at(interface(factor), x);
    gather_interiors(*factor.subdomains, x, context);
    set_entries_at(interface(factor), la::span_of(shared), x);  // also where it came from an interior
  } else if (factor.opaque) {
    Matrix row(context.is_master() ? 1 : 0, factor.size);
    if (context.is_master()) row.row(0) = x.transpose();
    factor.opaque->solve(row);
    if (context.is_master()) x = row.row(0).transpose();
  } else if (context.is_master()) {
    solve(factor, x);
  }
}

void solve(const Factor& factor, Vector& x) {
  timing::Arithmetic computed;
  forward(factor, 0, factor.shapes.size(), x, computed);
  backward(factor, 0, factor.shapes.size(), x, computed);
}

fem::SparseMatrix coupling_of_unknowns(const SurfaceCondition& surface) {
  return fem::forces_on_unknowns(surface.factor->motions, *surface.coupling);
}

void subtract_force(const la::OwnedRows& b, const SurfaceCondition& surface, const fem::SparseMatrix& coupling, Vector& right_hand_side,
                    const common::StageContext& context) {
  auto& factor = *surface.factor;
  auto& m = context.arithmetic;
  const Index n = b.map.rows();
  Vector x, q;
  if (context.is_master()) x = fem::forces_on_unknowns(factor.motions, surface.force);
  solve(factor, x, context);
  if (context.is_master()) {
    q = Vector::Zero(n);
    m.spmv(q, coupling.transpose(), x);
    for (Index j = 0; j < n; ++j) q[j] *= surface.omega_squared_rho / surface.mass[j];
  }
  q = shared(std::move(q), n, context);
  m.gemv(right_hand_side, b.view(context.rank()).transpose(), q);
}

}  // namespace febem::reduce
