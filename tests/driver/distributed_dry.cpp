// A rank run dry, by itself, against the same rank of a computed and of a modelled run.
#include "comm/dry_transport.h"
#include "driver/one_frequency.h"
#include "driver/stage_drivers.h"
#include "support/catch.h"
#include "support/world.h"

using core::Stage;

namespace {

void run_stages(const driver::Sweep& sweep, common::Run& run, const comm::StrategyNames& names) {
  const auto strategy = comm::make_strategy(names);
  const driver::StageDrivers stages(sweep, 300, run);
  auto factor = stages.merge(run, strategy);
  auto rows = stages.form(run, strategy);
  const auto reduced = stages.reduce(run, strategy, std::move(rows.h), rows.b, factor);
  stages.eliminate(run, strategy, reduced);
}

}  // namespace

TEST_CASE("a dry run of a rank counts what the rank sends and computes, stage by stage") {
  const auto [merge, reduce, eliminate] =
      GENERATE(std::array<const char*, 3>{"substructure", "columns", "rows"},
          std::array<const char*, 3>{"substructure", "rows", "grid"},
          std::array<const char*, 3>{"frontal", "rows", "rows"});
  const auto names = GENERATE(comm::StrategyNames{}, comm::StrategyNames{"star", "1KiB", "ack"},
      comm::StrategyNames{"rabenseifner", "whole", "window:2"},
      comm::StrategyNames{"ring", "4KiB", "put"}, comm::StrategyNames{"native", "1KiB", "sync"});
  const auto keys = "[merge]\nmethod = \"" + std::string(merge) + "\"\n[reduce]\nmethod = \"" +
                    reduce + "\"\n[eliminate]\npanel = 7\nmethod = \"" + eliminate + "\"\n";
  INFO(keys << text(names));
  const auto problem = test::struck_shell(0.05, keys);
  const auto model = cases::build_model(problem, ".", 1);
  const driver::Sweep sweep(problem, model);
  test::World computed, modelled{timing::Arithmetic(timing::free_of_charge())};
  run_stages(sweep, computed.run(), names);
  run_stages(sweep, modelled.run(), names);
  comm::DryTransport alone(computed.rank(), computed.ranks());
  comm::Ledger ledger(alone);
  common::Run run(ledger, {}, timing::Arithmetic::dry());
  run_stages(sweep, run, names);
  for (const auto stage : core::four_stages) {
    INFO(core::name(stage) << " of rank " << computed.rank());
    const auto dry = ledger.metrics(core::name(stage));
    CHECK(dry.sent == computed.own(stage).sent);
    CHECK(dry.sent == modelled.own(stage).sent);
    CHECK(dry.flops == computed.own(stage).flops);
    CHECK(dry.flops == modelled.own(stage).flops);
    CHECK(dry.sizes == computed.own(stage).sizes);
  }
}

TEST_CASE("by the schedule dynamic a dry rank forms its own rows, and says so") {
  const auto problem =
      test::struck_shell(0.05, "[form]\nschedule = \"dynamic\"\n[eliminate]\npanel = 7\n");
  const auto model = cases::build_model(problem, ".", 1);
  const driver::Sweep sweep(problem, model);
  for (const int ranks : {1, 2, 5}) {
    core::Traffic sent;
    for (int rank = 0; rank < ranks; ++rank) {
      comm::DryTransport alone(rank, ranks);
      comm::Ledger ledger(alone);
      common::Run run(ledger, {}, timing::Arithmetic::dry());
      const driver::StageDrivers stages(sweep, 300, run);
      const auto rows = stages.form(run, comm::make_strategy({"star", "whole", "blocking"}));
      for (la::Index block = 0; block < rows.h.map.blocks(); ++block)
        CHECK(rows.formed_by[block] == rows.h.map.block_owner(block));
      sent += ledger.metrics(core::name(Stage::form)).sent;
      if (rank + 1 < ranks) continue;
      const core::Count blocks = rows.h.map.blocks(), of_master = (blocks + ranks - 1) / ranks,
                        asked = ranks == 1 ? 0 : blocks - of_master + ranks - 1;
      CHECK(sent == core::Traffic{2 * asked + ranks - 1, 8 * asked + (ranks - 1) * 4 * blocks});
    }
  }
}
