#include "driver/memory_estimate.h"

#include <algorithm>
#include <string>
#include <utility>

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

}  // namespace

Count largest(const StageBytes& bytes) { return *std::max_element(bytes.begin(), bytes.end()); }

MemoryEstimate::MemoryEstimate(const cases::Case& problem, const model::Model& model) : problem_(problem), model_(model) {
  const auto& eliminating = eliminate::method(problem.stages[Stage::eliminate].method);
  require_estimate(eliminating, !eliminating.is_library);
  if (!model.structure) return;
  const auto& merging = merge::method(problem.stages[Stage::merge].method);
  const auto& reducing = reduce::method(problem.stages[Stage::reduce].method);
  require_estimate(merging, merging.memory != nullptr);
  require_estimate(reducing, reducing.memory != nullptr);
  auto system = element_system(model, 1);
  const AssemblyPattern pattern(system);
  structure_ = {std::move(system), model.motions.empty() ? model.coupling : model.motions.forces(model.coupling),
                pattern.bytes_of_matrix() + pattern.bytes()};
}

std::vector<StageBytes> MemoryEstimate::on(int ranks) const {
  const Count n = model_.wet.surface.size(), width = problem_.stages[Stage::eliminate].width;
  const la::RowMap rows(n, width, ranks);
  std::vector<merge::Memory> merging;
  std::vector<Count> reducing;
  if (structure_) {
    const auto parts = pipeline::Subdomains::without_delays(elimination_tree(structure_->system, ranks));
    merging = merge::method(problem_.stages[Stage::merge].method).memory(parts, ranks);
    reducing = reduce::method(problem_.stages[Stage::reduce].method).memory(parts, structure_->coupling, rows);
  }
  std::vector<StageBytes> result;
  for (int rank = 0; rank < ranks; ++rank) {
    auto& bytes = result.emplace_back();
    const Count own_rows = entry * n * rows.local_rows(rank);
    Count kept = 0;
    if (structure_) {
      kept = merging[rank].factor + (rank == core::master ? structure_->assembled_bytes : 0);
      bytes[Stage::merge] = merging[rank].peak;
      bytes[Stage::check] = kept;
    }
    bytes[Stage::form] = kept + 2 * own_rows;
    bytes[Stage::reduce] = kept + 2 * own_rows + (structure_ ? reducing[rank] : 0);
    bytes[Stage::eliminate] = kept + 2 * own_rows + eliminate::rows_memory(rows);
    bytes[Stage::recover] = kept + 2 * own_rows;
  }
  return result;
}

}  // namespace febem::driver
