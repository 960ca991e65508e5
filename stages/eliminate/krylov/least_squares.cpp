#include "stages/eliminate/krylov/least_squares.h"

#include <cmath>

#include "la/norms.h"

namespace febem::eliminate {
namespace {

using la::Complex;
using la::Index;
using la::Vector;
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

}  // namespace febem::eliminate
