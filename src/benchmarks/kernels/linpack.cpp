// linpack: a dense system of equations by Gaussian elimination with partial pivoting, column by column, and its solution, in plain
// loops: what the compiler makes of them, as in the Linpack benchmark of n = 100 (J. Dongarra, Performance of Various Computers
// Using Standard Linear Equations Software, CS-89-85). Matrix and right-hand side are those of that benchmark, and so is the
// check: the residual over n |A| |x| eps is of the order of one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/kernel.h"

namespace febem::benchmarks {
namespace {

class Linpack final : public Kernel {
 public:
  explicit Linpack(std::size_t n) : n_(n), original_(n * n), sums_(n, 0.0), pivots_(n) {
    int state = 1325;
    for (double& entry : original_) {
      state = 3125 * state % 65536;
      entry = (state - 32768.0) / 16384.0;
    }
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) sums_[i] += original_[j * n + i];
  }

  bool changes_its_input() const override { return true; }
  void prepare() override {
    matrix_ = original_;
    x_ = sums_;
  }
  void run() override {
    factor();
    solve();
  }
  double work() const override {
    const auto n = static_cast<double>(n_);
    return 2 * n * n * n / 3 + 2 * n * n;
  }

  Deviation deviation() const override {
    Vector residual = sums_;
    for (std::size_t j = 0; j < n_; ++j) add(residual.data(), -x_[j], &original_[j * n_], n_);
    const double scale = static_cast<double>(n_) * largest(original_) * largest(x_) * std::numeric_limits<double>::epsilon();
    return {largest(residual) / scale, 16};
  }

 private:
  static double largest(const Vector& values) {
    double most = 0;
    for (const double value : values) most = std::abs(value) <= most ? most : std::abs(value);
    return most;
  }

  /// y += factor x
  static void add(double* y, double factor, const double* x, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) y[i] += factor * x[i];
  }

  void factor() {
    for (std::size_t k = 0; k + 1 < n_; ++k) {
      double* const column = &matrix_[k * n_];
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
      pivots_[k] = pivot;
      std::swap(column[k], column[pivot]);
      const double reciprocal = -1 / column[k];
      for (std::size_t i = k + 1; i < n_; ++i) column[i] *= reciprocal;
      for (std::size_t j = k + 1; j < n_; ++j) {
        double* const other = &matrix_[j * n_];
        std::swap(other[k], other[pivot]);
        add(other + k + 1, other[k], column + k + 1, n_ - k - 1);
      }
    }
  }

  void solve() {
    for (std::size_t k = 0; k + 1 < n_; ++k) {
      std::swap(x_[k], x_[pivots_[k]]);
      add(&x_[k] + 1, x_[k], &matrix_[k * n_ + k] + 1, n_ - k - 1);
    }
    for (std::size_t k = n_; k-- > 0;) {
      x_[k] /= matrix_[k * n_ + k];
      add(x_.data(), -x_[k], &matrix_[k * n_], k);
    }
  }

  std::size_t n_;
  Vector original_, sums_, matrix_, x_;  ///< matrices column by column
  std::vector<std::size_t> pivots_;
};

std::vector<KernelCase> linpack_cases(std::span<const std::size_t> sizes) {
  constexpr std::size_t own[] = {100 * 100 * sizeof(double), 1000 * 1000 * sizeof(double)};
  std::vector<KernelCase> all;
  for (const auto bytes : sizes.empty() ? std::span<const std::size_t>(own) : sizes) {
    const double n = std::sqrt(static_cast<double>(bytes / sizeof(double)));
    all.push_back({"linpack", bytes, std::make_unique<Linpack>(static_cast<std::size_t>(n))});
  }
  return all;
}

}  // namespace

extern const KernelFamily linpack_kernel{.name = "linpack",
                                         .help = "a dense real system by elimination in plain loops, n = 100 and 1000 unless --sizes",
                                         .unit = "flop",
                                         .cases = linpack_cases};

}  // namespace febem::benchmarks
