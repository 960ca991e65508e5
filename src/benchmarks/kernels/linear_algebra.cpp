// Kernels of linear algebra, by the BLAS and in plain loops.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "benchmarks/kernel.h"
#include "la/blas.h"
#include "la/norms.h"

namespace febem::benchmarks {
namespace {

// copy: bytes from one place of memory to another.

class Copy final : public Kernel {
 public:
  explicit Copy(std::size_t bytes) : from_(bytes), to_(bytes) {
    for (std::size_t i = 0; i < bytes; ++i) from_[i] = static_cast<unsigned char>(1 + i % 251);
  }

  void run() override { std::memcpy(to_.data(), from_.data(), from_.size()); }
  double work() const override { return 2.0 * static_cast<double>(from_.size()); }
  Deviation deviation() const override { return {from_ == to_ ? 0.0 : 1.0, 0}; }

 private:
  std::vector<unsigned char> from_, to_;
};

std::vector<KernelCase> copy_cases(std::span<const std::size_t> sizes) {
  std::vector<KernelCase> all;
  for (const auto bytes : or_usual(sizes))
    all.push_back({"copy", bytes, std::make_unique<Copy>(bytes)});
  return all;
}

// dot: the sum of the products of two real vectors, by the BLAS and in loops with one, two, four
// and eight partial sums: how much a compiler leaves to those who unroll by hand.

double by_blas(const Vector& x, const Vector& y) { return la::dot(x, y); }

template <std::size_t sums>
double in_loops(const Vector& x, const Vector& y) {
  std::array<double, sums> partial{};
  std::size_t i = 0;
  for (; i + sums <= x.size(); i += sums)
    for (std::size_t j = 0; j < sums; ++j) partial[j] += x[i + j] * y[i + j];
  for (; i < x.size(); ++i) partial[0] += x[i] * y[i];
  double sum = 0;
  for (const double part : partial) sum += part;
  return sum;
}

class Dot final : public Kernel {
 public:
  using Function = double (*)(const Vector&, const Vector&);

  // Whole numbers: their sum is known, and the same in any order.
  Dot(std::size_t bytes, Function function)
      : x_(bytes / sizeof(double)), y_(x_.size()), function_(function) {
    for (std::size_t i = 0; i < x_.size(); ++i) {
      x_[i] = static_cast<double>(1 + i % 7);
      y_[i] = static_cast<double>(1 + i % 5);
      known_ += (1 + i % 7) * (1 + i % 5);
    }
  }

  void run() override { sum_ = function_(x_, y_); }
  double work() const override { return 2.0 * static_cast<double>(x_.size()); }
  Deviation deviation() const override {
    return {std::abs(sum_ / static_cast<double>(known_) - 1), 0};
  }

 private:
  Vector x_, y_;
  Function function_;
  std::size_t known_ = 0;
  double sum_ = 0;
};

struct Variant {
  const char* name;
  Dot::Function function;
};
constexpr std::array variants{Variant{"dot", by_blas}, Variant{"dot-1-sum", in_loops<1>},
    Variant{"dot-2-sums", in_loops<2>}, Variant{"dot-4-sums", in_loops<4>},
    Variant{"dot-8-sums", in_loops<8>}};

std::vector<KernelCase> dot_cases(std::span<const std::size_t> sizes) {
  std::vector<KernelCase> all;
  for (const auto& variant : variants)
    for (const auto bytes : or_usual(sizes))
      all.push_back({variant.name, bytes, std::make_unique<Dot>(bytes, variant.function)});
  return all;
}

// zgemm: C -= A B of square complex matrices by the BLAS, as in stages 3 and 4.

// Every number is a small multiple of a power of two: the result is known to the last bit.
constexpr core::Complex entry_of_a{0.5, 0.25}, entry_of_b{0.125, -0.5};

class Multiply final : public Kernel {
 public:
  explicit Multiply(la::Index n)
      : a_(la::Matrix::Constant(n, n, entry_of_a)), b_(la::Matrix::Constant(n, n, entry_of_b)),
        c_(la::Matrix::Zero(n, n)) {}

  void run() override {
    la::subtract_product(c_, a_, b_);
    ++runs_;
  }
  double work() const override {
    return static_cast<double>(la::multiply_flops(c_.rows(), c_.cols(), a_.cols()));
  }
  Deviation deviation() const override {
    const core::Complex known = -static_cast<double>(runs_ * a_.cols()) * entry_of_a * entry_of_b;
    return {(c_.array() - known).abs().maxCoeff<Eigen::PropagateNaN>() / std::abs(known), 1e-12};
  }

 private:
  const la::Matrix a_, b_;
  la::Matrix c_;
  la::Index runs_ = 0;
};

std::vector<KernelCase> zgemm_cases(std::span<const std::size_t> sizes) {
  std::vector<KernelCase> all;
  for (const auto bytes : or_usual(sizes)) {
    const double n = std::sqrt(static_cast<double>(bytes) / sizeof(core::Complex));
    all.push_back({"zgemm", bytes, std::make_unique<Multiply>(static_cast<la::Index>(n))});
  }
  return all;
}

// linpack: a dense system of equations by Gaussian elimination with partial pivoting, column by
// column, and its solution, in plain loops: what the compiler makes of them, as in the Linpack
// benchmark of n = 100 (J. Dongarra, Performance of Various Computers Using Standard Linear
// Equations Software, CS-89-85). Matrix and right-hand side are those of that benchmark, and so is
// the check: the residual over n |A| |x| eps is of the order of one.

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
    const double scale = static_cast<double>(n_) * largest(original_) * largest(x_) *
                         std::numeric_limits<double>::epsilon();
    return {largest(residual) / scale, 16};
  }

 private:
  static double largest(const Vector& values) {
    double most = 0;
    for (const double value : values) most = la::larger(most, std::abs(value));
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

extern const KernelFamily copy_kernel{
    .name = "copy", .help = "copy of memory", .unit = "B", .cases = copy_cases};

extern const KernelFamily dot_kernel{.name = "dot",
    .help = "dot product of real vectors by the BLAS, and in loops with 1, 2, 4 and 8 partial sums",
    .unit = "flop",
    .cases = dot_cases};

extern const KernelFamily zgemm_kernel{.name = "zgemm",
    .help = "product of square complex matrices by the BLAS",
    .unit = "flop",
    .cases = zgemm_cases};

extern const KernelFamily linpack_kernel{.name = "linpack",
    .help = "a dense real system by elimination in plain loops, n = 100 and 1000 unless --sizes",
    .unit = "flop",
    .cases = linpack_cases};

}  // namespace febem::benchmarks
