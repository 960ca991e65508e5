#include "la/blas.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>

// The Fortran interface, which every BLAS and LAPACK has; character arguments carry a hidden length.
extern "C" {
void zgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k, const void* alpha, const void* a,
            const int* lda, const void* b, const int* ldb, const void* beta, void* c, const int* ldc, std::size_t, std::size_t);
void ztrsm_(const char* side, const char* triangle, const char* op, const char* diagonal, const int* m, const int* n,
            const void* alpha, const void* a, const int* lda, void* b, const int* ldb, std::size_t, std::size_t, std::size_t,
            std::size_t);
double ddot_(const int* n, const double* x, const int* incx, const double* y, const int* incy);
void zgetrf_(const int* m, const int* n, void* a, const int* lda, int* ipiv, int* info);
void zlaswp_(const int* n, void* a, const int* lda, const int* k1, const int* k2, const int* ipiv, const int* incx);
void zsytrf_rk_(const char* uplo, const int* n, void* a, const int* lda, void* e, int* ipiv, void* work,
                const int* lwork, int* info, std::size_t uplo_length);
}

namespace febem::la {
namespace {

const char* letter(Op op) { return op == Op::none ? "N" : "T"; }

/// A function that only one vendor's library has, null where it is not loaded: looked up at run time, because systems let
/// their users exchange the library below a built program.
template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// The file that a loaded function is in.
std::string file_of(const char* name) {
  Dl_info info{};
  void* function = dlsym(RTLD_DEFAULT, name);
  return function && dladdr(function, &info) != 0 ? info.dli_fname : "unknown";
}

}  // namespace

void multiply(Complex alpha, ConstBlock a, Op op_a, ConstBlock b, Op op_b, Complex beta, MutableBlock c) {
  const Index k = op_a == Op::none ? a.columns : a.rows;
  if (c.rows == 0 || c.columns == 0) return;
  const int lda = std::max(a.stride, 1), ldb = std::max(b.stride, 1);
  zgemm_(letter(op_a), letter(op_b), &c.rows, &c.columns, &k, &alpha, a.data, &lda, b.data, &ldb, &beta, c.data, &c.stride,
         1, 1);
}

double dot(std::span<const double> x, std::span<const double> y) {
  const int n = static_cast<int>(x.size()), step = 1;
  return ddot_(&n, x.data(), &step, y.data(), &step);
}

void solve_triangular(Side side, Triangle triangle, Op op, Diagonal diagonal, ConstBlock a, MutableBlock b) {
  if (b.rows == 0 || b.columns == 0) return;
  const Complex one = 1;
  ztrsm_(side == Side::left ? "L" : "R", triangle == Triangle::lower ? "L" : "U", letter(op),
         diagonal == Diagonal::unit ? "U" : "N", &b.rows, &b.columns, &one, a.data, &a.stride, b.data, &b.stride, 1, 1, 1, 1);
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

void use_one_thread() {
  if (auto* openblas = find<void(int)>("openblas_set_num_threads")) openblas(1);
  if (auto* mkl = find<void(int)>("MKL_Set_Num_Threads")) mkl(1);
  if (auto* blis = find<void(std::int64_t)>("bli_thread_set_num_threads")) blis(1);
}

std::string blas_library() {
  // More than one may be loaded, others by PETSc: the one meant is that of the zgemm called here.
  const std::string file = file_of("zgemm_");
  const auto here = [&](const char* name) { return file_of(name) == file; };
  if (auto* openblas = find<char*()>("openblas_get_config"); openblas && here("openblas_get_config")) return openblas();
  if (auto* mkl = find<void(char*, int)>("MKL_Get_Version_String"); mkl && here("MKL_Get_Version_String")) {
    char text[200] = {};
    mkl(text, sizeof text - 1);
    return text;
  }
  if (auto* blis = find<const char*()>("bli_info_get_version_str"); blis && here("bli_info_get_version_str"))
    return std::string("BLIS ") + blis();
  return file;
}

}  // namespace febem::la
