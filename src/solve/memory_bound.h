// What a rank may hold, and which cases would take more.
#pragma once

#include "cases/case.h"
#include "comm/messenger.h"
#include "model/model.h"

namespace febem::solve {

inline constexpr int most_ranks = 1024;  ///< that memory is looked at for

/// Bytes that each rank may hold, valid on rank 0: `asked`, or if that is zero its part of what its machine has, shared out evenly among
/// the ranks on it; the least of all ranks. Collective.
double memory_bound(double asked, const comm::Messenger& everyone);

/// Throws core::InputError if on so many ranks one of them would hold more than `bound` bytes, by driver::MemoryEstimate; it says how many
/// ranks would do. Methods that cannot tell their memory are let through. `model` is the master's.
void require_within(double bound, const cases::Case& problem, const model::Model& model, int ranks);

}  // namespace febem::solve
