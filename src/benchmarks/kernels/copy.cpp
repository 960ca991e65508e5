// copy: bytes from one place of memory to another.
#include <cstring>

#include "benchmarks/kernel.h"

namespace febem::benchmarks {
namespace {

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
  for (const auto bytes : or_usual(sizes)) all.push_back({"copy", bytes, std::make_unique<Copy>(bytes)});
  return all;
}

}  // namespace

extern const KernelFamily copy_kernel{.name = "copy", .help = "copy of memory", .unit = "B", .cases = copy_cases};

}  // namespace febem::benchmarks
