#include "driver/memory_estimate.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/error.h"
#include "driver/assembly_pattern.h"
#include "driver/structural_system.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::driver {
namespace {

using core::Count;
using core::Stage;

constexpr Count entry = sizeof(core::Complex);

template <class Method>
void require_estimate(const Method& method, bool can_tell) {
  if (!can_tell)
    throw core::InputError("method '" + std::string(method.name) + "' cannot tell its memory before it computes; the default methods can");
}

/// What the structure adds on each rank.
struct Structure {
  std::vector<merge::Memory> merged;
  std::vector<Count> reducing;
  Count assembled = 0, pattern = 0;  ///< on the master
};

Structure structure_of(const cases::Case& problem, const model::Model& model, const la::RowMap& rows) {
  const auto& merging = merge::method(problem.stages[Stage::merge].method);
  const auto& reducing = reduce::method(problem.stages[Stage::reduce].method);
  require_estimate(merging, merging.memory != nullptr);
  require_estimate(reducing, reducing.memory != nullptr);
  const auto system = element_system(model, 1);
  const auto parts = pipeline::Subdomains::without_delays(elimination_tree(system, rows.ranks()));
  const AssemblyPattern pattern(system);
  const auto coupling = model.motions.empty() ? model.coupling : model.motions.forces(model.coupling);
  return {merging.memory(parts, rows.ranks()), reducing.memory(parts, coupling, rows), pattern.bytes_of_matrix(), pattern.bytes()};
}

}  // namespace

Count largest(const StageBytes& bytes) { return *std::max_element(bytes.begin(), bytes.end()); }

std::vector<StageBytes> estimate_memory(const cases::Case& problem, const model::Model& model, int ranks) {
  const auto& eliminating = eliminate::method(problem.stages[Stage::eliminate].method);
  require_estimate(eliminating, !eliminating.is_library);
  const Count n = model.wet.surface.size(), width = problem.stages[Stage::eliminate].width;
  const la::RowMap rows(n, width, ranks);
  std::optional<Structure> structure;
  if (model.structure) structure = structure_of(problem, model, rows);
  std::vector<StageBytes> result;
  for (int rank = 0; rank < ranks; ++rank) {
    auto& bytes = result.emplace_back();
    const Count own_rows = entry * n * rows.local_rows(rank);
    Count kept = 0;
    if (structure) {
      kept = structure->merged[rank].factor;
      bytes[Stage::merge] = structure->merged[rank].peak;
      if (rank == core::master) kept += structure->assembled + structure->pattern;
      bytes[Stage::check] = kept;
    }
    bytes[Stage::form] = kept + 2 * own_rows;
    bytes[Stage::reduce] = kept + 2 * own_rows + (structure ? structure->reducing[rank] : 0);
    bytes[Stage::eliminate] = kept + 2 * own_rows + 2 * entry * (n + 2) * std::min(width, n);
    bytes[Stage::recover] = kept + 2 * own_rows;
  }
  return result;
}

}  // namespace febem::driver
