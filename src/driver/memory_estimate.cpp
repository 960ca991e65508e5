#include "driver/memory_estimate.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"
#include "driver/structural_system.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::driver {
namespace {

using core::Count;
using core::Stage;

/// Bytes of the pressure at a field point: the body's, the incident one, their sum and its copy.
constexpr Count field_point_bytes = 4 * sizeof(core::Complex);

constexpr Count entry_bytes = sizeof(core::Complex),
                in_single = sizeof(core::Complex) / sizeof(core::SingleComplex);

/// Bytes of the rows that a rank owns of a complex matrix of all unknowns of the surface.
Count matrix_bytes(const la::RowMap& rows, int rank) {
  return entry_bytes * rows.rows() * rows.local_rows(rank);
}

const merge::Method& merging(const cases::Case& problem) {
  return merge::method(problem.stages[Stage::merge].method);
}
const reduce::Method& reducing(const cases::Case& problem) {
  return reduce::method(problem.stages[Stage::reduce].method);
}

}  // namespace

Count largest(const StageBytes& bytes) { return *std::max_element(bytes.begin(), bytes.end()); }

std::string_view MemoryEstimate::unknown(const cases::Case& problem) {
  if (const auto& last = problem.elimination(); last.is_library) return last.name;
  if (!problem.structure) return {};
  if (const auto& first = merging(problem); first.memory == nullptr) return first.name;
  if (const auto& third = reducing(problem); third.forms_matrix && third.memory == nullptr)
    return third.name;
  return {};
}

MemoryEstimate::MemoryEstimate(const cases::Case& problem, const cases::Model& model)
    : problem_(problem), model_(model) {
  if (const auto name = unknown(problem); !name.empty())
    throw core::InputError("method '" + std::string(name) +
                           "' cannot tell its memory before it computes; the default methods can");
  if (!model.structure) return;
  auto system = element_system(model, 1);
  auto coupling = fem::forces_on_unknowns(system.motions, model.coupling);
  auto of_rows = AssemblyPattern::bytes_of_rows(system);
  structure_ = {std::move(system), std::move(coupling), std::move(of_rows)};
}

std::vector<StageBytes> MemoryEstimate::on(int ranks) const {
  const auto rows = rows_on(ranks);
  std::vector<merge::Memory> first;
  std::vector<Count> third(ranks, 0);
  if (structure_) {
    const auto parts =
        common::Subdomains::without_delays(elimination_tree(structure_->system, ranks));
    first = merging(problem_).memory(parts, ranks);
    if (reducing(problem_).forms_matrix)
      third = reducing(problem_).memory(parts, structure_->coupling, rows);
  }
  std::vector<StageBytes> result;
  for (int rank = 0; rank < ranks; ++rank) {
    auto& bytes = result.emplace_back();
    add_dense_matrices(bytes, rows, rank);
    bytes[Stage::reduce] += third[rank] / (problem_.is_mixed() ? in_single : 1);
    if (!structure_) continue;
    const Count kept = first[rank].factor + assembled_bytes(rank, ranks);
    for (const auto stage :
        {Stage::check, Stage::form, Stage::reduce, Stage::eliminate, Stage::recover})
      bytes[stage] += kept;
    bytes[Stage::merge] = first[rank].peak;
  }
  result[core::master][Stage::recover] +=
      field_point_bytes * static_cast<Count>(model_.field.computed.size());
  return result;
}

// H is copied before it becomes A or goes to an operator, and B stays, which with an operator it
// does anyway.
std::vector<StageBytes> MemoryEstimate::refined(std::vector<StageBytes> bytes) const {
  if (!structure_) return bytes;
  const auto rows = rows_on(static_cast<int>(bytes.size()));
  const bool has_operator = problem_.is_mixed() || problem_.elimination().iterates();
  for (int rank = 0; rank < rows.ranks(); ++rank) {
    const Count matrix = matrix_bytes(rows, rank);
    bytes[rank][Stage::reduce] += matrix;
    for (const auto stage : {Stage::eliminate, Stage::recover})
      bytes[rank][stage] += has_operator ? matrix : 2 * matrix;
  }
  return bytes;
}

// What belongs to no row: where the first begins, and the body of each unknown.
Count MemoryEstimate::assembled_bytes(int rank, int ranks) const {
  const auto& of_rows = structure_->bytes_of_rows;
  const auto [begin, end] = assembled_rows(std::ssize(of_rows), rank, ranks);
  return std::accumulate(of_rows.begin() + begin, of_rows.begin() + end,
      (1 + std::ssize(of_rows)) * static_cast<Count>(sizeof(core::Index)));
}

la::RowMap MemoryEstimate::rows_on(int ranks) const {
  return eliminate::row_map(model_.space.size(), problem_.stages[Stage::eliminate].width, ranks);
}

// H and B; then A in place of H, and its factor where B was. An iteration keeps H and B, and mixed
// precision A in single and its factor as well.
void MemoryEstimate::add_dense_matrices(StageBytes& bytes, const la::RowMap& rows, int rank) const {
  const Count matrix = matrix_bytes(rows, rank),
              single = problem_.is_mixed() ? matrix / in_single : 0;
  for (const auto stage : {Stage::form, Stage::reduce, Stage::eliminate, Stage::recover})
    bytes[stage] = 2 * matrix;
  bytes[Stage::reduce] += single;
  const auto& method = problem_.elimination(rows.ranks());
  if (!method.iterates())
    bytes[Stage::eliminate] +=
        2 * single + method.direct().memory(rows) / (problem_.is_mixed() ? in_single : 1);
}

}  // namespace febem::driver
