// What a rank may hold, and which cases would take more.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/model.h"
#include "comm/messenger.h"

namespace febem::solve {

inline constexpr int most_ranks = 1024;  ///< that memory is looked at for

/// What each rank may hold.
struct MemoryBound {
  double bytes = 0;
  std::string why;  ///< what sets it, for messages: "--memory", "this machine has 25.3 GB, for 4 ranks", ...
};

/// The bound of the rank that may hold least, valid on rank 0: `asked` bytes, or if that is zero the rank's part of what its machine or
/// control group has, shared out evenly among the ranks on the machine, or what limits of its own leave the rank. Throws
/// std::bad_alloc if not even the BLAS can have what it works in. Collective.
MemoryBound memory_bound(double asked, const comm::Messenger& everyone);

/// Throws core::InputError if on so many ranks one of them would hold more than the bound, by driver::MemoryEstimate; it says how many
/// ranks would do. Methods that cannot tell their memory are let through. `model` is the master's.
void require_within(const MemoryBound& bound, const cases::Case& problem, const cases::Model& model, int ranks);

}  // namespace febem::solve
