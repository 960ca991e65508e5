// Dry runs of all ranks together against the formulas of the READMEs of the stages.
#include "driver/small_cases.h"
#include "driver/stage_drivers.h"
#include "eliminate/costs.h"
#include "merge/costs.h"
#include "reduce/costs.h"
#include "support/catch.h"

using core::Stage;

TEST_CASE("dry runs of 1 to 16 ranks send together what the formulas of the READMEs say") {
  const auto [merge, reduce, eliminate] =
      GENERATE(std::array<const char*, 3>{"substructure", "columns", "rows"},
          std::array<const char*, 3>{"substructure", "rows", "grid"},
          std::array<const char*, 3>{"frontal", "rows", "rows"});
  const auto names = GENERATE(comm::StrategyNames{}, comm::StrategyNames{"star", "1KiB", "ack"},
      comm::StrategyNames{"ring", "4KiB", "window"});
  const auto problem = struck_shell(
      0.05, "[merge]\nmethod = \"" + std::string(merge) + "\"\n[reduce]\nmethod = \"" + reduce +
                "\"\n[eliminate]\npanel = 7\nmethod = \"" + eliminate + "\"\n");
  const auto model = model_of(problem);
  const auto strategy = comm::make_strategy(names);
  for (const int ranks : {1, 2, 3, 5, 8, 16}) {
    core::PerStage<core::Traffic> sent{}, expected{};
    for (int rank = 0; rank < ranks; ++rank) {
      Dry dry(rank, ranks);
      const driver::Sweep sweep(problem, model, dry.run);
      const driver::StageDrivers stages(sweep, 200, dry.run);
      auto factor = stages.merge(dry.run, strategy);
      auto rows = stages.form(dry.run, strategy);
      const auto map = rows.h.map;
      const auto reduced = stages.reduce(dry.run, strategy, std::move(rows.h), rows.b, factor);
      stages.eliminate(dry.run, strategy, reduced);
      for (const auto stage : core::four_stages) sent[stage] += dry.own(stage).sent;
      if (rank + 1 < ranks) continue;
      const test::Costs costs(names, ranks);
      expected[Stage::merge] = factor.subdomains ? test::substructure_cost(factor, costs)
                                                 : test::frontal_cost(factor.sums, costs);
      reduce::SurfaceCondition surface;
      surface.factor = &factor;
      surface.analysis = sweep.analysis();
      expected[Stage::reduce] =
          test::reduce_cost(surface, map.rows(), problem.stages[Stage::reduce].method, costs);
      expected[Stage::eliminate] = problem.stages[Stage::eliminate].method == "grid"
                                       ? test::grid_cost(map, costs)
                                       : test::rows_cost(map, costs);
    }
    for (const auto stage : core::four_stages) {
      INFO(core::name(stage) << " by " << merge << ", " << reduce << ", " << eliminate << " on "
                             << ranks << " ranks by " << text(names));
      CHECK(sent[stage] == expected[stage]);
    }
  }
}
