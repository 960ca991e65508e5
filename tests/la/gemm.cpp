// Products by three real ones: as exact as the ordinary product entry by entry, and on the same
// blocks.
#include "la/gemm.h"

#include "support/catch.h"
#include "support/random_matrix.h"

using la::Index;
using la::Matrix;
using la::Op;

namespace {

using Extended = std::complex<long double>;

/// Rows and columns of very different size, as those of stiff and soft degrees of freedom.
Matrix graded(Index rows, Index columns, unsigned seed) {
  Matrix a = random_matrix(rows, columns, seed);
  for (Index i = 0; i < rows; ++i) a.row(i) *= std::pow(10.0, i % 9 - 4);
  for (Index j = 0; j < columns; ++j) a.col(j) *= std::pow(10.0, j % 7 - 3);
  return a;
}

/// The largest error of an entry of `found` = C - A B, in units of what rounding k products of |A|
/// |B| may give it.
template <class T>
double error_by_rounding(const la::MatrixOf<T>& found, const la::MatrixOf<T>& c,
    const la::MatrixOf<T>& a, const la::MatrixOf<T>& b) {
  double worst = 0;
  for (Index i = 0; i < c.rows(); ++i)
    for (Index j = 0; j < c.cols(); ++j) {
      Extended exact(c(i, j));
      long double size = std::abs(exact);
      for (Index k = 0; k < a.cols(); ++k) {
        exact -= Extended(a(i, k)) * Extended(b(k, j));
        size += std::abs(Extended(a(i, k))) * std::abs(Extended(b(k, j)));
      }
      const long double unit = std::numeric_limits<typename T::value_type>::epsilon() *
                               std::sqrt(static_cast<long double>(a.cols() + 1)) * size;
      const auto error = static_cast<double>(std::abs(Extended(found(i, j)) - exact) / unit);
      worst = error <= worst ? worst : error;
    }
  return worst;
}

template <class T>
void check_product(Index m, Index k, Index n, Op op) {
  INFO(m << " x " << k << " times " << n << " columns"
         << (op == Op::transpose ? ", transposed" : ""));
  const la::MatrixOf<T> a = graded(m, k, 1).cast<T>(), b = graded(k, n, 2).cast<T>(),
                        before = graded(m + 3, n + 2, 3).cast<T>();
  const la::MatrixOf<T> given = op == Op::none ? a : la::MatrixOf<T>(a.transpose());
  la::MatrixOf<T> c = before;
  la::Gemm<T>(given, op).subtract_product(c.block(1, 1, m, n), b);
  const la::MatrixOf<T> found = c.block(1, 1, m, n), was = before.block(1, 1, m, n);
  CHECK(error_by_rounding<T>(found, was, a, b) < 2);
  c.block(1, 1, m, n) = was;
  CHECK(c == before);
}

}  // namespace

TEMPLATE_TEST_CASE("a large product by three real ones is exact to rounding, entry by entry", "",
    core::Complex, core::SingleComplex) {
  STATIC_REQUIRE(la::by_three(128, 128));
  for (const auto& [m, k] : {std::pair<Index, Index>{128, 128}, {131, 150}, {300, 128}})
    for (const Index n : {0, 1, 5})
      for (const Op op : {Op::none, Op::transpose}) check_product<TestType>(m, k, n, op);
}

TEMPLATE_TEST_CASE("a small one is too", "", core::Complex, core::SingleComplex) {
  STATIC_REQUIRE_FALSE(la::by_three(127, 128));
  STATIC_REQUIRE_FALSE(la::by_three(128, 127));
  for (const auto& [m, k] : {std::pair<Index, Index>{0, 3}, {1, 1}, {3, 0}, {127, 128}, {128, 127}})
    for (const Index n : {0, 1, 5})
      for (const Op op : {Op::none, Op::transpose}) check_product<TestType>(m, k, n, op);
}

TEST_CASE("a Gemm may be used again, on any number of columns") {
  const Matrix a = random_matrix(140, 160, 4), b = random_matrix(160, 9, 5);
  const la::Gemm<core::Complex> gemm(a);
  Matrix whole = Matrix::Zero(140, 9), strips = whole;
  gemm.subtract_product(whole, b);
  gemm.subtract_product(strips.leftCols(4), b.leftCols(4));
  gemm.subtract_product(strips.rightCols(5), b.rightCols(5));
  CHECK((whole + a * b).norm() < 1e-13 * (a * b).norm());
  CHECK((whole - strips).norm() < 1e-14 * whole.norm());
}

TEST_CASE("some rows of a product are those of the whole") {
  for (const Index m : {20, 140}) {
    const Matrix a = random_matrix(m, 160, 4), b = random_matrix(160, 9, 5);
    Matrix c = Matrix::Zero(11, 9);
    la::Gemm<core::Complex>(a).subtract_product(c, b, 7);
    CHECK((c + a.middleRows(7, 11) * b).norm() < 1e-13 * c.norm());
  }
}

TEST_CASE("a transposed product of one, a few and many columns is that of the matrices") {
  for (const Index columns : {1, 7, 150})
    for (const auto& [n, m] : {std::pair{5, 3}, {130, 40}, {130, 300}, {200, 520}}) {
      INFO(n << " x " << m << " and " << columns << " columns");
      const Matrix a = random_matrix(n, m, 1), x = random_matrix(n, columns, 2);
      Matrix y = random_matrix(m, columns, 3);
      const Matrix expected = y - a.transpose() * x;
      la::subtract_transposed_product(y, a, x);
      CHECK((y - expected).norm() < 1e-13 * expected.norm());
    }
}

TEST_CASE("what is not a number stays so") {
  Matrix a = random_matrix(128, 128, 6), c = Matrix::Zero(128, 1);
  a(5, 7) = {0, std::nan("")};
  la::Gemm<core::Complex>(a).subtract_product(c, random_matrix(128, 1, 7));
  CHECK(std::isnan(std::abs(c(5, 0))));
  CHECK_FALSE(std::isnan(std::abs(c(4, 0))));
}
