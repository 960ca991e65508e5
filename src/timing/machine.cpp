#include "timing/machine.h"

#include <algorithm>

#include "timing/machine_rate.h"

namespace febem::timing {

Machine measure_machine(const comm::Messenger& messages) {
  const Machine mine{timing::measure_multiply_rate(), timing::peak_memory()};
  return messages.all_reduce(mine, [](const Machine& a, const Machine& b) {
    return Machine{std::min(a.zgemm_flops_per_second, b.zgemm_flops_per_second), std::max(a.peak_memory, b.peak_memory)};
  });
}

}  // namespace febem::timing
