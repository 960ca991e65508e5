#include "cli/strategy_grid.h"

#include "support/catch.h"

using namespace febem::cli;

TEST_CASE("\"all\" stands for every entry, with what users would give") {
  std::set<std::string> routes, cuts, paces;
  for (const auto& [route, cut, pace] : strategy_grid({{"all"}, {"all"}, {"all"}}, {})) {
    routes.insert(route);
    cuts.insert(cut);
    paces.insert(pace);
    const auto strategy = comm::make_strategy({route, cut, pace});
    // A study of the sonobuoy sends more than 100 MB: pieces of a few bytes would take hours.
    CHECK(strategy.cut.wish(strategy.cut.size, 0, 1 << 20) >= 1 << 12);
    CHECK(strategy.pace->longest_piece() >= 1 << 12);
  }
  CHECK(routes.size() == comm::routes().size());
  CHECK(cuts.size() == comm::cuts().size());
  CHECK(paces.size() == comm::paces().size());
}

TEST_CASE("an axis without words takes the fallback, and each strategy stands once") {
  const auto grid =
      strategy_grid({{"star", "chain", "star"}, {}, {"ack"}}, {"ring", "4KiB", "sync"});
  CHECK(
      grid == std::vector<comm::StrategyNames>{{"star", "4KiB", "ack"}, {"chain", "4KiB", "ack"}});
}

TEST_CASE("a route that does not follow the pace stands once for all paces") {
  const auto grid = strategy_grid({{"native"}, {"whole"}, {"ack", "sync"}}, {});
  CHECK(grid == std::vector<comm::StrategyNames>{{"native", "whole", "ack"}});
}
