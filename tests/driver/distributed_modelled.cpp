// A run whose arithmetic is modelled, and one of each rank that is run dry by itself, beside the
// same run computed.
#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "driver/small_cases.h"
#include "driver/stage_drivers.h"
#include "support/catch.h"
#include "support/world.h"

using core::Stage;

namespace {

/// Panels narrow enough for several.
cases::Case modelled_problem(const char* merge, const char* reduce, const char* eliminate) {
  auto result = shell_case();
  result.stages[Stage::merge].method = merge;
  result.stages[Stage::reduce].method = reduce;
  result.stages[Stage::eliminate].method = eliminate;
  result.stages[Stage::merge].width = 60;
  result.stages[Stage::eliminate].width = 9;
  return result;
}

void four_stages(const cases::Case& small, common::Run& run, const comm::Strategy& strategy) {
  const driver::Sweep sweep(small, shell(), run);
  const driver::StageDrivers stages(sweep, 200, run);
  auto factor = stages.merge(run, strategy);
  auto rows = stages.form(run, strategy);
  const auto reduced = stages.reduce(run, strategy, std::move(rows.h), rows.b, factor);
  stages.eliminate(run, strategy, reduced);
}

/// A nanosecond for each of everything.
timing::Profile slow() {
  timing::Profile profile{"slow"};
  for (auto& prices : profile.prices) prices.fill(1e-9);
  return profile;
}

}  // namespace

TEST_CASE(
    "a modelled run and a dry one of each rank send and count what a computed one does, by every "
    "route, cut and pace") {
  int compared = 0;
  World world;
  for (const auto& names : cli::strategy_grid({{"all"}, {"all"}, {"all"}}, {})) {
    INFO(text(names));
    if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
    const auto strategy = comm::make_strategy(names);
    for (const auto& [merge, reduce, eliminate] : {std::tuple{"frontal", "rows", "rows"},
             {"substructure", "columns", "rows"}, {"substructure", "rows", "grid"}}) {
      const auto small = modelled_problem(merge, reduce, eliminate);
      World computed, modelled{timing::Arithmetic(timing::free_of_charge())};
      Dry dry(computed.rank(), computed.ranks());
      four_stages(small, computed.run(), strategy);
      four_stages(small, modelled.run(), strategy);
      // The pace persistent copies what a dry rank does not have.
      const bool is_dry = names.cut == "16KiB" && !names.pace.starts_with("persistent");
      if (is_dry) four_stages(small, dry.run, strategy);
      for (const auto stage : core::four_stages) {
        INFO(merge << ", " << reduce << ", " << eliminate << ": " << core::name(stage));
        const auto expected = computed.own(stage);
        for (const auto& found :
            {modelled.own(stage), is_dry ? dry.own(stage) : modelled.own(stage)}) {
          CHECK(found.sent == expected.sent);
          CHECK(found.flops == expected.flops);
          CHECK(found.sizes == expected.sizes);
        }
      }
    }
    ++compared;
  }
  CHECK(compared > 50);
}

TEST_CASE("by the schedule dynamic a dry rank forms its own rows, and says so") {
  const auto problem =
      struck_shell(0.05, "[form]\nschedule = \"dynamic\"\n[eliminate]\npanel = 7\n");
  const auto model = model_of(problem);
  for (const int ranks : {1, 2, 5}) {
    core::Traffic sent;
    core::Count blocks = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      Dry dry(rank, ranks);
      const driver::Sweep sweep(problem, model, dry.run);
      const driver::StageDrivers stages(sweep, 300, dry.run);
      const auto rows = stages.form(dry.run, comm::make_strategy({"star", "whole", "blocking"}));
      blocks = rows.h.map.blocks();
      for (la::Index block = 0; block < blocks; ++block)
        CHECK(rows.formed_by[block] == rows.h.map.block_owner(block));
      sent += dry.own(Stage::form).sent;
    }
    const core::Count of_master = (blocks + ranks - 1) / ranks,
                      asked = ranks == 1 ? 0 : blocks - of_master + ranks - 1;
    CHECK(sent == core::Traffic{2 * asked + ranks - 1, 8 * asked + (ranks - 1) * 4 * blocks});
  }
}

TEST_CASE(
    "the time of a modelled stage is that of its work by the profile, times the stage's factor") {
  auto profile = slow();
  profile.factors[Stage::form] = 3;
  World world{timing::Arithmetic(profile)};
  const auto work = timing::add_scaled(20'000'000);  // 20 ms
  for (const auto stage : {Stage::merge, Stage::form}) {
    world.section(stage, {}, [&](const common::StageContext& context) {
      const double start = mpi::wall_time();
      bool computed = false;
      if (context.arithmetic.charge(work) || context.arithmetic.charge(work)) computed = true;
      const double seconds = mpi::wall_time() - start, expected = 0.04 * profile.factors[stage];
      CHECK_FALSE(computed);
      CHECK(seconds >= expected - 1e-5);
      return 0;
    });
    const auto flops = world.flops(stage);
    if (world.rank() == core::master) CHECK(flops == 2 * work.flops * world.ranks());
  }
}
