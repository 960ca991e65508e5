// A flipped digit in a matrix makes an answer of the benchmark invalid, wherever it happens: in the
// rows that stage 2 leaves, in those that stage 3 leaves, and in those that stage 4 factors.
#include "driver/small_cases.h"
#include "driver/stage_drivers.h"
#include "solve/benchmark.h"
#include "stages/eliminate/check.h"
#include "support/catch.h"
#include "support/world.h"

using core::Stage;

namespace {

constexpr int cells = 4;  // for which a fingerprint is stored

enum class Place { nowhere, formed, reduced, factored };

/// Adds a unit to the second digit of the real part of an entry far from the diagonal.
void flip_digit(la::OwnedRows& rows, int rank) {
  const core::Index row = 5, column = rows.map.rows() - 7;
  if (rows.map.owner(row) != rank) return;
  auto& entry = rows.values(column, rows.map.local(row));
  const double unit = std::pow(10, std::floor(std::log10(std::abs(entry.real()))) - 1);
  entry += unit;
}

/// The checks that fail after the four stages with a digit flipped at `place`. On the master.
Texts failed(Place place) {
  World world;
  const auto problem = cases::read_case(solve::shell_text(cells), "shell.toml");
  const auto model = model_of(problem);
  const auto strategy = comm::make_strategy({});
  auto& run = world.run();
  const driver::Sweep sweep(problem, model, run);
  const driver::StageDrivers stages(sweep, problem.frequencies().front(), run);
  auto factor = stages.merge(run, strategy);
  auto rows = stages.form(run, strategy);
  if (place == Place::formed) flip_digit(rows.h, world.rank());
  auto system = std::get<common::DenseSystem>(
      stages.reduce(run, strategy, std::move(rows.h), rows.b, factor));
  if (place == Place::reduced) flip_digit(system.matrix, world.rank());
  auto wrong =
      common::DenseSystem{{system.matrix.map, system.matrix.values}, system.right_hand_side};
  if (place == Place::factored) flip_digit(wrong.matrix, world.rank());
  auto solved = stages.eliminate(run, strategy, common::System(std::move(wrong)));
  io::FrequencySolution solution;
  world.check([&](const auto& context) {
    solution.figures.residual = eliminate::check(system, solved, context).residuals[0];
  });
  Texts names;
  if (world.rank() != core::master) return names;
  const auto p = solved.solution.reshaped();
  solution.pressure.assign(p.begin(), p.end());
  // No structure is solved for here.
  solution.figures.structural_backward_error = solution.figures.power_balance_error = 0;
  solution.figures.surface_over_far_field = 1;
  for (const auto& check : solve::validity(solution, model.unknown_cells(), cells))
    if (!check.passes()) names.push_back(check.figure);
  return names;
}

}  // namespace

TEST_CASE("a flipped digit in H or A makes the answer of the benchmark invalid") {
  const std::string residual = "residual of the dense system, as in HPL",
                    fingerprint = "distance from the stored fingerprint";
  const auto at = [](Place place) { return failed(place); };
  const auto right = at(Place::nowhere), formed = at(Place::formed), reduced = at(Place::reduced),
             factored = at(Place::factored);
  if (World().rank() != core::master) return;
  CHECK(right == Texts{});
  CHECK(formed == Texts{fingerprint});
  CHECK(reduced == Texts{fingerprint});
  CHECK(factored == Texts{residual, fingerprint});
}
