#include "la/ldlt.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "la/blas.h"
#include "la/norms.h"

namespace febem::la {
namespace {

/// Largest modulus; not a number if an entry is not. Without the square roots of max_norm().
double largest(const ConstView& a) {
  return a.size() == 0 ? 0.0 : std::sqrt(a.cwiseAbs2().maxCoeff<Eigen::PropagateNaN>());
}

/// Smallest of |pivot| / scale; a 2 x 2 pivot counts with |det| / (norm x scale), its smaller
/// singular value about.
void judge_pivots(PivotPanel& result, const RealVector& scales) {
  const auto& v = result.values;
  result.smallest_pivot = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < result.pivots; ++k) {
    double scale = scales[result.order[k]], pivot = std::abs(v(k, k));
    if (k + 1 < result.pivots && v(k, k + 1) != Complex(0)) {
      const Complex b = v(k, k + 1);
      const double norm = std::max({std::abs(v(k, k)), std::abs(v(k + 1, k + 1)), std::abs(b)});
      pivot = std::abs(v(k, k) / norm * v(k + 1, k + 1) - b / norm * b);
      scale = std::max(scale, scales[result.order[k + 1]]);
      ++result.two_by_two;
      ++k;
    }
    const double relative = scale > 0 ? pivot / scale : 0.0;
    result.smallest_pivot = smaller(result.smallest_pivot, relative);
  }
}

/// The whole block at once. The pivots are those of A11 alone; the caller judges L21.
PivotPanel factor_block(const ConstView& panel, Index front) {
  const Index b = panel.cols();
  PivotPanel result;
  result.pivots = b;
  Matrix a11 = panel.topRows(b);
  const auto factor = factor_symmetric(a11);
  result.order = factor.order;
  result.values = PanelValues(Matrix(Matrix::Zero(front, b)));
  auto l11 = result.values.topRows(b), l21 = result.values.bottomRows(front - b);
  l11.triangularView<Eigen::StrictlyLower>() = a11;
  l11.diagonal() = factor.diagonal;
  l11.diagonal(1) = factor.off_diagonal.head(b - 1);
  l21 = panel.middleRows(b, front - b)(Eigen::all, factor.order);  // A21 P
  solve_unit_lower(Side::right, Op::transpose, l11, l21);
  divide_by_pivots(l11, l21);
  return result;
}

/// One pivot at a time, each judged over all rows of the front.
class ThresholdPivoting {
 public:
  ThresholdPivoting(const ConstView& panel, Index front)
      : front_(front), candidates_(panel.cols()), values_(panel.topRows(front)),
        order_(candidates_) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  PivotPanel factor() && {
    while (done_ < candidates_ && eliminate_one()) {
    }
    PivotPanel result;
    result.pivots = done_;
    result.order = std::move(order_);
    result.values = PanelValues(std::move(values_));
    return result;
  }

 private:
  /// Tries one candidate after the other; false if none has a good pivot.
  bool eliminate_one() {
    for (Index j = done_; j < candidates_; ++j) {
      if (good_single(j)) {
        interchange(done_, j);
        eliminate_single();
        return true;
      }
      const Index partner = largest_partner(j);
      if (partner >= 0 && good_pair(j, partner)) {
        interchange(done_, std::min(j, partner));
        interchange(done_ + 1, std::max(j, partner));
        eliminate_pair();
        return true;
      }
    }
    return false;
  }

  /// Largest modulus in column j over the rows still active, rows `skip` and `also_skip` left out.
  double column_maximum(Index j, Index skip, Index also_skip) const {
    double maximum = 0;
    for (Index i = done_; i < front_; ++i)
      if (i != skip && i != also_skip) maximum = std::max(maximum, std::abs(values_(i, j)));
    return maximum;
  }

  bool good_single(Index j) const {
    const double pivot = std::abs(values_(j, j));
    return pivot > 0 && pivot >= pivot_threshold * column_maximum(j, j, j);
  }

  /// |D^{-1}| (max_j, max_r)^T <= 1/u, entry by entry (Duff and Reid).
  bool good_pair(Index j, Index r) const {
    const Complex a = values_(j, j), b = values_(r, j), c = values_(r, r);
    const double det = std::abs(a * c - b * b);
    if (det == 0 || !std::isfinite(det)) return false;
    const double mj = column_maximum(j, j, r), mr = column_maximum(r, j, r);
    const double bound = det / pivot_threshold;
    return std::abs(c) * mj + std::abs(b) * mr <= bound &&
           std::abs(b) * mj + std::abs(a) * mr <= bound;
  }

