// Many load cases by one factorisation: each is what it is by itself.
#include <string>
#include <vector>

#include "cases/sources.h"
#include "driver/small_cases.h"
#include "driver/stage_drivers.h"
#include "support/catch.h"
#include "support/world.h"

using core::Stage;

namespace {

/// A pressure inside, a monopole aside, and waves from five directions; a weak wave in all of them.
constexpr const char* loads = R"([[excitation]]
kind = "pressure"
faces = "inner"
amplitude = 100
load_case = "inside"
[[excitation]]
kind = "monopole"
position = [0, 3, 1]
amplitude = 0.01
phase = 40
load_case = "aside"
[[excitation]]
kind = "plane_wave"
direction = [0.3, 0.2, 1.0]
amplitude = 0.01
[[incidence]]
plane = "xy"
from = 10
to = 80
step = 35
elevations = [-20]
[[incidence]]
vectors = [[1, 2, 3], [-3, 0, 1]]
amplitude = 2
[output]
field_points = [[0, 0, 4], [5, 0, 0]]
[output.directivity]
step = 60
[frequency]
hz = [200]
)";

cases::Case loaded_shell(const std::string& more, double loss_factor = 0.05) {
  return free_shell("cells = 2", loads + more, loss_factor);
}

/// The case with the excitations of this load case alone.
cases::Case alone(const cases::Case& problem, const cases::LoadCase& load) {
  auto single = problem;
  single.incidences.clear();
  single.excitations = load.excitations;
  for (auto& excitation : single.excitations) excitation.load_case.clear();
  return single;
}

void check_each_alone(const cases::Case& problem, double hz, double tolerance) {
  World together;
  const auto found = solved_all(together, problem, hz);
  const auto each = cases::load_cases(problem);
  REQUIRE(found.size() == 7);
  for (const auto& load : each) {
    World world;
    const auto expected = solved(world, alone(problem, load), hz);
    if (world.rank() != core::master) continue;
    INFO(load.name << ", " << world.ranks() << " ranks");
    const auto& one = found[load.number];
    CHECK(one.figures.load_case == load.name);
    CHECK(one.figures.outcome == "solved");
    CHECK(one.figures.precision == expected.figures.precision);
    CHECK(distance(one.pressure, expected.pressure) < tolerance);
    CHECK(distance(one.normal_velocity, expected.normal_velocity) < tolerance);
    CHECK(distance(one.displacement, expected.displacement) < tolerance);
    CHECK(distance(one.field_pressure, expected.field_pressure) < tolerance);
    CHECK(distance(one.directivity, expected.directivity) < tolerance);
    for (const auto power : {&io::FrequencyResult::far_field_power_w,
             &io::FrequencyResult::extinction_power_w, &io::FrequencyResult::input_power_w})
      if (!std::isnan(expected.figures.*power))
        CHECK(one.figures.*power == Approx(expected.figures.*power).epsilon(1e-8).margin(1e-20));
    CHECK((one.figures.refinement_steps > 0) == (expected.figures.refinement_steps > 0));
  }
}

std::string methods(const char* merge, const char* reduce, const char* eliminate) {
  return std::string("[merge]\nmethod = \"").append(merge) + "\"\n[reduce]\nmethod = \"" + reduce +
         "\"\n[eliminate]\npanel = 5\nmethod = \"" + eliminate + "\"\n";
}

}  // namespace

TEST_CASE("each load case is solved as it is by itself, by every method") {
  for (const auto& more :
      {methods("substructure", "columns", "rows"), methods("frontal", "rows", "grid")}) {
    INFO(more);
    check_each_alone(loaded_shell(more), 200, 1e-12);
  }
  check_each_alone(loaded_shell(methods("substructure", "matrix-free", "krylov")), 200, 1e-8);
}

TEST_CASE("each load case is solved as by itself in mixed precision, and where it is refined") {
  check_each_alone(loaded_shell("[eliminate]\npanel = 5\nprecision = \"mixed\"\n"), 200, 1e-10);
  // Far below the resonances the far field is what is left of parts that cancel.
  check_each_alone(loaded_shell("", 0.0), 1e-3, 1e-8);
}

TEST_CASE("a modelled and a dry run of many load cases send and count what a computed one does") {
  for (const auto& [merge, reduce, eliminate] : {std::tuple{"frontal", "rows", "rows"},
           {"substructure", "columns", "rows"}, {"substructure", "rows", "grid"}}) {
    const auto problem = loaded_shell(methods(merge, reduce, eliminate));
    const auto model = model_of(problem);
    const auto four_stages = [&](common::Run& run) {
      const auto strategy = comm::make_strategy({"binomial", "whole", "window"});
      const driver::Sweep sweep(problem, model, run);
      const driver::StageDrivers stages(sweep, 200, run);
      auto factor = stages.merge(run, strategy);
      auto rows = stages.form(run, strategy);
      const auto reduced = stages.reduce(run, strategy, std::move(rows.h), rows.b, factor);
      stages.eliminate(run, strategy, reduced);
    };
    World computed, modelled{timing::Arithmetic(timing::free_of_charge())};
    Dry dry(computed.rank(), computed.ranks());
    four_stages(computed.run());
    four_stages(modelled.run());
    four_stages(dry.run);
    for (const auto stage : {Stage::merge, Stage::reduce, Stage::eliminate}) {
      INFO(merge << ", " << reduce << ", " << eliminate << ": " << core::name(stage));
      const auto expected = computed.own(stage);
      for (const auto& found : {modelled.own(stage), dry.own(stage)}) {
        CHECK(found.sent == expected.sent);
        CHECK(found.flops == expected.flops);
        CHECK(found.sizes == expected.sizes);
      }
    }
  }
}
