// Peak rates of the machine, measured in the run that reports them.
#pragma once

#include "comm/messenger.h"

namespace febem::timing {

/// flop/s of this process in zgemm (n x n x n, n = 384): the best of repeats over about 0.1 s. Not a number if the clock is
/// a simulated one that does not count computation.
double measure_multiply_rate();

/// Largest resident set of this process so far, bytes.
double peak_memory();

/// Of the largest rank so far. Collective; the same on every rank.
double largest_peak_memory(const comm::Messenger& messages);

/// The processes of this run on their machine.
struct Machine {
  double zgemm_flops_per_second = 0;  ///< of the slowest rank, all ranks at once
  double peak_memory = 0;             ///< of the largest rank so far, bytes
};

/// Measures for about 0.1 s, on all ranks at once. Collective; the same on every rank.
Machine measure_machine(const comm::Messenger& messages);

}  // namespace febem::timing
