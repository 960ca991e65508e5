#include "la/rational_interpolant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/blas.h"

namespace febem::la {

namespace {

constexpr double rounding = 1e-9;  // of values, relative
constexpr Index in_cache = 1024;   // numbers of a sum at a time

/// 1 / prod_i (x_j - x_i), times a common factor: the weights of the polynomial through all values.
Vector of_polynomial(const std::vector<double>& x) {
  Vector result(std::ssize(x));
  RealVector logarithm = RealVector::Zero(std::ssize(x));
  for (std::size_t j = 0; j < x.size(); ++j) {
    result[j] = 1;
    for (const double other : x) {
      if (other == x[j]) continue;
      logarithm[j] -= std::log(std::abs(x[j] - other));
      if (other > x[j]) result[j] *= -1;
    }
  }
  return result.cwiseProduct((logarithm.array() - logarithm.maxCoeff()).exp().matrix());
}

}  // namespace

void RationalInterpolant::add(double x, Vector value) {
  const Index n = values();
  r_.conservativeResizeLike(Matrix::Zero(n + 1, n + 1));
  for (int pass = 0; pass < 2; ++pass)  // twice is enough (Kahan and Parlett)
    for (Index i = 0; i < n; ++i) {
      const Complex part = basis_[i].dot(value);
      value -= part * basis_[i];
      r_(i, n) += part;
    }
  const double rest = value.norm();
  r_(n, n) = rest;
  if (rest > 0) value /= rest;
  basis_.push_back(std::move(value));
  x_.push_back(x);
  q_before_ = std::move(q_);
  const RealVector norms = r_.colwise().norm().cwiseMax(std::numeric_limits<double>::min());
  const Matrix scaled = r_ * norms.cwiseInverse().asDiagonal();
  const auto [sigma, v] = singular_pairs(scaled);
  Index rank = 0;
  while (rank < n && sigma[rank] > rounding * sigma[0]) ++rank;
  const auto free = v.rightCols(n + 1 - rank);
  Vector q = free.col(n - rank);
  if (rank < n) q = free * (free.adjoint() * (of_polynomial(x_).cwiseProduct(norms)));
  q_ = q.normalized().cwiseQuotient(norms);
}

/// q_j / (x - x_j)
Vector RationalInterpolant::terms(Complex x, const Vector& q) const {
  Vector result(q.size());
  for (Index j = 0; j < q.size(); ++j) result[j] = q[j] / (x - x_[j]);
  return result;
}

double RationalInterpolant::indicator(double x) const {
  return std::ranges::find(x_, x) != x_.end() ? 0 : 1 / (r_ * terms(x, q_)).norm();
}

Vector RationalInterpolant::weights(Complex x, const Vector& q) const {
  const auto end = x_.begin() + q.size(), found = std::find(x_.begin(), end, x);
  if (found != end) return Vector::Unit(q.size(), found - x_.begin());
  const Vector all = terms(x, q);
  return all / all.sum();
}

Vector RationalInterpolant::of_values(const Vector& weights) const {
  const Vector of_basis = r_.leftCols(weights.size()) * weights;
  Vector result = Vector::Zero(basis_.front().size());
  for (Index begin = 0; begin < result.size(); begin += in_cache) {
    auto part = result.segment(begin, std::min(in_cache, result.size() - begin));
    for (Index i = 0; i < weights.size(); ++i)
      part += of_basis[i] * basis_[i].segment(begin, part.size());
  }
  return result;
}

/// With v_j = 1 / (x - x_j), x v - diag(x_j) v = (1, 1, ...), and D(x) = q^T v: D = 0 where
/// (0 q^T; 1 diag(x_j)) (-1; v) = x (0 0; 0 I) (-1; v). Two eigenvalues are infinite.
std::vector<RationalInterpolant::Pole> RationalInterpolant::poles() const {
  const Index n = values();
  Matrix a = Matrix::Zero(n + 1, n + 1), b = a;
  a.row(0).tail(n) = q_.transpose();
  a.col(0).tail(n).setOnes();
  for (Index j = 0; j < n; ++j) a(j + 1, j + 1) = x_[j];
  b.diagonal().tail(n).setOnes();
  const auto pairs = eigenpairs(a, b);
  std::vector<double> norms;
  for (Index j = 0; j < n; ++j) norms.push_back(r_.col(j).norm());
  std::ranges::nth_element(norms, norms.begin() + n / 2);
  const double median = norms[n / 2];
  std::vector<Pole> result;
  for (Index i = 0; i < pairs.alpha.size(); ++i) {
    const Complex x = pairs.alpha[i] / pairs.beta[i];
    if (!std::isfinite(x.real()) || !std::isfinite(x.imag())) continue;
    const Vector v = terms(x, q_);
    Complex slope = 0;  // of D
    for (Index j = 0; j < n; ++j) slope -= v[j] / (x - x_[j]);
    result.push_back({x, (r_ * v).norm() / std::abs(slope * x.imag()) / median});
  }
  return result;
}

}  // namespace febem::la
