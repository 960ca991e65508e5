// The kernels of arithmetic and memory that can be timed, by name. A new one: one file in kernels/ with its KernelFamily, one line
// in kernels/list.inc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace febem::benchmarks {

using Vector = std::vector<double>;

/// How far a result is from what is known of it.
struct Deviation {
  double error = 0;  ///< relative, or what the kernel's file says
  double limit = 0;  ///< the largest that rounding explains

  bool right() const { return error <= limit; }
};

/// Work that is the same each time it is run, on memory of its own.
class Kernel {
 public:
  virtual ~Kernel() = default;
  /// Whether run() changes what it begins with, so that prepare() has to come before each.
  virtual bool changes_its_input() const { return false; }
  /// Puts back what run() begins with, outside the clock. Called at least once before it.
  virtual void prepare() {}
  virtual void run() = 0;
  /// Units of one run(); valid after one.
  virtual double work() const = 0;
  /// How far the results of the last run() are from the known ones.
  virtual Deviation deviation() const = 0;
};

/// A kernel with operands of one size.
struct KernelCase {
  std::string name;       ///< of its family, or family-variant
  std::size_t bytes = 0;  ///< of one operand
  std::unique_ptr<Kernel> kernel;
  int weight = 1;  ///< in the statistics of its family
};

struct KernelFamily {
  std::string_view name;
  std::string_view help;
  std::string_view unit;    ///< "flop", "evaluation", or "B" read and written
  bool by_default = true;   ///< whether it is timed unless others are asked for
  bool statistics = false;  ///< whether its rates are summarised as a family
  /// With operands of so many bytes each, at least 16, rounded down; of its own sizes where there are none.
  std::vector<KernelCase> (*cases)(std::span<const std::size_t> bytes);
};

/// All families, in the order of the list.
std::span<const KernelFamily> kernel_families();

/// In the first and second level of the cache, the matrix of the rate that `solve` reports (n = 384), and in memory.
inline constexpr std::size_t usual_bytes[] = {16 << 10, 256 << 10, 2304 << 10, 16 << 20};

/// `bytes`, or the usual where there are none.
inline std::span<const std::size_t> or_usual(std::span<const std::size_t> bytes) {
  return bytes.empty() ? std::span<const std::size_t>(usual_bytes) : bytes;
}

}  // namespace febem::benchmarks
