// Transfers among some of the ranks.

#include "comm/conformance.h"
#include "comm/team.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "network/watchdog.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;

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

/// Chooses the library's own broadcast for long messages.
class NativeIfLong final : public Chooser {
 public:
  const Strategy& choose(Operation, std::size_t bytes) const override {
    return bytes > 100 ? native_ : chain_;
  }
  void enter(std::string_view) override {}
  void measured(Operation, std::size_t, double) override { ++counted; }

  int counted = 0;

 private:
  Strategy native_ = make_strategy({"native", "whole", "blocking"}),
           chain_ = make_strategy({"chain", "4", "ack"});
};

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

TEST_CASE(
    "a team does what was chosen for all ranks, by the binomial tree in place of the library, and "
    "counts no choice") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  auto strategy = make_strategy({"star", "whole", "blocking"});
  const auto chooser = std::make_shared<NativeIfLong>();
  strategy.chooser = chooser;
  const Messenger all(ledger, strategy);
  for (const std::size_t length : {2, 40}) {
    const std::vector<RankRange> teams{{transport.size() / 2, transport.size()}};
    const auto before = ledger.sent();
    CHECK(transferred(all, teams, length) == Texts{});
    const auto after = ledger.sent();
    CHECK(chooser->counted == 0);
    const Traffic mine{after.messages - before.messages, after.bytes - before.bytes};
    const core::Count edges = teams[0].size() - 1, broadcasts = 2 * teams[0].size(),
                      bytes = static_cast<core::Count>(16 * length);
    CHECK(all_ranks(mine) ==
          Traffic{broadcasts * edges * (length == 2 ? 2 * 2 : 1), broadcasts * edges * bytes});
  }
}

TEST_CASE("a team keeps one strategy in place of a native one, however often that is chosen") {
  auto transport = over_mpi();
  auto strategy = make_strategy({"star", "whole", "blocking"});
  strategy.chooser = std::make_shared<NativeIfLong>();
  const Messenger all(transport, strategy);
  const Team team(all, {0, transport.size()});
  auto& chooser = *team.messages().strategy().chooser;
  const auto& first = chooser.choose(Operation::broadcast, 1000);
  CHECK(first.route->follows_pace());
  CHECK(&chooser.choose(Operation::broadcast, 2000) == &first);
  CHECK(&chooser.choose(Operation::sum, 1000) == &first);
}

TEST_CASE("a team has no collective of the library") {
  auto transport = over_mpi();
  TeamTransport team(transport, {0, transport.size()});
  double value = 1;
  CHECK_THROWS_AS(team.perform(Message::sum({&value, 1}, 0)), std::logic_error);
}
