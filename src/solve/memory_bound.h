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
  std::string why;  ///< what sets the bound, for messages: "--memory", "this machine has 25.3 GB,
                    ///< for 4 ranks", ...
};

/// The bound of the rank that may hold least, valid on rank 0: `asked` bytes. If `asked` is zero,
/// it is the rank's part of the memory of its machine or control group, in equal parts for all
/// ranks on the machine, or less by the rank's own limits. Throws std::bad_alloc if not even the
/// BLAS can have its buffers. Collective.
MemoryBound memory_bound(double asked, const comm::Messenger& everyone);

/// The most memory that a rank may come to hold, bytes, where `base` of program and model and the
/// estimate together are `estimated`. The estimate leaves out gaps between freed blocks, buffers of
/// the MPI library, and pages of the program that come later: up to 8 per cent of the matrices and
/// 5 MB were measured (docs/memory.md).
inline double with_reserve(double estimated, double base) {
  return estimated + (estimated - base) / 10 + 8e6;
}

/// Throws core::InputError if one of `ranks` ranks may come to hold more than the bound, by
/// driver::MemoryEstimate and with_reserve(). The message says how many ranks would do. A method
/// that cannot tell its memory is accepted. `model` is the master's. Returns such a message if a
/// rank may come to hold more than the bound only where a solution is refined, which stage 1 shows;
/// else an empty text.
std::string require_within(
    const MemoryBound& bound, const cases::Case& problem, const cases::Model& model, int ranks);

}  // namespace febem::solve
