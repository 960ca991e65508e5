#include "timing/machine_rate.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "la/blas.h"
#include "mpi/environment.h"

namespace febem::timing {
namespace {

class Multiply final : public Kernel {
 public:
  explicit Multiply(la::Index n)
      : a_(la::Matrix::Constant(n, n, {0.5, 0.25})),
        b_(la::Matrix::Constant(n, n, {0.125, -0.5})),
        c_(la::Matrix::Zero(n, n)) {}

  void run() override { la::subtract_product(c_, a_, b_); }
  double work() const override {
    return static_cast<double>(la::multiply_flops(c_.rows(), c_.cols(), a_.cols()));
  }

 private:
  const la::Matrix a_, b_;
  la::Matrix c_;
};

class Dot final : public Kernel {
 public:
  explicit Dot(std::size_t bytes) : x_(bytes / sizeof(double), 0.5), y_(x_.size(), 0.25) {}

  void run() override { sum_ = la::dot(x_, y_); }
  double work() const override { return 2.0 * static_cast<double>(x_.size()); }

 private:
  std::vector<double> x_, y_;
  double sum_ = 0;
};

class Copy final : public Kernel {
 public:
  explicit Copy(std::size_t bytes) : from_(bytes, 1), to_(bytes) {}

  void run() override { std::memcpy(to_.data(), from_.data(), from_.size()); }
  double work() const override { return 2.0 * static_cast<double>(from_.size()); }

 private:
  std::vector<unsigned char> from_, to_;
};

constexpr std::array registered{
    KernelEntry{"zgemm", "product of square complex matrices", "flop",
                [](std::size_t bytes) -> std::unique_ptr<Kernel> {
                  const double n = std::sqrt(static_cast<double>(bytes) / sizeof(core::Complex));
                  return std::make_unique<Multiply>(static_cast<la::Index>(n));
                }},
    KernelEntry{"dot", "dot product of real vectors", "flop",
                [](std::size_t bytes) -> std::unique_ptr<Kernel> { return std::make_unique<Dot>(bytes); }},
    KernelEntry{"copy", "copy of memory", "B",
                [](std::size_t bytes) -> std::unique_ptr<Kernel> { return std::make_unique<Copy>(bytes); }}};

}  // namespace

std::span<const KernelEntry> kernels() { return registered; }

double measure_multiply_rate() {
  Multiply multiply(384);
  double best = 0;
  int repeat = 0;
  const double start = mpi::wall_time();
  for (; repeat < 3 || (repeat < 50 && mpi::wall_time() - start < 0.1); ++repeat) {
    const double before = mpi::wall_time();
    multiply.run();
    if (const double seconds = mpi::wall_time() - before; seconds > 0) best = std::max(best, multiply.work() / seconds);
  }
  // A simulated clock may not count computation.
  const bool counted = mpi::wall_time() - start > 1e-6 * repeat;
  return counted ? best : std::numeric_limits<double>::quiet_NaN();
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

double largest_peak_memory(const comm::Messenger& messages) {
  return messages.all_reduce(peak_memory(), [](double a, double b) { return std::max(a, b); });
}

Machine measure_machine(const comm::Messenger& messages) {
  const Machine mine{measure_multiply_rate(), peak_memory()};
  return messages.all_reduce(mine, [](const Machine& a, const Machine& b) {
    return Machine{std::min(a.zgemm_flops_per_second, b.zgemm_flops_per_second), std::max(a.peak_memory, b.peak_memory)};
  });
}

}  // namespace febem::timing
