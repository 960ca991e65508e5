// Vectors whose entries the ranks own as they own the rows of a matrix.
#pragma once

#include "comm/messenger.h"
#include "la/row_map.h"

namespace febem::pipeline {

/// The entries of `whole` that are `rank`'s.
la::Vector own_entries(const la::RowMap& map, const la::Vector& whole, int rank);

/// The values of all ranks, one rank's after the other's, on every rank; `lengths` by rank, the same everywhere. A gather at the
/// master and a broadcast. Collective.
std::vector<core::Complex> all_gather(const la::Vector& own, const std::vector<std::size_t>& lengths,
                                      const comm::Messenger& messages);
/// What that sends, all ranks together.
comm::Traffic all_gather_traffic(const std::vector<std::size_t>& lengths, const comm::Messenger& messages);

/// The whole vector on every rank, of which each has its `own` entries. Collective.
la::Vector all_entries(const la::RowMap& map, const la::Vector& own, const comm::Messenger& messages);
/// What that sends, all ranks together.
comm::Traffic all_entries_traffic(const la::RowMap& map, const comm::Messenger& messages);

}  // namespace febem::pipeline
