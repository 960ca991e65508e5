#include "la/blas.h"

#include <cblas.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

// LAPACK's Fortran interface; character arguments carry a hidden length.
extern "C" {
void zgetrf_(const int* m, const int* n, void* a, const int* lda, int* ipiv, int* info);
void zlaswp_(const int* n, void* a, const int* lda, const int* k1, const int* k2, const int* ipiv, const int* incx);
void zsytrf_rk_(const char* uplo, const int* n, void* a, const int* lda, void* e, int* ipiv, void* work,
                const int* lwork, int* info, std::size_t uplo_length);
}

namespace febem::la {
namespace {

CBLAS_TRANSPOSE cblas(Op op) { return op == Op::none ? CblasNoTrans : CblasTrans; }

}  // namespace

void multiply(Complex alpha, ConstBlock a, Op op_a, ConstBlock b, Op op_b, Complex beta, MutableBlock c) {
  const Index k = op_a == Op::none ? a.columns : a.rows;
  if (c.rows == 0 || c.columns == 0) return;
  cblas_zgemm(CblasColMajor, cblas(op_a), cblas(op_b), c.rows, c.columns, k, &alpha, a.data, std::max(a.stride, 1),
              b.data, std::max(b.stride, 1), &beta, c.data, c.stride);
}

double dot(std::span<const double> x, std::span<const double> y) {
  return cblas_ddot(static_cast<int>(x.size()), x.data(), 1, y.data(), 1);
}

void solve_triangular(Side side, Triangle triangle, Op op, Diagonal diagonal, ConstBlock a, MutableBlock b) {
  if (b.rows == 0 || b.columns == 0) return;
  const Complex one = 1;
  cblas_ztrsm(CblasColMajor, side == Side::left ? CblasLeft : CblasRight,
              triangle == Triangle::lower ? CblasLower : CblasUpper, cblas(op),
              diagonal == Diagonal::unit ? CblasUnit : CblasNonUnit, b.rows, b.columns, &one, a.data, a.stride, b.data,
              b.stride);
}

std::vector<Index> factor_lu(MutableBlock a) {
  std::vector<Index> exchanged(static_cast<std::size_t>(std::min(a.rows, a.columns)));
  int info = 0;
  if (!exchanged.empty()) zgetrf_(&a.rows, &a.columns, a.data, &a.stride, exchanged.data(), &info);
  if (info < 0) throw std::logic_error("zgetrf: argument " + std::to_string(-info));
  for (Index& row : exchanged) --row;
  return exchanged;
}

void exchange_rows(MutableBlock a, const std::vector<Index>& exchanged) {
  if (a.columns == 0 || exchanged.empty()) return;
  std::vector<int> one_based(exchanged.size());
  std::transform(exchanged.begin(), exchanged.end(), one_based.begin(), [](Index row) { return row + 1; });
  const int first = 1, last = static_cast<int>(exchanged.size()), step = 1;
  zlaswp_(&a.columns, a.data, &a.stride, &first, &last, one_based.data(), &step);
}

SymmetricFactor factor_symmetric(MutableBlock a) {
  const Index n = a.rows;
  const auto length = static_cast<std::size_t>(n);
  SymmetricFactor factor;
  factor.order.resize(length);
  factor.diagonal.resize(length);
  factor.off_diagonal.resize(length);
  std::iota(factor.order.begin(), factor.order.end(), 0);
  if (n == 0) return factor;
  std::vector<int> pivots(length);
  const int work_length = 64 * n;
  std::vector<Complex> work(static_cast<std::size_t>(work_length));
  int info = 0;
  zsytrf_rk_("L", &n, a.data, &a.stride, factor.off_diagonal.data(), pivots.data(), work.data(), &work_length, &info, 1);
  if (info < 0) throw std::logic_error("zsytrf_rk: argument " + std::to_string(-info));
  for (std::size_t k = 0; k < length; ++k) {
    // A negative entry belongs to a 2 x 2 pivot; either way row k was exchanged with row |pivot| - 1.
    std::swap(factor.order[k], factor.order[static_cast<std::size_t>(std::abs(pivots[k]) - 1)]);
    factor.diagonal[k] = a.data[k + k * static_cast<std::size_t>(a.stride)];
  }
  return factor;
}

void use_one_thread() { openblas_set_num_threads(1); }

std::string blas_library() { return openblas_get_config(); }

}  // namespace febem::la
