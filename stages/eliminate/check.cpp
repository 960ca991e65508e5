#include "stages/eliminate/check.h"

#include <array>
#include <limits>

#include "la/norms.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::Complex;
using core::master;
using la::Index;
using la::larger;

/// Maximum norms, NaN where an entry is.
struct Norms {
  double residual = 0, matrix = 0, right_hand_side = 0, entry = 0, factor_entry = 0;
};

Norms largest(const Norms& a, const Norms& b) {
  return {larger(a.residual, b.residual), larger(a.matrix, b.matrix),
      larger(a.right_hand_side, b.right_hand_side), larger(a.entry, b.entry),
      larger(a.factor_entry, b.factor_entry)};
}

/// The terms of the residual A x - b on this rank's rows.
template <class T>
Norms own_norms(const la::OwnedRowsOf<T>& matrix, const Vector& residual, const Vector& b,
    const Factored& factored) {
  Norms norms;
  norms.factor_entry = factored.largest_entry();
  norms.residual = la::max_norm(residual);
  norms.right_hand_side = la::max_norm(b);
  const auto of_matrix = la::norms_of(matrix.values);
  norms.matrix = of_matrix.column_sum;
  norms.entry = of_matrix.entry;
  return norms;
}

/// |A^{-1}| in the maximum norm = |A^{-T}| in the 1-norm, estimated: the master asks, all ranks
/// solve.
double inverse_norm(Factored& factored, Index n, const StageContext& context) {
  using Ask = la::OneNormEstimate::Ask;
  la::OneNormEstimate estimate(n);
  Vector x(n);
  for (;;) {
    auto ask = context.is_master() ? estimate.next(x) : Ask::nothing;
    context.messages.broadcast(ask, master);
    if (ask == Ask::nothing) return estimate.value();
    context.messages.broadcast(la::span_of(x), master);
    // The product is A^{-T} x, the adjoint one its conjugate transpose times x.
    x = ask == Ask::product ? factored.solve_transposed(x)
                            : Vector(factored.solve(x.conjugate()).conjugate());
  }
}

/// From this rank's norms.
Quality judged(const Norms& own, const Elimination& elimination, const StageContext& context) {
  const Index n = elimination.solution.size();
  const Norms norms = context.messages.all_reduce(own, largest);
  const double eps = std::numeric_limits<double>::epsilon() / 2;
  const double x = la::max_norm(elimination.solution);
  Quality quality;
  const double scale = norms.matrix * x + norms.right_hand_side;
  quality.residual = scale == 0 && norms.residual == 0
                         ? 0
                         : norms.residual / scale / (eps * static_cast<double>(n));
  quality.pivot_growth = norms.factor_entry / norms.entry;
  quality.condition_estimate = norms.matrix * inverse_norm(*elimination.factored, n, context);
  context.messages.broadcast(quality, master);
  return quality;
}

}  // namespace

Quality check(
    const common::DenseSystem& system, Elimination& elimination, const StageContext& context) {
  const Vector residual =
      system.matrix.values.transpose() * elimination.solution - system.right_hand_side;
  return judged(own_norms(system.matrix, residual, system.right_hand_side, *elimination.factored),
      elimination, context);
}

Quality check(
    const common::MixedSystem& system, Elimination& elimination, const StageContext& context) {
  auto& a = *system.product;
  const Vector residual =
      a.apply(common::own_entries(a.map(), elimination.solution, context.rank()), context) -
      system.right_hand_side;
  return judged(own_norms(system.matrix, residual, system.right_hand_side, *elimination.factored),
      elimination, context);
}

}  // namespace febem::eliminate
