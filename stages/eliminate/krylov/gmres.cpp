#include "stages/eliminate/krylov/gmres.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "la/norms.h"

namespace febem::eliminate {
namespace {

using common::StageContext;
using core::master;
using Rotation = Eigen::JacobiRotation<Complex>;

/// The rotation's adjoint: what makeGivens() was given becomes (r, 0).
void rotate(const Rotation& rotation, Complex& upper, Complex& lower) {
  const Complex c = rotation.c(), s = rotation.s(), above = upper;
  upper = std::conj(c) * above - std::conj(s) * lower;
  lower = s * above + c * lower;
}

}  // namespace

double LeastSquares::add(Vector column) {
  const Index k = size();
  for (Index i = 0; i < k; ++i) rotate(rotations_[i], column[i], column[i + 1]);
  Rotation rotation;
  rotation.makeGivens(column[k], column[k + 1]);
  rotate(rotation, column[k], column[k + 1]);
  right_hand_side_.emplace_back(0);
  rotate(rotation, right_hand_side_[k], right_hand_side_[k + 1]);
  rotations_.push_back(rotation);
  columns_.push_back(column.head(k + 1));
  return std::abs(right_hand_side_.back());
}

Index LeastSquares::rank() const {
  constexpr double rounding = 1e-12;  // no digit of y would be right
  const Vector& last = columns_.back();
  const bool depends = std::abs(last[size() - 1]) <= rounding * la::max_norm(last);
  return depends ? size() - 1 : size();
}

Vector LeastSquares::solution() const {
  Vector y = Vector::Zero(size());
  for (Index i = rank(); i-- > 0;) {
    Complex rest = right_hand_side_[i];
    for (Index j = i + 1; j < rank(); ++j) rest -= columns_[j][i] * y[j];
    y[i] = rest / columns_[i][i];
  }
  return y;
}

Vector Gmres::solve(const Vector& own_b, Iteration& done) {
  const double scale = largest(own_b);
  if (needs_no_iteration(scale, done)) return own_b;
  b_ = r_ = own_b / scale;
  x_ = Vector::Zero(own_b.size());
  b_norm_ = r_norm_ = norm(r_);
  done = {{1}, {}, false};
  while (goes_on(done)) {
    const double before = done.residuals.back();
    cycle(done);
    done.converged = done.residuals.back() <= limits_.tolerance;
    if (!(done.residuals.back() < limits_.stagnation * before)) break;
  }
  return scale * x_;
}

bool Gmres::goes_on(const Iteration& done) const {
  return !done.converged && std::ssize(done.residuals) - 1 < limits_.most;
}

/// Iterates from x until the residual is small, as far as the vectors so far tell, and computes it
/// anew.
void Gmres::cycle(Iteration& done) {
  const Index left = limits_.most - (std::ssize(done.residuals) - 1);
  const Index most = limits_.restart > 0 ? std::min(limits_.restart, left) : left;
  reserve(1);
  basis_.col(0) = r_ / r_norm_;
  if (context_.is_master()) small_ = std::make_unique<LeastSquares>(r_norm_);
  // Below that the residual of the small problem says nothing of the true one.
  constexpr double rounding = 1e-14;
  const double enough = std::max(limits_.tolerance, rounding * done.residuals.back());
  Index count = 0;
  for (bool more = true; more && count < most;) {
    const Step step = iterate(count++);
    done.residuals.push_back(step.residual);
    context_.report_progress(
        std::max(0.0, std::min(1.0, std::log(step.residual) / std::log(limits_.tolerance))));
    more = step.residual > enough && step.norm > 0;
  }
  correct(count);
  done.cycles.push_back(count);
  done.residuals.back() = r_norm_ / b_norm_;
}

/// Adds vector k + 1 to those up to k.
Gmres::Step Gmres::iterate(Index k) {
  directions_.col(k) = preconditioner_.apply(basis_.col(k));
  Vector w = a_.apply(directions_.col(k), context_);
  const Step step = orthogonalise(w, k + 1);
  reserve(k + 2);
  basis_.col(k + 1) = w / step.norm;
  return step;
}

/// Takes from w its part along the first `count` vectors: classical Gram-Schmidt twice, which is as
/// good as one vector after the other and sums all products at once (Giraud, Langou, Rozloznik, van
/// den Eshof, Rounding error analysis of the classical Gram-Schmidt orthogonalization process,
/// 2005).
Gmres::Step Gmres::orthogonalise(Vector& w, Index count) {
  auto& m = context_.arithmetic;
  Vector first(count), second(count + 1);
  m.multiply(first, basis(count).adjoint(), w);
  sum_everywhere(la::span_of(first));
  m.gemv(w, basis(count), first);
  m.multiply(second.head(count), basis(count).adjoint(), w);
  second[count] = w.squaredNorm();
  context_.messages.sum(la::span_of(second), master);
  Step step = measured(la::span_of(second), first);
  m.gemv(w, basis(count), second.head(count));
  return step;
}

/// From the sums of the second pass at the master, the last of which is |w|^2, and the products of
/// the first: the next column of the small problem. Every rank gets the products, and in place of
/// |w|^2 the step.
Gmres::Step Gmres::measured(std::span<Complex> sums, Vector column) {
  if (context_.is_master()) {
    const Index count = column.size();
    const Eigen::Map<const Vector> second(sums.data(), count);
    const double whole = la::max_norm(column);
    column += second;
    Step step;
    step.norm = std::sqrt(std::max(sums.back().real() - second.squaredNorm(), 0.0));
    if (step.norm <= std::numeric_limits<double>::epsilon() * whole) step.norm = 0;
    column.conservativeResize(count + 1);
    column[count] = step.norm;
    step.residual = small_->add(std::move(column)) / b_norm_;
    sums.back() = {step.norm, step.residual};
  }
  context_.messages.broadcast(sums, master);
  return {sums.back().real(), sums.back().imag()};
}

/// x by the best of the first `count` directions, unless that makes the residual no smaller: where
/// rounding is all that is left, or the matrix is singular.
void Gmres::correct(Index count) {
  Vector y(count);
  if (context_.is_master()) y = small_->solution();
  context_.messages.broadcast(la::span_of(y), master);
  Vector x = x_ + directions_.leftCols(count) * y;
  Vector r = b_ - a_.apply(x, context_);
  const double r_norm = norm(r);
  if (!(r_norm < r_norm_)) return;
  x_ = std::move(x);
  r_ = std::move(r);
  r_norm_ = r_norm;
}

/// Adds up the values of all ranks: the same bits on every rank.
void Gmres::sum_everywhere(std::span<Complex> values) const {
  context_.messages.sum(values, master);
  context_.messages.broadcast(values, master);
}

double Gmres::norm(const Vector& own) const {
  Complex square = own.squaredNorm();
  sum_everywhere(std::span(&square, 1));
  return std::sqrt(square.real());
}

double Gmres::largest(const Vector& own) const {
  return context_.messages.all_reduce(la::max_norm(own), la::larger);
}

/// Makes room for so many vectors, or for twice as many as there were.
void Gmres::reserve(Index columns) {
  constexpr Index at_first = 64;
  if (columns <= basis_.cols()) return;
  for (auto* vectors : {&basis_, &directions_})
    vectors->conservativeResize(b_.size(), std::max({columns, 2 * vectors->cols(), at_first}));
}

}  // namespace febem::eliminate
