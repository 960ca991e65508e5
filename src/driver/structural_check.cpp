#include "driver/structural_check.h"

#include <cmath>
#include <limits>

#include "driver/structural_system.h"
#include "la/norms.h"
#include "la/one_norm_estimate.h"
#include "stages/reduce/solve.h"

namespace febem::driver {
namespace {

using core::Complex;
using core::Index;

/// g_row - sum of a v over the row.
template <class Row>
Complex row_residual(Row entry, const la::Vector& v, Complex g) {
  long double real = g.real(), imaginary = g.imag();
  for (; entry; ++entry) {
    const long double a = entry.value().real(), b = entry.value().imag();
    const long double x = v[entry.col()].real(), y = v[entry.col()].imag();
    real -= a * x - b * y;
    imaginary -= a * y + b * x;
  }
  return {static_cast<double>(real), static_cast<double>(imaginary)};
}

}  // namespace

AssembledSystem::AssembledSystem(const AssemblyPattern& pattern, const pipeline::ElementSystem& elements)
    : matrix_(pattern.assemble(elements)) {
  for (const Index body : pattern.body_of_unknown()) group_.push_back(2 * body);
  if (elements.motions != nullptr)
    for (const Index place : elements.motions->replaced) ++group_[place];
  equilibrate();
}

void AssembledSystem::equilibrate() {
  constexpr int rounds = 4;  // each halves the logarithm of what is left
  scale_ = la::RealVector::Ones(matrix_.rows());
  for (int round = 0; round < rounds; ++round) {
    // Squares of moduli, which need no root, in units of the row's own scale.
    const la::RealVector squares = scale_.cwiseAbs2();
    la::RealVector largest = la::RealVector::Zero(matrix_.rows());
    for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
      for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
        largest[row] = la::larger(largest[row], std::norm(entry.value()) * squares[entry.col()]);
    for (Eigen::Index row = 0; row < matrix_.rows(); ++row) scale_[row] /= std::pow(largest[row] * squares[row], 0.25);
  }
}

la::Vector AssembledSystem::residual(const la::Vector& v, const la::Vector& g) const {
  la::Vector result(g.size());
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    result[row] = row_residual(AssembledMatrix::InnerIterator(matrix_, row), v, g[row]);
  return result;
}

double AssembledSystem::backward_error(const la::Vector& v, const la::Vector& g) const {
  const la::Vector r = residual(v, g);
  la::RealVector size = g.cwiseAbs();
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      size[row] += std::abs(entry.value()) * std::abs(v[entry.col()]);
  std::vector<double> wrong(2 * group_.size(), 0.0), whole(wrong);
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const auto group = static_cast<std::size_t>(group_[static_cast<std::size_t>(i)]);
    wrong[group] = la::larger(wrong[group], std::abs(r[i]));
    whole[group] = la::larger(whole[group], size[i]);
  }
  double error = 0;
  for (std::size_t group = 0; group < wrong.size(); ++group)
    if (wrong[group] != 0) error = la::larger(error, wrong[group] / whole[group]);
  return error;
}

double AssembledSystem::rounding(const la::Vector& v, const la::Vector& g) const {
  double squares = 0;
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      squares += std::norm(v[row]) * std::norm(entry.value()) * std::norm(v[entry.col()]);
  if (squares == 0) return 0;
  return std::numeric_limits<double>::epsilon() / 2 * std::sqrt(squares) / std::abs((v.transpose() * g).value());
}

double AssembledSystem::scaled_norm() const {
  la::RealVector sums = la::RealVector::Zero(matrix_.cols());
  for (Eigen::Index row = 0; row < matrix_.outerSize(); ++row)
    for (AssembledMatrix::InnerIterator entry(matrix_, row); entry; ++entry)
      sums[entry.col()] += scale_[row] * std::abs(entry.value()) * scale_[entry.col()];
  return la::max_norm(sums);
}

double structural_condition(const AssembledSystem* system, pipeline::Factor& factor,
                            const execution::StageContext& context) {
  using Ask = la::OneNormEstimate::Ask;
  la::OneNormEstimate estimate(factor.size);
  la::Vector x;
  for (;;) {
    auto ask = context.is_master() ? estimate.next(x) : Ask::nothing;
    // Unless the master has all of the factor.
    if (factor.opaque || factor.subdomains) context.messages.broadcast(ask, core::master);
    if (ask == Ask::nothing) break;
    if (context.is_master()) {
      if (ask == Ask::adjoint_product) x = x.conjugate().eval();  // A is symmetric
      x = x.cwiseQuotient(system->scale().cast<Complex>()).eval();
    }
    reduce::solve(factor, x, context);
    if (context.is_master()) {
      x = x.cwiseQuotient(system->scale().cast<Complex>()).eval();
      if (ask == Ask::adjoint_product) x = x.conjugate().eval();
    }
  }
  return context.is_master() ? system->scaled_norm() * estimate.value() : 0.0;
}

}  // namespace febem::driver
