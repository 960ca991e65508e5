// A run whose arithmetic is modelled, beside the same run computed.
#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "driver/small_shell.h"
#include "driver/stage_drivers.h"
#include "support/catch.h"
#include "support/world.h"

namespace {

/// What each of the four stages counted, all ranks together; flops on the master.
struct Counted {
  std::vector<comm::Traffic> sent;
  std::vector<core::Count> flops;
};

/// Panels narrow enough for several.
cases::Case modelled_problem(const char* merge, const char* reduce) {
  auto result = shell_case();
  result.stages[core::Stage::merge].method = merge;
  result.stages[core::Stage::reduce].method = reduce;
  result.stages[core::Stage::merge].width = 60;
  result.stages[core::Stage::eliminate].width = 9;
  return result;
}

Counted four_stages(const cases::Case& small, const comm::Strategy& strategy,
    const timing::Arithmetic& arithmetic) {
  World world(arithmetic);
  auto& run = world.run();
  const driver::Sweep sweep(small, test::shell());
  const driver::StageDrivers stages(sweep, 200, run);
  auto factor = stages.merge(run, strategy);
  auto rows = stages.form(run, strategy);
  const auto reduced = stages.reduce(run, strategy, std::move(rows.h), rows.b, factor);
  stages.eliminate(run, strategy, reduced);
  Counted counted;
  for (const auto stage : core::four_stages) {
    counted.sent.push_back(world.sent(stage));
    counted.flops.push_back(world.flops(stage));
  }
  return counted;
}

/// A nanosecond for each of everything.
timing::Profile slow() {
  timing::Profile profile{"slow"};
  for (auto& prices : profile.prices) prices.fill(1e-9);
  return profile;
}

}  // namespace

TEST_CASE(
    "a modelled run sends and counts what a computed one does, by every route, cut and pace") {
  int compared = 0;
  World world;
  for (const auto& names : cli::strategy_grid({{"all"}, {"all"}, {"all"}}, {})) {
    INFO(text(names));
    if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
    const auto strategy = comm::make_strategy(names);
    for (const auto& [merge, reduce] :
        {std::pair{"frontal", "rows"}, {"substructure", "columns"}, {"substructure", "rows"}}) {
      INFO(merge << ", " << reduce);
      const auto small = modelled_problem(merge, reduce);
      const auto computed = four_stages(small, strategy, timing::Arithmetic{});
      const auto modelled =
          four_stages(small, strategy, timing::Arithmetic(timing::free_of_charge()));
      CHECK(modelled.sent == computed.sent);
      CHECK(modelled.flops == computed.flops);
    }
    ++compared;
  }
  CHECK(compared > 50);
}

TEST_CASE(
    "the time of a modelled stage is that of its work by the profile, times the stage's factor") {
  auto profile = slow();
  profile.factors[core::Stage::form] = 3;
  World world{timing::Arithmetic(profile)};
  const auto work = timing::add_scaled(20'000'000);  // 20 ms
  for (const auto stage : {core::Stage::merge, core::Stage::form}) {
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
