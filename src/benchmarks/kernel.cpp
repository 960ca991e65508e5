#include "benchmarks/kernel.h"

#include <array>

namespace febem::benchmarks {

#define FEBEM_PLUGIN(NAME) extern const KernelFamily NAME##_kernel;
#include "benchmarks/kernels/list.inc"
#undef FEBEM_PLUGIN

std::span<const KernelFamily> kernel_families() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_kernel,
#include "benchmarks/kernels/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

}  // namespace febem::benchmarks
