// zgemm: C -= A B of square complex matrices by the BLAS, as in stages 3 and 4.
#include <algorithm>
#include <cmath>

#include "benchmarks/kernel.h"
#include "la/blas.h"

namespace febem::benchmarks {
namespace {

// Every number is a small multiple of a power of two: the result is known to the last bit.
constexpr core::Complex entry_of_a{0.5, 0.25}, entry_of_b{0.125, -0.5};

class Multiply final : public Kernel {
 public:
  explicit Multiply(la::Index n)
      : a_(la::Matrix::Constant(n, n, entry_of_a)), b_(la::Matrix::Constant(n, n, entry_of_b)), c_(la::Matrix::Zero(n, n)) {}

  void run() override {
    la::subtract_product(c_, a_, b_);
    ++runs_;
  }
  double work() const override { return static_cast<double>(la::multiply_flops(c_.rows(), c_.cols(), a_.cols())); }
  Deviation deviation() const override {
    const core::Complex known = -static_cast<double>(runs_ * a_.cols()) * entry_of_a * entry_of_b;
    return {(c_.array() - known).abs().maxCoeff() / std::abs(known), 1e-12};
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

}  // namespace

extern const KernelFamily zgemm_kernel{
    .name = "zgemm", .help = "product of square complex matrices by the BLAS", .unit = "flop", .cases = zgemm_cases};

}  // namespace febem::benchmarks
