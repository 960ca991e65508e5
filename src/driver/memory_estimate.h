// How much memory each rank is going to need, before anything is computed.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cases/model.h"
#include "core/stage.h"
#include "la/row_map.h"
#include "stages/common/elimination_tree.h"

namespace febem::driver {

/// Bytes that a rank holds at one time in each stage, besides program and model.
using StageBytes = core::PerStage<core::Count>;

core::Count largest(const StageBytes& bytes);

/// The memory of one frequency: its matrices, what comes and goes within a stage included, and the pressure at field points. Not counted are delayed
/// pivots, the vectors of an iteration, rows that a rank forms for others in stage 2, and what an MPI library keeps of messages.
class MemoryEstimate {
 public:
  /// A method of the case whose memory is not known before it computes; empty if all are.
  static std::string_view unknown(const cases::Case& problem);

  /// Refers to both; `model` is the master's. Throws core::InputError where a method of the case cannot tell.
  MemoryEstimate(const cases::Case& problem, const cases::Model& model);

  /// By rank, if there are so many.
  std::vector<StageBytes> on(int ranks) const;
  /// Bytes by rank of a run that refines the solution (refinement.h); `bytes` is what on() returned. A run without a structure
  /// never refines.
  std::vector<StageBytes> refined(std::vector<StageBytes> bytes) const;

 private:
  /// What the number of ranks does not change.
  struct Structure {
    common::ElementSystem system;
    fem::SparseMatrix coupling;       ///< in the unknowns of the factor
    core::Count assembled_bytes = 0;  ///< with its sparsity, on the master
  };

  la::RowMap rows_on(int ranks) const;
  void add_dense_matrices(StageBytes& bytes, const la::RowMap& rows, int rank) const;

  const cases::Case& problem_;
  const cases::Model& model_;
  std::optional<Structure> structure_;
};

}  // namespace febem::driver
