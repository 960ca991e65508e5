#include "timing/machine.h"

#include <algorithm>

#include "comm/gather.h"
#include "timing/machine_rate.h"

namespace febem::timing {

Machine measure_machine(const comm::Messenger& messages) {
  Machine result{timing::measure_multiply_rate(), timing::peak_memory()};
  for (const auto& rank : comm::gather(messages, std::vector{result})) {
    result.zgemm_flops_per_second = std::min(result.zgemm_flops_per_second, rank.front().zgemm_flops_per_second);
    result.peak_memory = std::max(result.peak_memory, rank.front().peak_memory);
  }
  return result;
}

}  // namespace febem::timing
