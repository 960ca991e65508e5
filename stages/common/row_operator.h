// A matrix that is known by its products only, which stage 3 gives stage 4 where no matrix is formed; and vectors whose entries the
// ranks own as they own the rows of a matrix.
#pragma once

#include "la/row_map.h"
#include "stages/common/stage_context.h"

namespace febem::common {

/// A square matrix A. Each rank has the entries of a vector that it would own as rows of A.
class RowOperator {
 public:
  virtual ~RowOperator() = default;

  virtual const la::RowMap& map() const = 0;
  /// Own entries of A x from own entries of x. Collective.
  virtual la::Vector apply(const la::Vector& own, const StageContext& context) = 0;
  /// Own entries of a diagonal near that of A. Not collective.
  virtual la::Vector diagonal() const = 0;
  /// What apply() sends, all ranks together.
  virtual comm::Traffic traffic(const comm::Messenger& messages) const = 0;
};

/// The entries of `whole` that are `rank`'s.
la::Vector own_entries(const la::RowMap& map, const la::Vector& whole, int rank);

/// The values of all ranks, one rank's after the other's, on every rank; `lengths` by rank, the same everywhere. A gather at the
/// master and a broadcast. Collective.
std::vector<core::Complex> all_gather(const la::Vector& own, const std::vector<std::size_t>& lengths, const comm::Messenger& messages);
/// What that sends, all ranks together.
comm::Traffic all_gather_traffic(const std::vector<std::size_t>& lengths, const comm::Messenger& messages);

/// The whole vector on every rank, of which each has its `own` entries. Collective.
la::Vector all_entries(const la::RowMap& map, const la::Vector& own, const comm::Messenger& messages);
/// What that sends, all ranks together.
comm::Traffic all_entries_traffic(const la::RowMap& map, const comm::Messenger& messages);

}  // namespace febem::common
