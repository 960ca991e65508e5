#include "la/blas.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

// The Fortran interface, which every BLAS and LAPACK has; character arguments carry a hidden
// length. A routine is the same with z or c before its name: double or single precision.
#define FEBEM_BLAS(LETTER)                                                                         \
  void LETTER##gemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k, \
      const void* alpha, const void* a, const int* lda, const void* b, const int* ldb,             \
      const void* beta, void* c, const int* ldc, std::size_t, std::size_t);                        \
  void LETTER##trsm_(const char* side, const char* triangle, const char* op, const char* diagonal, \
      const int* m, const int* n, const void* alpha, const void* a, const int* lda, void* b,       \
      const int* ldb, std::size_t, std::size_t, std::size_t, std::size_t);                         \
  void LETTER##getrf_(const int* m, const int* n, void* a, const int* lda, int* ipiv, int* info);  \
  void LETTER##laswp_(const int* n, void* a, const int* lda, const int* k1, const int* k2,         \
      const int* ipiv, const int* incx);                                                           \
  void LETTER##gemv_(const char* op, const int* m, const int* n, const void* alpha, const void* a, \
      const int* lda, const void* x, const int* incx, const void* beta, void* y, const int* incy,  \
      std::size_t);                                                                                \
  void LETTER##trsv_(const char* triangle, const char* op, const char* diagonal, const int* n,     \
      const void* a, const int* lda, void* x, const int* incx, std::size_t, std::size_t,           \
      std::size_t);

extern "C" {
FEBEM_BLAS(z)
FEBEM_BLAS(c)
void dgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
    const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
    const double* beta, double* c, const int* ldc, std::size_t, std::size_t);
void sgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
    const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
    const float* beta, float* c, const int* ldc, std::size_t, std::size_t);
double ddot_(const int* n, const double* x, const int* incx, const double* y, const int* incy);
void zsytrf_rk_(const char* uplo, const int* n, void* a, const int* lda, void* e, int* ipiv,
    void* work, const int* lwork, int* info, std::size_t uplo_length);
void zggev_(const char* left, const char* right, const int* n, void* a, const int* lda, void* b,
    const int* ldb, void* alpha, void* beta, void* vl, const int* ldvl, void* vr, const int* ldvr,
    void* work, const int* lwork, double* rwork, int* info, std::size_t, std::size_t);
void zgesvd_(const char* left, const char* right, const int* m, const int* n, void* a,
    const int* lda, double* s, void* u, const int* ldu, void* vt, const int* ldvt, void* work,
    const int* lwork, double* rwork, int* info, std::size_t, std::size_t);
}

