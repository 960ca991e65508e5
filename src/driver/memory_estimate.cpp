#include "driver/memory_estimate.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "comm/dry_transport.h"
#include "core/error.h"
#include "driver/stage_drivers.h"
#include "driver/structural_system.h"
#include "stages/eliminate/eliminate.h"
#include "stages/form/form.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"

namespace febem::driver {
namespace {

using core::Count;
using core::Stage;

/// Bytes of the pressure at a field point: the body's, the incident one, their sum and its copy.
constexpr Count field_point_bytes = 4 * sizeof(core::Complex);
/// Bytes of what the master makes of an unknown and of a degree of freedom in each load case: p, q,
/// a copy of both for the far field, and what is written; forces, response, displacement.
constexpr Count unknown_bytes = 5 * sizeof(core::Complex), dof_bytes = 4 * sizeof(core::Complex);

la::RowMap rows_on(const cases::Case& problem, const cases::Model& model, int ranks) {
  return eliminate::row_map(model.space.size(), problem.stages[Stage::eliminate].width, ranks);
}

/// The greatest number of ranks that are all run dry.
constexpr int few = 16;

/// The ranks, the one that probably holds most first: by the factor that each will have and its
/// largest front, then by its rows of the dense matrices.
std::vector<int> in_order_of_memory(const analysis::EliminationTree* tree, const la::RowMap& map) {
  std::vector<std::pair<Count, Count>> held(map.ranks());
  std::vector<Count> front(map.ranks(), 0);
  const auto add = [&](const analysis::EliminationTree::Node& node) {
    const Count p = std::ssize(node.eliminated), rows = p + std::ssize(node.others);
    for (int rank = node.team.first; rank < node.team.end; rank += node.team.stride) {
      held[rank].first += rows * p;
      if (node.is_spread || rank == node.rank)
        front[rank] = std::max(front[rank], rows * rows / (node.is_spread ? node.team.size() : 1));
    }
  };
  if (tree != nullptr) std::for_each(tree->nodes.begin(), tree->nodes.end(), add);
  for (int rank = 0; rank < map.ranks(); ++rank) {
    held[rank].first += front[rank];
    held[rank].second = map.local_rows(rank);
  }
  std::vector<int> order(map.ranks());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return held[a] > held[b]; });
  return order;
}

}  // namespace

Count largest(const StageBytes& bytes) { return *std::max_element(bytes.begin(), bytes.end()); }

std::string_view MemoryEstimate::unknown(const cases::Case& problem) {
  if (const auto& last = problem.elimination(); last.is_library) return last.name;
  if (!problem.structure) return {};
  const auto& first = merge::method(problem.stages[Stage::merge].method);
  return first.is_library ? first.name : std::string_view();
}

MemoryEstimate::MemoryEstimate(const cases::Case& problem, const cases::Model& model)
    : problem_(problem), model_(model) {
  if (const auto name = unknown(problem); !name.empty())
    throw core::InputError("method '" + std::string(name) +
                           "' belongs to a library and cannot tell its memory before it computes");
  if (!model.structure) return;
  auto system = element_system(model, 1);
  auto of_rows = AssembledStructure::bytes_of_rows(system);
  structure_ = {std::move(system), std::move(of_rows)};
}

std::vector<StageBytes> MemoryEstimate::on(int ranks) const {
  common::ElementSystem system;
  std::shared_ptr<const analysis::Analysis> analysis;
  if (structure_) {
    system = structure_->system;
    analysis = analysis_of(problem_, model_, system, ranks, [](std::string_view) {});
    system.tree = analysis->tree;
  }
  const auto map = rows_on(problem_, model_, ranks);
  std::vector<StageBytes> result(ranks);
  const auto order = in_order_of_memory(system.tree.get(), map);
  const int apart = std::max(1, ranks / few);
  StageBytes most{};
  for (int place = 0; place < ranks; ++place) {
    const int rank = order[place];
    if (place < few / 2 || place % apart == 0) most = dry(system, analysis, map, rank);
    result[rank] = most;
  }
  if (ranks > few) result[core::master] = dry(system, analysis, map, core::master);
  return result;
}

