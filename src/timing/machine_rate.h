// Peak rates of the machine, measured in the run that reports them.
#pragma once

#include "comm/messenger.h"

namespace febem::timing {

/// Peak memory of the largest rank so far, bytes. Collective; the same on every rank.
double largest_peak_memory(const comm::Messenger& messages);

/// The processes of this run on their machine.
struct Machine {
  double zgemm_flops_per_second = 0;  ///< of the slowest rank, all ranks at once; not a number if a
                                      ///< simulated clock does not count computation
  double peak_memory = 0;             ///< of the largest rank so far, bytes
};

/// Measures for about 0.02 s, on all ranks at once. Collective; the same on every rank.
Machine measure_machine(const comm::Messenger& messages);

}  // namespace febem::timing
