// A front partly eliminated: P^T A P = [L11; L21] D [L11; L21]^T + [0 0; 0 S].
#include "stages/merge/substructure/front.h"

#include <numeric>

#include "la/packed.h"
#include "support/catch.h"
#include "support/random_matrix.h"

using la::Index;
using la::Matrix;

namespace {

Matrix symmetric(Index n, unsigned seed, double shift) {
  const Matrix a = random_matrix(n, n, seed);
  return a + a.transpose() + Matrix::Identity(n, n) * shift;
}

la::RealVector unit_scales(Index n) { return la::RealVector::Ones(n); }

struct Factored {
  la::PivotPanel factor;
  Matrix s;  ///< both triangles
};

Factored factored(const Matrix& a, Index candidates, Index width, const la::RealVector& scales) {
  timing::Arithmetic computed;
  merge::FrontMemory memory;
  merge::Front front(a.rows(), candidates, width, memory, computed);
  front.values() = a;
  front.values().triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));  // is not read
  front.scales() = scales;
  Factored result;
  result.factor = front.factor();
  const Index rest = a.rows() - result.factor.pivots;
  result.s = Matrix::Zero(rest, rest);
  const std::vector<Index> places = [&] {
    std::vector<Index> all(rest);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }();
  la::extend_add(result.s, front.contribution(), places);
  result.s.triangularView<Eigen::StrictlyUpper>() = result.s.transpose();
  return result;
}

Factored factored(const Matrix& a, Index candidates, Index width) {
  return factored(a, candidates, width, unit_scales(a.rows()));
}

double front_reconstruction_error(const Matrix& a, const Factored& f) {
  const Index n = a.rows(), p = f.factor.pivots;
  Matrix l = f.factor.values, d = Matrix::Zero(p, p);
  for (Index k = 0; k < p; ++k) {
    d(k, k) = l(k, k);
    if (k + 1 < p) d(k, k + 1) = d(k + 1, k) = l(k, k + 1);
    l.col(k).head(k).setZero();
    l(k, k) = 1;
  }
  Matrix product = l * d * l.transpose();
  product.bottomRightCorner(n - p, n - p) += f.s;
  const Matrix expected = a(f.factor.order, f.factor.order);
  return (product - expected).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

TEST_CASE("all candidates of a good front are eliminated, some at a time") {
  for (const Index n : {1, 2, 9, 130, 230, 290})
    for (const Index candidates : {0, 1, 8, 100, 150, 230})
      for (const Index width : {1, 3, 64, 500}) {
        if (candidates > n || (width == 1 && n > 9)) continue;
        INFO(n << " rows, " << candidates << " candidates, " << width << " at a time");
        const Matrix a = symmetric(n, 11, 8);
        const auto f = factored(a, candidates, width);
        CHECK(f.factor.pivots == candidates);
        CHECK(f.factor.growth <= 1 / la::pivot_threshold);
        CHECK(front_reconstruction_error(a, f) < 1e-11);
      }
}

TEST_CASE("pivots of two, and pivots out of order, are put where they belong") {
  Matrix a = symmetric(60, 5, 0);
  a.diagonal().setZero();
  for (const Index width : {2, 7, 40}) {
    const auto f = factored(a, 40, width);
    CHECK(f.factor.two_by_two > 0);
    CHECK_FALSE(std::is_sorted(f.factor.order.begin(), f.factor.order.end()));
    CHECK(front_reconstruction_error(a, f) < 1e-10);
  }
}

TEST_CASE("a candidate without a good pivot is delayed, after others have been tried with it") {
  Matrix a = symmetric(30, 7, 5);
  // Of the first twenty, three hang on rows that are no candidates.
  for (const Index k : {0, 6, 13}) {
    a.row(k).head(20).setZero();
    a.col(k).head(20).setZero();
    a(k, k) = 1e-9;
  }
  for (const Index width : {1, 4, 7, 20}) {
    INFO(width << " at a time");
    const auto f = factored(a, 20, width);
    CHECK(f.factor.pivots == 17);
    CHECK(f.factor.growth <= 1 / la::pivot_threshold);
    CHECK(front_reconstruction_error(a, f) < 1e-11);
    std::vector<Index> delayed(f.factor.order.begin() + 17, f.factor.order.begin() + 20);
    std::sort(delayed.begin(), delayed.end());
    CHECK(delayed == std::vector<Index>{0, 6, 13});
    std::vector<Index> others(f.factor.order.begin() + 20, f.factor.order.end());
    CHECK(std::is_sorted(others.begin(), others.end()));
    // Without other rows there is nobody to wait for.
    const auto last = factored(f.s.topLeftCorner(3, 3), 3, width);
    CHECK(last.factor.pivots == 3);
  }
}

TEST_CASE("the smallest pivot is told by what its column was assembled from") {
  const Matrix a = symmetric(12, 3, 6);
  auto scales = unit_scales(12);
  scales[4] = 1e20;
  CHECK(factored(a, 12, 5, scales).factor.smallest_pivot < 1e-15);
  CHECK(factored(a, 12, 5).factor.smallest_pivot > 0.1);
}

TEST_CASE("what is not a number ends as such") {
  Matrix a = symmetric(12, 3, 6);
  a(9, 2) = a(2, 9) = std::nan("");
  const auto f = factored(a, 8, 4);
  CHECK(f.factor.pivots == 8);
  CHECK(std::isnan(f.factor.growth));
}

TEST_CASE("a front counts its panels and products, computed or modelled") {
  // b^2 (f - b) of each panel's triangle, b^3 / 6 of its own, and the products make up c^3 / 6 +
  // c^2 (f - c) / 2 + c (f - c)^2 / 2 multiply-adds but for what strips compute above the diagonal.
  for (const auto& [front, candidates, width] : {std::array<Index, 3>{300, 120, 16}, {90, 90, 90},
           {50, 0, 8}, {400, 399, 64}, {400, 150, 64}}) {
    INFO(front << " rows, " << candidates << " candidates, " << width << " at a time");
    const auto flops_of = [&, front = front, candidates = candidates, width = width](
                              timing::Arithmetic arithmetic, Matrix a) {
      core::Metrics metrics;
      arithmetic.count_in(core::Stage::merge, metrics);
      merge::FrontMemory memory;
      merge::Front whole(front, candidates, width, memory, arithmetic);
      arithmetic.uncharged([&] { whole.values() = a; });
      whole.scales() = unit_scales(front);
      const auto factor = whole.factor();
      CHECK(factor.pivots == candidates);
      CHECK(std::ssize(factor.order) == front);
      return metrics.flops;
    };
    const core::Count flops = flops_of(timing::Arithmetic(), symmetric(front, 11, 60));
    CHECK(flops == flops_of(timing::Arithmetic(timing::free_of_charge()), {}));
    const double c = candidates, rest = front - candidates;
    const double least = 8 * (c * c * c / 6 + c * c * rest / 2 + c * rest * rest / 2);
    const double strips = 8 * 96.0 * front * c;
    CHECK(flops >= 0.999 * least);
    CHECK(flops <= least + strips);
  }
}