// In the order of solve_frequency(), with as many copies.
StageBytes MemoryEstimate::dry(const common::ElementSystem& system,
    const std::shared_ptr<const analysis::Analysis>& analysis, const la::RowMap& map,
    int rank) const {
  comm::DryTransport transport(rank, map.ranks());
  const comm::Messenger messages(transport, comm::make_strategy({}));
  const timing::Progress quiet;
  auto m = timing::Arithmetic::dry();
  StageBytes bytes{};
  const auto run = [&](Stage stage, auto&& work) {
    m.enter(stage);
    work(common::StageContext{stage, messages, m, quiet});
    bytes[stage] = m.most_bytes();
  };
  const auto nothing = [](const auto&) {};
  const la::Index n = map.rows(), own = map.local_rows(rank);

  common::Factor factor;
  std::shared_ptr<std::byte> assembled;
  if (structure_) {
    const auto& options = problem_.stages[Stage::merge];
    run(Stage::merge, [&](const auto& context) {
      factor = merge::run(system, {options.method, options.width}, context);
    });
    assembled = m.hold<std::byte>(assembled_bytes(rank, map.ranks()));
    run(Stage::check, nothing);
  }
  std::optional<form::BoundaryRows> rows;
  run(Stage::form, [&](const auto&) {
    rows.emplace(form::BoundaryRows{{map, m.allocate(n, own)}, {map, m.allocate(n, own)}});
  });

  reduce::SurfaceCondition surface;
  const auto loads = std::ssize(cases::load_cases(problem_));
  surface.loads = loads;
  surface.incident = la::Matrix::Zero(n, loads);
  surface.mass = model_.space.mass;
  if (structure_) {
    surface.factor = &factor;
    surface.coupling = &model_.coupling;
    surface.analysis = analysis;
    surface.force = la::Matrix::Zero(model_.structure->dofs(), loads);
  }
  std::optional<common::System> reduced;
  run(Stage::reduce, [&](const auto& context) {
    reduced = reduce::run(std::move(rows->h), rows->b, surface,
        reduce::method(problem_.stages[Stage::reduce].method), context,
        problem_.is_mixed() ? reduce::Precision::mixed : reduce::Precision::full);
  });
  const auto copy_of = [&](const auto& a) {
    return std::remove_cvref_t<decltype(a)>{a.map, m.uncharged_copy_of(a.values)};
  };
  const auto& method = problem_.elimination(map.ranks());
  eliminate::Elimination solved;
  run(Stage::eliminate, [&](const auto& context) {
    if (const auto* dense = std::get_if<common::DenseSystem>(&*reduced)) {
      rows.reset();
      m.enter(Stage::eliminate);
      solved = method.direct().run(copy_of(dense->matrix), dense->right_hand_side, context);
    } else if (const auto* mixed = std::get_if<common::MixedSystem>(&*reduced)) {
      solved.factored = method.direct().factor_single(copy_of(mixed->matrix), context);
    }
  });
  // Of a single load case only the field points count. Of many, every rank has q, and its share of
  // p and q.
  const Count of_points = field_point_bytes * std::ssize(model_.field.computed),
              of_load = unknown_bytes * n + (structure_ ? dof_bytes * model_.structure->dofs() : 0);
  const auto fields =
      m.hold<std::byte>(rank == core::master ? loads * of_points + (loads - 1) * of_load
                                             : (loads - 1) * 2 * sizeof(core::Complex) * n);
  run(Stage::recover, nothing);
  return bytes;
}

// H is copied before it becomes A or goes to an operator, and B stays, which with an operator it
// does anyway.
std::vector<StageBytes> MemoryEstimate::refined(std::vector<StageBytes> bytes) const {
  if (!structure_) return bytes;
  const auto rows = rows_on(problem_, model_, static_cast<int>(bytes.size()));
  const bool has_operator = problem_.is_mixed() || problem_.elimination().iterates();
  for (int rank = 0; rank < rows.ranks(); ++rank) {
    const Count matrix = Count{sizeof(core::Complex)} * rows.rows() * rows.local_rows(rank);
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

}  // namespace febem::driver
