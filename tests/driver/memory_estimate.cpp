// The estimate of memory by rank, from its parts and the list in docs/memory.md.
#include "driver/memory_estimate.h"

#include "cases/case_file.h"
#include "driver/one_frequency.h"
#include "driver/structural_system.h"
#include "fem/rigid_body.h"
#include "stages/eliminate/eliminate.h"
#include "stages/merge/merge.h"
#include "stages/reduce/reduce.h"
#include "support/catch.h"

using core::Count;
using core::Stage;
using driver::StageBytes;

namespace {

constexpr int three = 3;

/// Panels of 7 rows, which three ranks do not share out evenly.
cases::Case estimated_case(bool has_structure, const std::string& eliminate) {
  const std::string keys = "[eliminate]\npanel = 7\n" + eliminate;
  if (has_structure) return struck_shell(0.05, keys);
  return cases::read_case(
      "[geometry]\ngenerator = \"cylinder\"\naround = 8\nstations = 12\n[fluid]\ndensity = "
      "1000\nsound_speed = 1500\n"
      "[[excitation]]\nkind = \"velocity\"\namplitude = 1\n[frequency]\nhz = [100]\n" +
          keys,
      "c.toml");
}

la::RowMap rows_of(const cases::Model& model, int ranks) {
  return {model.wet.surface.size(), 7, ranks};
}

/// Bytes of own rows of a complex matrix.
Count own_rows(const la::RowMap& rows, int rank) {
  return 16 * Count{rows.rows()} * rows.local_rows(rank);
}

}  // namespace

TEST_CASE(
    "without a structure a rank holds its rows of two matrices, and what the method of stage 4 "
    "takes") {
  for (const auto& [options, memory] :
      {std::pair{"", &eliminate::rows_memory}, {"method = \"grid\"\n", &eliminate::grid_memory}}) {
    const auto problem = estimated_case(false, options);
    const auto model = cases::build_model(problem, ".", 1);
    const auto rows = rows_of(model, three);
    const driver::MemoryEstimate estimate(problem, model);
    const auto found = estimate.on(three);
    REQUIRE(found.size() == three);
    CHECK(rows.local_rows(0) > rows.local_rows(2));
    for (int rank = 0; rank < three; ++rank) {
      const Count matrix = own_rows(rows, rank);
      StageBytes expected{};
      expected[Stage::form] = expected[Stage::reduce] = expected[Stage::recover] = 2 * matrix;
      expected[Stage::eliminate] = 2 * matrix + memory(rows);
      CHECK(found[rank] == expected);
      CHECK(driver::largest(found[rank]) == expected[Stage::eliminate]);
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
    const auto of_double = driver::MemoryEstimate(in_double, model).on(three),
               of_mixed = driver::MemoryEstimate(mixed, model).on(three);
    std::vector<Count> third(three, 0);
    if (has_structure) {
      const auto system = driver::element_system(model, 1);
      const auto parts = common::Subdomains::without_delays(elimination_tree(system, three));
      third = reduce::method("columns").memory(
          parts, fem::forces_on_unknowns(system.motions, model.coupling), rows);
      CHECK(third[1] > 0);
    }
    for (int rank = 0; rank < three; ++rank) {
      const Count single = own_rows(rows, rank) / 2, panels = eliminate::rows_memory(rows);
      auto expected = of_double[rank];
      expected[Stage::reduce] += single - third[rank] + third[rank] / 2;
      expected[Stage::eliminate] += 2 * single - panels + panels / 2;
      CHECK(of_mixed[rank] == expected);
    }
  }
}

TEST_CASE(
    "a structure adds its factor from stage 1 on, what stage 3 takes, and its rows of the "
    "assembled matrix") {
  const auto problem = estimated_case(true, "");
  const auto model = cases::build_model(problem, ".", 1);
  const auto rows = rows_of(model, three);
  const driver::MemoryEstimate estimate(problem, model);
  const auto found = estimate.on(three);
  const auto system = driver::element_system(model, 1);
  const auto parts = common::Subdomains::without_delays(elimination_tree(system, three));
  const auto first = merge::method("substructure").memory(parts, three);
  const auto third = reduce::method("columns").memory(
      parts, fem::forces_on_unknowns(system.motions, model.coupling), rows);
  for (int rank = 0; rank < three; ++rank) {
    const driver::AssemblyPattern pattern(system, driver::assembled_rows(system.size, rank, three));
    const Count matrix = own_rows(rows, rank), kept = first[rank].factor + pattern.bytes();
    StageBytes expected{};
    expected[Stage::merge] = first[rank].peak;
    expected[Stage::check] = kept;
    expected[Stage::form] = expected[Stage::recover] = kept + 2 * matrix;
    expected[Stage::reduce] = kept + 2 * matrix + third[rank];
    expected[Stage::eliminate] = kept + 2 * matrix + eliminate::rows_memory(rows);
    INFO("rank " << rank);
    CHECK(found[rank] == expected);
    expected[Stage::reduce] += matrix;
    expected[Stage::eliminate] += 2 * matrix;
    expected[Stage::recover] += 2 * matrix;
    CHECK(estimate.refined(found)[rank] == expected);
  }
}

TEST_CASE("what iterates keeps its matrices, and refined one copy more in place of two") {
  const auto problem = estimated_case(true, "method = \"krylov\"\n");
  const auto model = cases::build_model(problem, ".", 1);
  const auto rows = rows_of(model, three);
  const driver::MemoryEstimate estimate(problem, model);
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
