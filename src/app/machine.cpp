#include "app/machine.h"

#include <algorithm>

#include "pipeline/stage_context.h"
#include "timing/machine_rate.h"

namespace febem::app {

Machine measure_machine(const comm::Messenger& messages) {
  Machine result{timing::measure_multiply_rate(), timing::peak_memory()};
  if (messages.rank() != pipeline::master)
    messages.send(std::span<const Machine>(&result, 1), pipeline::master);
  for (int rank = 1; rank < messages.size() && messages.rank() == pipeline::master; ++rank) {
    Machine other;
    messages.receive(std::span<Machine>(&other, 1), rank);
    result.zgemm_flops_per_second = std::min(result.zgemm_flops_per_second, other.zgemm_flops_per_second);
    result.peak_memory = std::max(result.peak_memory, other.peak_memory);
  }
  return result;
}

}  // namespace febem::app