namespace febem::la {
namespace {

/// The libraries count in int.
int count(Index n) {
  if (n > std::numeric_limits<int>::max())
    throw std::length_error("BLAS cannot count to " + std::to_string(n));
  return static_cast<int>(n);
}

/// The distance between columns, which BLAS wants to be one at least.
int stride(const auto& a) { return count(std::max(a.outerStride(), Index{1})); }

const char* letter(Op op) { return op == Op::none ? "N" : "T"; }

// By the routine of either precision:

template <class T, class Gemm>
void subtract(Gemm& gemm, Eigen::Ref<MatrixOf<T>>& c, const Eigen::Ref<const MatrixOf<T>>& a,
    const Eigen::Ref<const MatrixOf<T>>& b, Op op_b, Op op_a = Op::none) {
  const int m = count(c.rows()), n = count(c.cols()),
            k = count(op_a == Op::none ? a.cols() : a.rows()), lda = stride(a), ldb = stride(b),
            ldc = stride(c);
  const T alpha = -1, beta = 1;
  gemm(letter(op_a), letter(op_b), &m, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta,
      c.data(), &ldc, 1, 1);
}

template <class T>
void solve(decltype(ztrsm_) trsm, Side side, Triangle triangle, Op op,
    const Eigen::Ref<const MatrixOf<T>>& l, Eigen::Ref<MatrixOf<T>>& b) {
  const bool lower = triangle == Triangle::unit_lower;
  const int m = count(b.rows()), n = count(b.cols()), ldl = stride(l), ldb = stride(b);
  const T one = 1;
  trsm(side == Side::left ? "L" : "R", lower ? "L" : "U", letter(op), lower ? "U" : "N", &m, &n,
      &one, l.data(), &ldl, b.data(), &ldb, 1, 1, 1, 1);
}

template <class T>
std::vector<Index> factor(decltype(zgetrf_) getrf, Eigen::Ref<MatrixOf<T>>& a) {
  const int m = count(a.rows()), n = count(a.cols()), lda = stride(a);
  std::vector<int> pivots(std::min(m, n));
  int info = 0;
  getrf(&m, &n, a.data(), &lda, pivots.data(), &info);
  if (info < 0) throw std::logic_error("getrf: argument " + std::to_string(-info));
  std::vector<Index> rows(pivots.begin(), pivots.end());
  for (Index& row : rows) --row;
  return rows;
}

template <class T>
void interchange(
    decltype(zlaswp_) laswp, Eigen::Ref<MatrixOf<T>>& a, const std::vector<Index>& pivots) {
  if (a.cols() == 0 || pivots.empty()) return;
  std::vector<int> one_based;
  for (const Index row : pivots) one_based.push_back(count(row + 1));
  const int n = count(a.cols()), lda = stride(a), first = 1, last = count(std::ssize(pivots)),
            step = 1;
  laswp(&n, a.data(), &lda, &first, &last, one_based.data(), &step);
}

template <class T>
void subtract(decltype(zgemv_) gemv, decltype(zgemm_) gemm, Eigen::Ref<MatrixOf<T>>& y, Op op,
    const Eigen::Ref<const MatrixOf<T>>& a, const Eigen::Ref<const MatrixOf<T>>& x) {
  if (y.cols() != 1) return subtract(gemm, y, a, x, Op::none, op);
  const int m = count(a.rows()), n = count(a.cols()), lda = stride(a), step = 1;
  const T alpha = -1, beta = 1;
  gemv(letter(op), &m, &n, &alpha, a.data(), &lda, x.data(), &step, &beta, y.data(), &step, 1);
}

template <class T>
void solve(decltype(ztrsv_) trsv, decltype(ztrsm_) trsm, Triangle triangle, Op op,
    const Eigen::Ref<const MatrixOf<T>>& a, Eigen::Ref<MatrixOf<T>>& x) {
  if (x.cols() != 1) return solve(trsm, Side::left, triangle, op, a, x);
  const bool lower = triangle == Triangle::unit_lower;
  const int n = count(a.cols()), lda = stride(a), step = 1;
  trsv(lower ? "L" : "U", letter(op), lower ? "U" : "N", &n, a.data(), &lda, x.data(), &step, 1, 1,
      1);
}

}  // namespace

void subtract_product(View y, Op op, const ConstView& a, const ConstView& x) {
  subtract(zgemv_, zgemm_, y, op, a, x);
}
void subtract_product(SingleView y, Op op, const ConstSingleView& a, const ConstSingleView& x) {
  subtract(cgemv_, cgemm_, y, op, a, x);
}
void solve_triangle(Triangle triangle, Op op, const ConstView& a, View x) {
  solve(ztrsv_, ztrsm_, triangle, op, a, x);
}
void solve_triangle(Triangle triangle, Op op, const ConstSingleView& a, SingleView x) {
  solve(ctrsv_, ctrsm_, triangle, op, a, x);
}

void subtract_product(View c, const ConstView& a, const ConstView& b, Op op_b) {
  subtract(zgemm_, c, a, b, op_b);
}
void subtract_product(SingleView c, const ConstSingleView& a, const ConstSingleView& b, Op op_b) {
  subtract(cgemm_, c, a, b, op_b);
}
void subtract_product(Eigen::Ref<RealMatrix> c, const Eigen::Ref<const RealMatrix>& a,
    const Eigen::Ref<const RealMatrix>& b) {
  subtract(dgemm_, c, a, b, Op::none);
}
void subtract_product(Eigen::Ref<Eigen::MatrixXf> c, const Eigen::Ref<const Eigen::MatrixXf>& a,
    const Eigen::Ref<const Eigen::MatrixXf>& b) {
  subtract(sgemm_, c, a, b, Op::none);
}

double dot(std::span<const double> x, std::span<const double> y) {
  const int n = count(std::ssize(x)), step = 1;
  return ddot_(&n, x.data(), &step, y.data(), &step);
}

void solve_unit_lower(Side side, Op op, const ConstView& l, View b) {
  solve(ztrsm_, side, Triangle::unit_lower, op, l, b);
}
void solve_unit_lower(Side side, Op op, const ConstSingleView& l, SingleView b) {
  solve(ctrsm_, side, Triangle::unit_lower, op, l, b);
}

std::vector<Index> factor_lu(View a) { return factor(zgetrf_, a); }
std::vector<Index> factor_lu(SingleView a) { return factor(cgetrf_, a); }

void interchange_rows(View a, const std::vector<Index>& pivots) { interchange(zlaswp_, a, pivots); }
void interchange_rows(SingleView a, const std::vector<Index>& pivots) {
  interchange(claswp_, a, pivots);
}

SymmetricFactor factor_symmetric(View a) {
  const int n = count(a.rows()), lda = stride(a), work_length = 64 * std::max(n, 1);
  SymmetricFactor factor{std::vector<Index>(n), Vector(n), Vector(n)};
  std::iota(factor.order.begin(), factor.order.end(), 0);
  std::vector<int> pivots(n);
  Vector work(work_length);
  int info = 0;
  zsytrf_rk_("L", &n, a.data(), &lda, factor.off_diagonal.data(), pivots.data(), work.data(),
      &work_length, &info, 1);
  if (info < 0) throw std::logic_error("zsytrf_rk: argument " + std::to_string(-info));
  // A negative entry belongs to a 2 x 2 pivot; either way row k was interchanged with row |pivot| -
  // 1.
  for (int k = 0; k < n; ++k) std::swap(factor.order[k], factor.order[std::abs(pivots[k]) - 1]);
  factor.diagonal = a.diagonal();
  return factor;
}

EigenPairs eigenpairs(Matrix a, Matrix b) {
  const int n = static_cast<int>(a.rows()), work_length = 2 * n;
  EigenPairs result{Vector(n), Vector(n), Matrix(n, n)};
  Vector work(work_length);
  RealVector real_work(8 * n);
  int info = 0;
  zggev_("N", "V", &n, a.data(), &n, b.data(), &n, result.alpha.data(), result.beta.data(), nullptr,
      &n, result.vectors.data(), &n, work.data(), &work_length, real_work.data(), &info, 1, 1);
  return info == 0 ? result : EigenPairs();
}

SingularPairs singular_pairs(Matrix a) {
  const int n = static_cast<int>(a.rows()), work_length = 3 * n;
  SingularPairs result{RealVector(n), Matrix(n, n)};
  Vector work(work_length);
  RealVector real_work(5 * n);
  int info = 0;
  zgesvd_("N", "A", &n, &n, a.data(), &n, result.values.data(), nullptr, &n, result.vectors.data(),
      &n, work.data(), &work_length, real_work.data(), &info, 1, 1);
  if (info != 0) throw std::runtime_error("zgesvd: " + std::to_string(info));
  result.vectors.adjointInPlace();
  return result;
}

}  // namespace febem::la
