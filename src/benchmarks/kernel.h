// The kernels of arithmetic and memory that can be timed, by name. A new kernel is one file in
// kernels/ with its KernelFamily, and one line in kernels/list.inc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace febem::benchmarks {

using Vector = std::vector<double>;

/// How far a result is from its known value.
struct Deviation {
  double error = 0;  ///< relative error, or another error that the kernel's file defines
  double limit = 0;  ///< largest error that rounding explains

  bool right() const { return error <= limit; }
};

/// Work on memory of its own, which is the same in each run.
class Kernel {
 public:
  virtual ~Kernel() = default;
  /// Whether run() changes its input, so that prepare() must be called before each run().
  virtual bool changes_its_input() const { return false; }
  /// Restores the input of run(), outside the clock. Called at least once before run().
  virtual void prepare() {}
  virtual void run() = 0;
  /// Units of work of one run(). Valid after a run().
  virtual double work() const = 0;
  /// How far the results of the last run() are from the known results.
  virtual Deviation deviation() const = 0;
};

/// A kernel with operands of one size.
struct KernelCase {
  std::string name;       ///< name of its family, or family-variant
  std::size_t bytes = 0;  ///< size of one operand
  std::unique_ptr<Kernel> kernel;
  int weight = 1;  ///< weight in the statistics of its family
};

struct KernelFamily {
  std::string_view name;
  std::string_view help;
  std::string_view unit;    ///< "flop", "evaluation", or "B" read and written
  bool by_default = true;   ///< whether it is timed by default
  bool statistics = false;  ///< whether its rates are summarised as a family
  /// The cases with operands of these sizes, at least 16 bytes each, rounded down. Without sizes
  /// the family uses its own.
  std::vector<KernelCase> (*cases)(std::span<const std::size_t> bytes);
};

/// All families, in the order of the list.
std::span<const KernelFamily> kernel_families();

/// The usual sizes: in the first and in the second level of the cache, the matrix of the zgemm rate
/// that `solve` reports (n = 384), and in memory.
inline constexpr std::size_t usual_bytes[] = {16 << 10, 256 << 10, 2304 << 10, 16 << 20};

/// `bytes`, or the usual sizes if it is empty.
inline std::span<const std::size_t> or_usual(std::span<const std::size_t> bytes) {
  return bytes.empty() ? std::span<const std::size_t>(usual_bytes) : bytes;
}

}  // namespace febem::benchmarks
