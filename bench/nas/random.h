// The pseudo-random numbers of the NAS benchmarks: x_{k+1} = a x_k mod 2^46, a = 5^13 (RNR-94-007, 2.3).
#pragma once

#include <cstdint>

namespace febem::nas {

class Random {
 public:
  explicit Random(std::uint64_t seed) : x_(seed) {}

  /// x_{k+1} / 2^46.
  double next() {
    x_ = times(x_, multiplier);
    return static_cast<double>(x_) * 0x1p-46;
  }

  /// Leaves out the next `count` numbers.
  void skip(std::uint64_t count) {
    for (auto power = multiplier; count > 0; count >>= 1, power = times(power, power))
      if (count & 1) x_ = times(x_, power);
  }

  std::uint64_t state() const { return x_; }

 private:
  static constexpr std::uint64_t multiplier = 1220703125;  // 5^13
  /// What overflows is above the 46 bits that stay.
  static constexpr std::uint64_t times(std::uint64_t x, std::uint64_t y) {
    return (x * y) & ((std::uint64_t{1} << 46) - 1);
  }

  std::uint64_t x_;
};

}  // namespace febem::nas
