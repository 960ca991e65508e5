// How much memory a rank may hold, and the refusal of cases that would take more.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/model.h"
#include "comm/messenger.h"

namespace febem::solve {

inline constexpr int most_ranks = 1024;  ///< largest number of ranks for which memory is estimated

/// How much each rank may hold.
struct MemoryBound {
  double bytes = 0;
  std::string why;  ///< what sets the bound, for messages: "--memory", "this machine has 25.3 GB, for 4 ranks", ...
};

/// The bound of the rank that may hold least, valid on rank 0: `asked` bytes. If `asked` is zero, it is the rank's part of the memory of its
/// machine or control group, in equal parts for all ranks on the machine, or less by the rank's own limits. Throws std::bad_alloc if not
/// even the BLAS can have its buffers. Collective.
MemoryBound memory_bound(double asked, const comm::Messenger& everyone);

/// Throws core::InputError if one of `ranks` ranks would hold more than the bound, by driver::MemoryEstimate. The message says how many
/// ranks would do. A method that cannot tell its memory is accepted. `model` is the master's.
void require_within(const MemoryBound& bound, const cases::Case& problem, const cases::Model& model, int ranks);

}  // namespace febem::solve
