// The estimate of memory by rank, from its parts and the list in docs/memory.md.
#include "driver/memory_estimate.h"

#include "driver/small_cases.h"
#include "driver/structural_system.h"
#include "fem/rigid_body.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"

using namespace febem::driver;

using core::Count;
using core::Stage;

namespace {

constexpr int three = 3;

/// Panels of 7 rows, which three ranks do not share out evenly.
cases::Case estimated_case(bool has_structure, const std::string& eliminate) {
  const std::string keys = "[eliminate]\npanel = 7\n" + eliminate;
  return has_structure ? struck_shell(0.05, keys) : moving_cylinder(keys);
}

la::RowMap rows_of(const cases::Model& model, int ranks) {
  return {model.wet.surface.size(), 7, ranks};
}

/// Bytes of own rows of a complex matrix.
Count own_rows(const la::RowMap& rows, int rank) {
  return 16 * Count{rows.rows()} * rows.local_rows(rank);
}

}  // namespace

TEST_CASE("without a structure a rank holds its rows of two matrices, and panels in stage 4") {
  for (const bool is_grid : {false, true}) {
    const auto problem = estimated_case(false, is_grid ? "method = \"grid\"\n" : "");
    const auto model = model_of(problem);
    const auto rows = rows_of(model, three);
    const MemoryEstimate estimate(problem, model);
    const auto found = estimate.on(three);
    REQUIRE(found.size() == three);
    CHECK(rows.local_rows(0) > rows.local_rows(2));
    const Count n = rows.rows();
    for (int rank = 0; rank < three; ++rank) {
      const Count matrix = own_rows(rows, rank);
      for (const auto stage : {Stage::form, Stage::reduce, Stage::recover})
        CHECK(found[rank][stage] == 2 * matrix);
      // In a group four panels, as many as are a fifth of a rank's rows: one, before it another
      // one, and one on its way. On a prime number of ranks `grid` has all rows of each.
      const Count panel = 16 * 7 * n, panels = found[rank][Stage::eliminate] - 2 * matrix;
      CHECK(panels >= (is_grid ? 1 : 2) * panel);
      CHECK(panels <= 4 * panel);
      CHECK(largest(found[rank]) == found[rank][Stage::eliminate]);
    }
    CHECK(estimate.refined(found) == found);
  }
}

TEST_CASE("in mixed precision two matrices in single come on top, and panels are half as large") {
  for (const bool has_structure : {false, true}) {
    const auto in_double = estimated_case(has_structure, ""),
               mixed = estimated_case(has_structure, "precision = \"mixed\"\n");
    const auto model = cases::build_model(mixed, ".", 1);
    const auto rows = rows_of(model, three);
    const auto of_double = MemoryEstimate(in_double, model).on(three),
               of_mixed = MemoryEstimate(mixed, model).on(three);
    for (int rank = 0; rank < three; ++rank) {
      const Count single = own_rows(rows, rank) / 2;
      for (const auto stage : {Stage::merge, Stage::check, Stage::form})
        CHECK(of_mixed[rank][stage] == of_double[rank][stage]);
      CHECK(of_mixed[rank][Stage::recover] == of_double[rank][Stage::recover] + 2 * single);
      const auto in_stage = [&](const auto& of, Stage stage) {
        return of[rank][stage] - of[rank][Stage::form];
      };
      CHECK(2 * (in_stage(of_mixed, Stage::eliminate) - 2 * single) ==
            in_stage(of_double, Stage::eliminate));
      const Count reduced = in_stage(of_mixed, Stage::reduce) - single;
      CHECK(reduced <= in_stage(of_double, Stage::reduce));
      CHECK(2 * reduced >= in_stage(of_double, Stage::reduce));
    }
  }
}

TEST_CASE("a structure adds its factor, what stages 1 and 3 take, and rows of the assembled one") {
  for (const char* merge : {"substructure", "frontal"}) {
    const bool is_frontal = std::string(merge) == "frontal";
    const auto problem = estimated_case(true, "[merge]\nmethod = \"" + std::string(merge) + "\"\n");
    const auto model = model_of(problem);
    const auto rows = rows_of(model, three);
    const MemoryEstimate estimate(problem, model);
    const auto found = estimate.on(three), refined = estimate.refined(found);
    const auto system = element_system(model, 1);
    const auto parts = common::Subdomains(
        std::make_shared<analysis::EliminationTree>(elimination_tree(system, three)));
    for (int rank = 0; rank < three; ++rank) {
      INFO(merge << ", rank " << rank);
      const Count assembled = assembled_structure(model, rank, three)->bytes();
      const Count matrix = own_rows(rows, rank);
      const Count factor = found[rank][Stage::check] - assembled;
      Count of_tree = 0, largest_front = 0;
      for (la::Index v = 0; v < std::ssize(parts.tree->nodes); ++v) {
        const auto& node = parts.tree->nodes[v];
        if (node.is_shared() ? !node.team.contains(rank) : node.rank != rank) continue;
        of_tree += 16 * Count{parts.front(v)} * parts.pivots[v];
        if (node.rank == rank) largest_front = std::max(largest_front, Count{parts.front(v)});
      }
      if (is_frontal)
        CHECK((factor > 0) == (rank == core::master));
      else
        CHECK(factor == of_tree);
      CHECK(found[rank][Stage::merge] >= factor);
      if (!is_frontal) CHECK(found[rank][Stage::merge] >= 16 * largest_front * largest_front);
      CHECK(found[rank][Stage::form] == found[rank][Stage::check] + 2 * matrix);
      CHECK(found[rank][Stage::recover] == found[rank][Stage::form]);
      CHECK(found[rank][Stage::reduce] > found[rank][Stage::form]);
      CHECK(found[rank][Stage::eliminate] > found[rank][Stage::form]);
      auto expected = found[rank];
      expected[Stage::reduce] += matrix;
      expected[Stage::eliminate] += 2 * matrix;
      expected[Stage::recover] += 2 * matrix;
      CHECK(refined[rank] == expected);
    }
  }
}

TEST_CASE("what iterates keeps its matrices, and refined one copy more in place of two") {
  const auto problem = estimated_case(true, "method = \"krylov\"\n");
  const auto model = model_of(problem);
  const auto rows = rows_of(model, three);
  const MemoryEstimate estimate(problem, model);
  const auto found = estimate.on(three), refined = estimate.refined(found);
  for (int rank = 0; rank < three; ++rank) {
    const Count matrix = own_rows(rows, rank);
    CHECK(found[rank][Stage::eliminate] == found[rank][Stage::form]);
    CHECK(found[rank][Stage::reduce] == found[rank][Stage::form]);
    for (const auto stage : {Stage::reduce, Stage::eliminate, Stage::recover})
      CHECK(refined[rank][stage] == found[rank][stage] + matrix);
    for (const auto stage : {Stage::merge, Stage::check, Stage::form})
      CHECK(refined[rank][stage] == found[rank][stage]);
  }
}
