// The conformance suite on the hostile network, bare and through decorators.
#include <functional>
#include <mutex>

#include "comm/conformance.h"
#include "comm/decorators/unbuffered.h"
#include "comm/decorators/bounded_receiver.h"
#include "comm/decorators/emulator.h"
#include "comm/hostile_network.h"
#include "support/catch.h"

using namespace febem::comm;

namespace {

/// Calls its argument with the transport it was given, or with a decorator on it.
using Stack = std::function<void(Transport&, const std::function<void(Transport&)>&)>;

void check_every_strategy(int size, unsigned seed, const Stack& stack) {
  for (const auto& names : conformance::every_strategy()) {
    std::mutex mutex;
    std::vector<std::string> wrong;
    Traffic sent, expected;
    HostileNetwork(size, seed).run([&](Transport& network) {
      stack(network, [&](Transport& transport) {
        Ledger ledger(transport);
        if (!conformance::refusal(ledger, names).empty()) return;
        const auto mine = conformance::check_strategy(ledger, names);
        const std::lock_guard lock(mutex);
        wrong.insert(wrong.end(), mine.begin(), mine.end());
        sent += ledger.tally(conformance::describe(names)).sent;
        if (transport.rank() == 0) expected = conformance::expected_traffic(ledger, names);
      });
    });
    INFO(conformance::describe(names) << " on " << size << " ranks, seed " << seed);
    CHECK(wrong == std::vector<std::string>{});
    CHECK(sent.messages == expected.messages);
    CHECK(sent.bytes == expected.bytes);
  }
}

}  // namespace

TEST_CASE("nothing relies on buffering") {
  const int size = GENERATE(2, 3, 5);
  for (const auto& names : conformance::every_strategy()) {
    std::mutex mutex;
    std::vector<std::string> wrong;
    HostileNetwork(size, 3).run([&](Transport& transport) {
      Unbuffered unbuffered(transport);
      const auto mine = conformance::check_strategy(unbuffered, names);
      const std::lock_guard lock(mutex);
      wrong.insert(wrong.end(), mine.begin(), mine.end());
    });
    INFO(conformance::describe(names) << " on " << size << " ranks");
    CHECK(wrong == std::vector<std::string>{});
  }
}

TEST_CASE("every route x cut x pace delivers, on a network that does the worst it may") {
  const int size = GENERATE(1, 2, 3, 5, 8);
  const unsigned seed = GENERATE(1u, 2u);
  check_every_strategy(size, seed, [](Transport& network, const auto& body) { body(network); });
}

TEST_CASE("every route x cut x pace delivers through the emulator, which changes the order of what overlaps") {
  NetworkModel model{{20e-6, 1e-6, 1e8}, {}};
  model.exceptions.push_back({0, 1, {50e-6, 2e-6, 1e7}});
  const int size = GENERATE(2, 5);
  check_every_strategy(size, 3, [&](Transport& network, const auto& body) {
    Emulator emulator(network, model);
    body(emulator);
  });
}

TEST_CASE("every route x cut x pace delivers through the bounded receiver") {
  check_every_strategy(5, 4, [&](Transport& network, const auto& body) {
    BoundedReceiver bounded(network, {}, {});
    body(bounded);
  });
}
