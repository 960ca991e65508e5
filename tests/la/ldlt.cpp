// One panel: A = P L D L^T P^T on its pivots, and no large entry in L.
#include "la/ldlt.h"

#include "support/catch.h"

using la::Index;
using la::Matrix;

namespace {

Matrix random_symmetric(Index n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Matrix a(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= j; ++i) a(i, j) = a(j, i) = {uniform(random), uniform(random)};
  return a;
}

/// The panel of the first b columns of a, with unit scales.
Matrix panel_of(const Matrix& a, Index b) {
  Matrix panel(a.rows() + 1, b);
  panel.topRows(a.rows()) = a.leftCols(b);
  panel.bottomRows(1).setOnes();
  return panel;
}

/// Largest difference between the pivot columns of the permuted a and L D L^T.
double panel_reconstruction_error(const Matrix& a, const la::PivotPanel& panel) {
  const Index n = a.rows(), np = panel.pivots, b = std::ssize(panel.order);
  std::vector<Index> order(panel.order);
  for (Index i = b; i < n; ++i) order.push_back(i);
  Matrix l = Matrix::Zero(n, np), d = Matrix::Zero(np, np);
  for (Index k = 0; k < np; ++k) {
    l.col(k).tail(n - k - 1) = panel.values.col(k).tail(n - k - 1);
    l(k, k) = 1;
    d(k, k) = panel.values(k, k);
    if (k + 1 < np) d(k, k + 1) = d(k + 1, k) = panel.values(k, k + 1);
  }
  const Matrix product = l * d * l.topRows(np).transpose();
  double error = 0;
  for (Index j = 0; j < np; ++j)
    for (Index i = 0; i < n; ++i)
      error = std::max(error, std::abs(product(i, j) - a(order[i], order[j])));
  return error;
}

}  // namespace

TEST_CASE("a panel is factored as a whole where that is stable") {
  for (const Index n : {1, 2, 7, 40})
    for (const Index b : {1, 2, 5, 40}) {
      if (b > n) continue;
      const Matrix a = random_symmetric(n, 3) + Matrix::Identity(n, n) * 3.0;
      const auto panel = la::factor_panel(panel_of(a, b));
      INFO(n << " rows, " << b << " candidates");
      CHECK(panel.pivots == b);
      CHECK(panel_reconstruction_error(a, panel) < 1e-13);
    }
}

TEST_CASE("LAPACK's two by two pivots are understood") {
  Matrix a = random_symmetric(12, 5);
  a.diagonal().setZero();
  const auto panel = la::factor_panel(panel_of(a, 12));
  CHECK(panel.pivots == 12);
  CHECK(panel.two_by_two > 0);
  CHECK(panel_reconstruction_error(a, panel) < 1e-12);
}

TEST_CASE("a candidate block that is tiny beside its rows is not divided by") {
  Matrix a = random_symmetric(9, 7);
  a.topLeftCorner(3, 3) *= 1e-12;
  const auto panel = la::factor_panel(panel_of(a, 3));
  CHECK(panel.pivots == 0);
  const auto wider = la::factor_panel(panel_of(a, 6));
  CHECK(wider.pivots >= 2);
  CHECK(wider.growth <= 100);
  CHECK(panel_reconstruction_error(a, wider) < 1e-12);
}

TEST_CASE("only the bad candidates are delayed") {
  Matrix a = random_symmetric(10, 11) * 0.1 + Matrix::Identity(10, 10);
  a(2, 2) = 1e-14;
  a.row(2).head(5).setZero();
  a.col(2).head(5).setZero();
  a(2, 2) = 1e-14;
  const auto panel = la::factor_panel(panel_of(a, 5));
  CHECK(panel.pivots == 4);
  CHECK(panel.order[4] == 2);
  CHECK(panel_reconstruction_error(a, panel) < 1e-13);
}

TEST_CASE("what a pair of pivots leaves of the other candidates is counted") {
  Matrix a = random_symmetric(10, 13);
  a.diagonal().setZero();
  a.row(4) *= 1e-9;  // to be delayed, for the sake of its entry below
  a.col(4) *= 1e-9;
  a(9, 4) = a(4, 9) = 1;
  const auto panel = la::factor_panel(panel_of(a, 5));
  CHECK(panel.pivots == 4);
  CHECK(panel.order[4] == 4);
  CHECK(panel.two_by_two > 0);
  CHECK(panel_reconstruction_error(a, panel) < 1e-13);
}

TEST_CASE("a candidate whose only large entry is in another row waits for it") {
  Matrix a(4, 4);
  a << 2, 0, 1, 0,  //
      0, 0, 0, 1,   //
      1, 0, 2, 0,   //
      0, 1, 0, 2;
  const auto panel = la::factor_panel(panel_of(a, 2));
  CHECK(panel.pivots == 1);
  CHECK(panel.order == std::vector<Index>{0, 1});
  CHECK(panel.growth == 0.5);
  CHECK(panel.smallest_pivot == 2);
  CHECK(panel_reconstruction_error(a, panel) == 0);
}

TEST_CASE("a pair of pivots is judged by what it leaves of each of its columns") {
  // [30 0] [0 1; 1 5]^{-1} = [-150 30]: too large, though [0 30] [0 1; 1 5]^{-1} = [30 0] would not
  // be.
  Matrix a(3, 3);
  a << 0, 1, 30,  //
      1, 5, 0,    //
      30, 0, 1;
  const auto panel = la::factor_panel(panel_of(a, 2));
  CHECK(panel.pivots == 1);
  CHECK(panel.order == std::vector<Index>{1, 0});
  CHECK(panel.two_by_two == 0);
  CHECK(panel.growth == 0.2);
  CHECK(panel_reconstruction_error(a, panel) < 1e-15);
}

TEST_CASE("a pair of pivots is as small as it is beside the greater of its scales") {
  for (const auto& [first, second] : {std::pair{1.0, 100.0}, {100.0, 1.0}}) {
    Matrix panel(3, 2);
    panel << 0, 2, 2, 0, first, second;
    const auto found = la::factor_panel(panel);
    CHECK(found.two_by_two == 1);
    CHECK(found.smallest_pivot == Approx(0.02));
  }
}

TEST_CASE("what is not a number is no pivot and no small growth") {
  const double nan = std::nan("");
  for (const auto& [row, column] : {std::pair{3, 0}, {3, 1}, {1, 0}, {1, 1}}) {
    INFO(row << ", " << column);
    Matrix a = random_symmetric(5, 13) + Matrix::Identity(5, 5) * 3.0;
    a(row, column) = a(column, row) = nan;
    const auto panel = la::factor_panel(panel_of(a, 2));
    CHECK((panel.pivots < 2 || !std::isfinite(panel.growth) ||
           !(panel.smallest_pivot >= la::singular_pivot)));
  }
}

TEST_CASE("a zero pivot is reported as such") {
  const Matrix a = Matrix::Constant(4, 4, 1.0);
  CHECK(la::factor_panel(panel_of(a, 4)).smallest_pivot < 1e-15);
}
