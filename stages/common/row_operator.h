// A matrix that is known only by its products. Stage 3 gives it to stage 4 if no matrix is formed.
// This header also has vectors whose entries the ranks own as they own the rows of a matrix.
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
};

/// The entries of `whole` that `rank` owns.
la::Vector own_entries(const la::RowMap& map, const la::Vector& whole, int rank);

/// The values of all ranks, in the order of the ranks, on every rank. `lengths` is by rank, and
/// equal on every rank. It is a gather at the master and a broadcast. Collective.
std::vector<core::Complex> all_gather(const la::Vector& own,
    const std::vector<std::size_t>& lengths, const comm::Messenger& messages);

/// The whole vector on every rank, from the `own` entries of each rank. Collective.
la::Vector all_entries(
    const la::RowMap& map, const la::Vector& own, const comm::Messenger& messages);

}  // namespace febem::common
