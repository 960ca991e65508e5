// IS: integer keys are ranked by buckets (RNR-94-007, 2.7): ten times an all-reduce of the buckets' sizes and
// an all-to-all of the keys.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/nas/kernel.h"

namespace febem::nas {

/// Keys first .. first + count - 1 of the benchmark's sequence, each below `largest`.
std::vector<int> random_keys(long first, long count, int largest);

/// Whether the ranks' own keys, which may be none, are in order, one rank after the other. Collective.
bool in_order(const mpi::Communicator& ranks, std::span<const int> own);

/// Empty, or why the kernel cannot run on so many ranks.
std::string is_refusal(Class problem, int ranks);

/// Ranks: a power of two. Collective.
Result is(Class problem, Machine& machine);

}  // namespace febem::nas
