#include "stages/eliminate/check.h"

#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "la/gemm.h"
#include "la/norms.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::Complex;
using core::master;
using la::Index;
using la::larger;

/// The maxima of each figure over the ranks, NaN where one is; the same on every rank.
std::vector<double> largest(std::vector<double> figures, const StageContext& context) {
  const auto own = figures;
  for (const auto& of_rank : context.messages.gather(own, master))
    for (std::size_t i = 0; i < own.size(); ++i) figures[i] = larger(figures[i], of_rank[i]);
  context.messages.broadcast(std::span(figures), master);
  return figures;
}

std::vector<double> norms_of_columns(const Matrix& a) {
  std::vector<double> norms;
  for (Index j = 0; j < a.cols(); ++j) norms.push_back(la::max_norm(a.col(j)));
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

/// |residual| / (eps n scale) of each column, by residual_of(X, own rows of B), own rows of B - A
/// X.
///
/// With many columns first of one sum of all, with random signs, each over its scale. On the
/// average its residual is the root of the sum of squares of theirs. If it is small, none is large,
/// and the figure of each is that of the sum. If it is not, each is computed.
template <class ResidualOf>
std::vector<double> scaled_residuals(const Matrix& x, const Matrix& b,
    const std::vector<double>& scales, ResidualOf&& residual_of, const StageContext& context) {
  constexpr Index many = 8;
  constexpr double small = 1;
  const double rounding =
      std::numeric_limits<double>::epsilon() / 2 * static_cast<double>(x.rows());
  if (x.cols() > many) {
    std::mt19937_64 random;  // the same on every rank
    la::Vector signs(x.cols());
    for (Index j = 0; j < x.cols(); ++j)
      signs[j] = (random() % 2 == 0 ? 1 : -1) / (scales[j] == 0 ? 1 : scales[j]);
    const double sum =
        largest(norms_of_columns(residual_of(x * signs, b * signs)), context).front() / rounding;
    if (sum <= small) return std::vector<double>(scales.size(), sum);
  }
  auto residuals = largest(norms_of_columns(residual_of(x, b)), context);
  for (std::size_t j = 0; j < residuals.size(); ++j)
    if (scales[j] != 0 || residuals[j] != 0) residuals[j] /= scales[j] * rounding;
  return residuals;
}

template <class T, class ResidualOf>
Quality judged(const la::OwnedRowsOf<T>& matrix, const Matrix& b, Elimination& elimination,
    ResidualOf&& residual_of, const StageContext& context) {
  const auto own = la::norms_of(matrix.values);
  auto norms = norms_of_columns(b);
  norms.insert(norms.end(), {own.column_sum, own.entry, elimination.factored->largest_entry()});
  norms = largest(std::move(norms), context);
  const double factor_entry = norms.back(), entry = norms[norms.size() - 2],
               sum = norms[norms.size() - 3];
  auto scales = norms_of_columns(elimination.solution);
  for (std::size_t j = 0; j < scales.size(); ++j) scales[j] = sum * scales[j] + norms[j];
  auto figures = scaled_residuals(elimination.solution, b, scales, residual_of, context);
  figures.push_back(factor_entry / entry);
  figures.push_back(
      sum * inverse_norm(*elimination.factored, elimination.solution.rows(), context));
  context.messages.broadcast(std::span(figures), master);
  return {{figures.begin(), figures.end() - 2}, figures[figures.size() - 2], figures.back()};
}

}  // namespace

Quality check(
    const common::DenseSystem& system, Elimination& elimination, const StageContext& context) {
  return judged(
      system.matrix, system.right_hand_side, elimination,
      [&](const Matrix& x, const Matrix& b) {
        Matrix residual = b;
        la::subtract_transposed_product(residual, system.matrix.values, x);
        return residual;
      },
      context);
}

Quality check(
    const common::MixedSystem& system, Elimination& elimination, const StageContext& context) {
  auto& a = *system.product;
  return judged(
      system.matrix, system.right_hand_side, elimination,
      [&](const Matrix& x, const Matrix& b) {
        Matrix residual = b;
        for (Index j = 0; j < x.cols(); ++j)
          residual.col(j) -=
              a.apply(common::own_entries(a.map(), x.col(j), context.rank()), context);
        return residual;
      },
      context);
}

}  // namespace febem::eliminate
