// The processes of this run.
#pragma once

#include "comm/messenger.h"

namespace febem::timing {

struct Machine {
  double zgemm_flops_per_second = 0;  ///< of the slowest rank, all ranks at once
  double peak_memory = 0;             ///< of the largest rank so far, bytes
};

/// About 0.1 s. Collective; the same on every rank.
Machine measure_machine(const comm::Messenger& messages);

}  // namespace febem::timing
