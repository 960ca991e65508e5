// The BLAS and LAPACK routines on blocks inside a larger matrix, whose other entries stay.
#include "la/blas.h"

#include "support/catch.h"
#include "support/random_matrix.h"

using la::Index;
using la::Matrix;
using la::Op;
using la::Side;

namespace {

/// Largest difference between two matrices; fails on NaN where it is compared.
double distance(const Matrix& a, const Matrix& b) { return (a - b).norm(); }

}  // namespace

TEST_CASE("a product is subtracted from a block, and from nothing else") {
  for (const Index m : {0, 1, 5})
    for (const Index n : {0, 1, 4})
      for (const Index k : {0, 1, 3}) {
        INFO(m << " x " << k << " times " << k << " x " << n);
        const Matrix a = random_matrix(9, 9, 1), b = random_matrix(9, 9, 2),
                     before = random_matrix(9, 9, 3);
        Matrix c = before, expected = before;
        la::subtract_product(c.block(2, 1, m, n), a.block(1, 3, m, k), b.block(4, 2, k, n));
        expected.block(2, 1, m, n) -= a.block(1, 3, m, k) * b.block(4, 2, k, n);
        CHECK(distance(c, expected) < 1e-14);
        c = expected = before;
        la::subtract_product(
            c.block(2, 1, m, n), a.block(1, 3, m, k), b.block(2, 4, n, k), Op::transpose);
        expected.block(2, 1, m, n) -= a.block(1, 3, m, k) * b.block(2, 4, n, k).transpose();
        CHECK(distance(c, expected) < 1e-14);
      }
}

TEST_CASE(
    "a unit lower triangle is solved with from either side; what stands on and above its diagonal "
    "is not read") {
  const Matrix given = random_matrix(7, 7, 4),
               l = given.block(2, 1, 4, 4).triangularView<Eigen::UnitLower>();
  for (const auto op : {Op::none, Op::transpose}) {
    const Matrix of_l = op == Op::none ? l : Matrix(l.transpose());
    for (const Index count : {0, 1, 3}) {
      Matrix left = random_matrix(4, count, 5), right = random_matrix(count, 4, 6);
      const Matrix x = left, y = right;
      la::solve_unit_lower(Side::left, op, given.block(2, 1, 4, 4), left);
      la::solve_unit_lower(Side::right, op, given.block(2, 1, 4, 4), right);
      CHECK(distance(of_l * left, x) < 1e-13);
      CHECK(distance(right * of_l, y) < 1e-13);
    }
  }
}

TEST_CASE(
    "a vector is substituted with a triangle, and a product with a block subtracted from it") {
  const Matrix given = random_matrix(9, 9, 14);
  for (const auto op : {Op::none, Op::transpose})
    for (const Index m : {0, 1, 5})
      for (const Index n : {0, 1, 4}) {
        INFO(m << " x " << n);
        const Matrix a = given.block(1, 2, m, n), of_a = op == Op::none ? a : Matrix(a.transpose());
        const la::Vector before = random_matrix(9, 1, 15), x = random_matrix(of_a.cols(), 1, 16);
        la::Vector y = before, expected = before;
        la::subtract_product(y.segment(3, of_a.rows()), op, given.block(1, 2, m, n), x);
        expected.segment(3, of_a.rows()) -= of_a * x;
        CHECK(distance(y, expected) < 1e-14);
        const Matrix square = given.block(2, 1, n, n);
        for (const auto triangle : {la::Triangle::unit_lower, la::Triangle::upper}) {
          Matrix t = square.triangularView<Eigen::Upper>();
          if (triangle == la::Triangle::unit_lower) t = square.triangularView<Eigen::UnitLower>();
          if (op == Op::transpose) t.transposeInPlace();
          y = before;
          la::solve_triangle(triangle, op, given.block(2, 1, n, n), y.segment(3, n));
          expected = y;
          expected.segment(3, n) = t * y.segment(3, n);
          CHECK(distance(expected, before) < 1e-13);
        }
      }
}

TEST_CASE("P A = L U, with the pivots that interchange the rows of A") {
  for (const Index m : {1, 4, 7})
    for (const Index n : {1, 4}) {
      INFO(m << " x " << n);
      Matrix whole = random_matrix(9, 6, 7);
      Matrix a = whole.block(1, 2, m, n);
      const auto pivots = la::factor_lu(whole.block(1, 2, m, n));
      REQUIRE(std::ssize(pivots) == std::min(m, n));
      la::interchange_rows(a, pivots);
      const Matrix lu = whole.block(1, 2, m, n),
                   u = lu.topRows(std::min(m, n)).triangularView<Eigen::Upper>();
      Matrix l = Matrix::Identity(m, std::min(m, n));
      l.triangularView<Eigen::StrictlyLower>() = lu.leftCols(std::min(m, n));
      CHECK(distance(l * u, a) < 1e-14);
      CHECK(l.cwiseAbs().maxCoeff() < 1.5);
    }
}

TEST_CASE("single precision does as double does, to its rounding") {
  const Matrix a = random_matrix(5, 5, 8), b = random_matrix(5, 3, 9);
  const auto single = [](const Matrix& x) { return la::in_precision<core::SingleComplex>(x); };
  const auto close = [](const la::SingleMatrix& found, const Matrix& expected) {
    const double error = (found.cast<core::Complex>() - expected).cwiseAbs().maxCoeff();
    return error < 1e-6 && !(error == 0);
  };
  for (const auto op : {Op::none, Op::transpose}) {
    Matrix c = random_matrix(3, 5, 10);
    const Matrix transposed = b.transpose();
    la::SingleMatrix single_c = single(c);
    la::subtract_product(c, transposed, a, op);
    la::subtract_product(single_c, single(transposed), single(a), op);
    CHECK(close(single_c, c));
    for (const auto side : {Side::left, Side::right}) {
      Matrix x = side == Side::left ? b : transposed;
      la::SingleMatrix single_x = single(x);
      la::solve_unit_lower(side, op, a, x);
      la::solve_unit_lower(side, op, single(a), single_x);
      CHECK(close(single_x, x));
    }
  }
  Matrix lu = a, rows = b;
  la::SingleMatrix single_lu = single(a), single_rows = single(b);
  const auto pivots = la::factor_lu(lu);
  CHECK(la::factor_lu(single_lu) == pivots);
  CHECK(close(single_lu, lu));
  la::interchange_rows(rows, pivots);
  la::interchange_rows(single_rows, pivots);
  CHECK(single_rows == single(rows));
}

TEST_CASE("rows are interchanged in turn") {
  Matrix a(3, 1);
  a << 1, 2, 3;
  la::interchange_rows(a, {1, 2});
  CHECK(a == (Matrix(3, 1) << 2, 3, 1).finished());
  la::interchange_rows(a, {});
  CHECK(a(0, 0) == 2.0);
}