  Index largest_partner(Index j) const {
    Index best = -1;
    double maximum = 0;
    for (Index i = done_; i < candidates_; ++i)
      if (i != j && std::abs(values_(i, j)) > maximum) {
        maximum = std::abs(values_(i, j));
        best = i;
      }
    return best;
  }

  void interchange(Index a, Index b) {
    if (a == b) return;
    values_.col(a).swap(values_.col(b));
    values_.row(a).swap(values_.row(b));
    std::swap(order_[a], order_[b]);
  }

  void eliminate_single() {
    const Index k = done_++, below = front_ - done_, right = candidates_ - done_;
    const Matrix a21 = values_.block(done_, k, below, 1);
    auto l21 = values_.block(done_, k, below, 1);
    l21 /= values_(k, k);
    subtract_product(
        values_.bottomRightCorner(below, right), l21, a21.topRows(right), Op::transpose);
    values_.row(k).tail(right).setZero();
  }

  void eliminate_pair() {
    const Index k = done_, below = front_ - k - 2, right = candidates_ - k - 2;
    const Matrix a21 = values_.block(k + 2, k, below, 2);
    auto l21 = values_.block(k + 2, k, below, 2);
    values_(k, k + 1) = values_(k + 1, k);
    values_.block(k, k + 2, 2, right).setZero();
    const Eigen::Matrix2cd d = values_.block(k, k, 2, 2);
    l21.noalias() = a21 * d.inverse();
    subtract_product(
        values_.bottomRightCorner(below, right), l21, a21.topRows(right), Op::transpose);
    values_(k + 1, k) = 0;
    done_ += 2;
  }

  Index front_, candidates_, done_ = 0;
  Matrix values_;
  std::vector<Index> order_;
};

}  // namespace

PivotPanel PivotPanel::of_all(Index candidates) {
  PivotPanel result;
  result.pivots = candidates;
  result.order.resize(candidates);
  std::iota(result.order.begin(), result.order.end(), 0);
  return result;
}

PivotPanel factor_panel(const ConstView& panel) {
  const Index front = panel.rows() - 1, candidates = panel.cols();
  PivotPanel result = factor_block(panel, front);
  result.growth = largest(result.values.bottomRows(front - candidates));
  // Not "growth > bound": a zero pivot leaves NaN or infinity.
  if (front > candidates && !(result.growth <= 1 / pivot_threshold)) {
    result = ThresholdPivoting(panel, front).factor();
    result.growth =
        largest(result.values.leftCols(result.pivots).bottomRows(front - result.pivots));
  }
  judge_pivots(result, panel.row(front).real().transpose());
  return result;
}

Count factor_panel_flops(Index front, Index candidates) {
  return factor_symmetric_flops(candidates) +
         solve_triangular_flops(candidates, front - candidates);
}

void multiply_by_pivots(const ConstView& values, View x) {
  const Index pivots = values.cols();
  for (Index k = 0; k < pivots; ++k) {
    const Complex off = k + 1 < pivots ? values(k, k + 1) : Complex(0);
    if (off == Complex(0)) {
      x.col(k) *= values(k, k);
      continue;
    }
    const Vector first = x.col(k);
    x.col(k) = values(k, k) * first + off * x.col(k + 1);
    x.col(k + 1) = off * first + values(k + 1, k + 1) * x.col(k + 1);
    ++k;
  }
}

void divide_by_pivots(const ConstView& values, View x) {
  const Index pivots = values.cols();
  for (Index k = 0; k < pivots; ++k) {
    const Complex off = k + 1 < pivots ? values(k, k + 1) : Complex(0);
    if (off == Complex(0)) {
      x.col(k) /= values(k, k);
      continue;
    }
    // [a b; b c]^{-1} = [c -b; -b a] / (ac - b^2), scaled by b against overflow.
    const Complex a = values(k, k) / off, c = values(k + 1, k + 1) / off;
    const Complex scale = Complex(1) / (off * (a * c - Complex(1)));
    const Vector first = x.col(k);
    x.col(k) = scale * (c * first - x.col(k + 1));
    x.col(k + 1) = scale * (a * x.col(k + 1) - first);
    ++k;
  }
}

void divide_by_pivots(const ConstView& values, SingleView x) {
  Matrix divided = x.cast<Complex>();
  divide_by_pivots(values, divided);
  x = divided.cast<SingleComplex>();
}

}  // namespace febem::la
