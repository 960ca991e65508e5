// Transfers among some of the ranks.

#include "comm/conformance.h"
#include "comm/team.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "network/watchdog.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using core::Traffic;

namespace {

/// All that the teams of these ranks transfer, one broadcast and one look-ahead broadcast from each
/// rank, by a strategy; what went wrong here.
Texts transferred(const Messenger& all, const std::vector<RankRange>& teams, std::size_t length) {
  Texts wrong;
  for (const auto& ranks : teams) {
    if (!ranks.contains(all.rank())) continue;
    const Team team(all, ranks);
    CHECK(team.messages().size() == ranks.size());
    CHECK(team.messages().rank() == team.number(all.rank()));
    for (int root = ranks.first; root < ranks.end; root += ranks.stride) {
      const auto expected = conformance::pattern<16>(length, root);
      auto values = all.rank() == root ? expected : std::vector<conformance::Element<16>>(length);
      team.messages().broadcast(std::span(values), team.number(root));
      if (values != expected) wrong.push_back("broadcast from " + std::to_string(root));
      if (all.rank() != root) values.assign(length, {});
      const auto request = team.messages().ibroadcast(std::span(values), team.number(root));
      request->progress();
      request->finish();
      if (values != expected) wrong.push_back("look-ahead broadcast from " + std::to_string(root));
    }
  }
  return wrong;
}

Traffic expected(const Messenger& all, const std::vector<RankRange>& teams, std::size_t length) {
  Traffic total;
  for (const auto& ranks : teams) {
    const auto team = test::Costs(all).of_team(ranks);
    total += ranks.size() * (team.broadcast(16 * length, 16) + team.ibroadcast(16 * length, 16));
  }
  return total;
}

void check_teams(Transport& transport) {
  const int size = transport.size(), half = (size + 1) / 2;
  for (const auto& names : conformance::every_strategy()) {
    Ledger ledger(transport);
    if (!conformance::unsupported_reason(ledger, names).empty()) continue;
    INFO(text(names));
    const Messenger all(ledger, make_strategy(names));
    for (const std::size_t length : {0, 1, 101}) {
      // Side by side, then one within the other, then all ranks, then every second one and the
      // others.
      const std::vector<RankRange> teams{
          {0, half}, {half, size}, {size / 3, size}, {0, size}, {0, size, 2}, {1, size, 2}};
      const auto before = ledger.sent();
      CHECK(transferred(all, teams, length) == Texts{});
      const auto after = ledger.sent();
      const Traffic mine{after.messages - before.messages, after.bytes - before.bytes};
      CHECK(all_ranks(mine) == expected(all, teams, length));
    }
  }
}

}  // namespace

TEST_CASE("teams transfer by every route x cut x pace, and send what their cost models say") {
  auto transport = over_mpi();
  check_teams(transport);
}

TEST_CASE("teams transfer through decorators", "[real]") {
  auto transport = over_mpi();
  network::Emulator emulator(transport, {{5e-6, 1e-6, 1e9}, {}});
  network::Watchdog watchdog(emulator, 60);
  network::BoundedReceiver bounded(watchdog, {}, {});
  check_teams(bounded);
  CHECK_NOTHROW(watchdog.finish());
}

TEST_CASE("a team has no collective of the library") {
  auto transport = over_mpi();
  TeamTransport team(transport, {0, transport.size()});
  double value = 1;
  CHECK_THROWS_AS(team.perform(Message::sum({&value, 1}, 0)), std::logic_error);
}
