// dot: the sum of the products of two real vectors, by the BLAS and in loops with one, two, four and eight partial sums: how much
// a compiler leaves to those who unroll by hand.
#include <array>
#include <cmath>

#include "benchmarks/kernel.h"
#include "la/blas.h"

namespace febem::benchmarks {
namespace {

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
  Dot(std::size_t bytes, Function function) : x_(bytes / sizeof(double)), y_(x_.size()), function_(function) {
    for (std::size_t i = 0; i < x_.size(); ++i) {
      x_[i] = static_cast<double>(1 + i % 7);
      y_[i] = static_cast<double>(1 + i % 5);
      known_ += (1 + i % 7) * (1 + i % 5);
    }
  }

  void run() override { sum_ = function_(x_, y_); }
  double work() const override { return 2.0 * static_cast<double>(x_.size()); }
  Deviation deviation() const override { return {std::abs(sum_ / static_cast<double>(known_) - 1), 0}; }

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
constexpr std::array variants{Variant{"dot", by_blas}, Variant{"dot-1-sum", in_loops<1>}, Variant{"dot-2-sums", in_loops<2>},
                              Variant{"dot-4-sums", in_loops<4>}, Variant{"dot-8-sums", in_loops<8>}};

std::vector<KernelCase> dot_cases(std::span<const std::size_t> sizes) {
  std::vector<KernelCase> all;
  for (const auto& variant : variants)
    for (const auto bytes : or_usual(sizes))
      all.push_back({variant.name, bytes, std::make_unique<Dot>(bytes, variant.function)});
  return all;
}

}  // namespace

extern const KernelFamily dot_kernel{.name = "dot",
                                     .help = "dot product of real vectors by the BLAS, and in loops with 1, 2, 4 and 8 partial sums",
                                     .unit = "flop",
                                     .cases = dot_cases};

}  // namespace febem::benchmarks
