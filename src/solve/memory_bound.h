// How much memory a rank may hold, and the refusal of cases that would take more.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/model.h"
#include "comm/messenger.h"

namespace febem::solve {

inline constexpr int most_ranks = 1024;  ///< for which memory is estimated

/// What each rank may hold.
struct MemoryBound {
  double bytes = 0;
  /// What sets the bound: "--memory", "this machine has 25.3 GB, for 4 ranks", ...
  std::string why;
};

/// The bound of the rank that may hold least, valid on rank 0: `asked` bytes, or if that is zero an
/// equal part of the memory of its machine or control group, or less by the rank's own limits.
/// Throws std::bad_alloc if not even the BLAS can have its buffers. Collective.
MemoryBound memory_bound(double asked, const comm::Messenger& everyone);

/// The most that a rank may come to hold, bytes, of which `base` are program and model. The
/// estimate leaves out gaps between freed blocks, buffers of the MPI library, and pages of the
/// program that come later: up to 11 per cent of the matrices and 6 MB were measured
/// (docs/memory.md).
inline double with_reserve(double estimated, double base) {
  return estimated + (estimated - base) / 10 + 16e6;
}

/// Throws core::InputError, with the number of ranks that would do, if one of `ranks` ranks may
/// come to hold more than the bound. Accepts methods that cannot tell their memory. `model` is the
/// master's. Returns such a message if that is so only where a solution is refined, which stage 1
/// shows; else nothing.
std::string require_within(
    const MemoryBound& bound, const cases::Case& problem, const cases::Model& model, int ranks);

}  // namespace febem::solve
