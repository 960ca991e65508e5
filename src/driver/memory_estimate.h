// An estimate of the memory of each rank, before anything is computed: of its stages, run dry.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cases/model.h"
#include "core/stage.h"
#include "la/row_map.h"
#include "stages/analysis/analysis.h"
#include "stages/common/element_system.h"

namespace febem::driver {

/// The most bytes that a rank holds at one time in each stage, besides program and model.
using StageBytes = core::PerStage<core::Count>;

core::Count largest(const StageBytes& bytes);

/// The memory of one frequency: its matrices, including those that exist only within a stage, and
/// the pressure at field points. The estimate does not include delayed pivots, the vectors of an
/// iteration, rows that a rank forms for others in stage 2, and memory that an MPI library takes
/// for messages.
class MemoryEstimate {
 public:
  /// A method of the case whose memory is unknown because it belongs to a library. Empty if there
  /// is none.
  static std::string_view unknown(const cases::Case& problem);

  /// Refers to both arguments. `model` is the master's. Throws core::InputError if the memory of a
  /// method of the case is unknown.
  MemoryEstimate(const cases::Case& problem, const cases::Model& model);

  /// The estimate for each of `ranks` ranks. Of more than 16 ranks those that may hold most are run
  /// dry, the master, and some of the others; each of the rest counts as the next one that probably
  /// holds more.
  std::vector<StageBytes> on(int ranks) const;
  /// The estimate for each rank of a run that refines the solution (refinement.h). `bytes` is the
  /// result of on(). A run without a structure never refines.
  std::vector<StageBytes> refined(std::vector<StageBytes> bytes) const;

 private:
  /// The parts that do not depend on the number of ranks.
  struct Structure {
    common::ElementSystem system;
    std::vector<core::Count> bytes_of_rows;  ///< of the assembled structure with its sparsity
  };

  StageBytes dry(const common::ElementSystem& system,
      const std::shared_ptr<const analysis::Analysis>& analysis, const la::RowMap& map,
      int rank) const;
  core::Count assembled_bytes(int rank, int ranks) const;

  const cases::Case& problem_;
  const cases::Model& model_;
  std::optional<Structure> structure_;
};

}  // namespace febem::driver
