// The conformance suite on the hostile network.
#include <mutex>

#include "comm/conformance.h"
#include "comm/hostile_network.h"
#include "support/catch.h"

using namespace febem::comm;

TEST_CASE("every route x cut x pace delivers, on a network that does the worst it may") {
  const int size = GENERATE(1, 2, 3, 5, 8);
  const unsigned seed = GENERATE(1u, 2u);
  for (const auto& names : conformance::every_strategy()) {
    std::mutex mutex;
    std::vector<std::string> wrong;
    Traffic sent, expected;
    HostileNetwork(size, seed).run([&](Transport& transport) {
      Ledger ledger(transport);
      const auto mine = conformance::check_strategy(ledger, names);
      const std::lock_guard lock(mutex);
      wrong.insert(wrong.end(), mine.begin(), mine.end());
      sent += ledger.tally(conformance::describe(names)).sent;
      if (transport.rank() == 0) expected = conformance::expected_traffic(ledger, names);
    });
    INFO(conformance::describe(names) << " on " << size << " ranks, seed " << seed);
    CHECK(wrong == std::vector<std::string>{});
    CHECK(sent.messages == expected.messages);
    CHECK(sent.bytes == expected.bytes);
  }
}
