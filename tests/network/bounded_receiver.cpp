// The bounded receiver on the hostile network.
#include "network/bounded_receiver.h"

#include "comm/hostile_network.h"
#include "core/error.h"
#include "network/outstanding.h"
#include "support/catch.h"

using namespace febem::comm;
using namespace febem::network;

TEST_CASE("no receiver holds more than its pace allows, on the hostile network") {
  const int size = GENERATE(2, 8);
  std::vector<HighWater> high_water;
  HostileNetwork(size, 5).run([&](Transport& network) {
    BoundedReceiver bounded(network, {}, {});
    for (const auto& pace : conformance::bounded_paces()) conformance::load_receiver(bounded, pace);
    const auto all = bounded.take_high_water();
    if (network.rank() == 0) high_water = all;
  });
  CHECK(high_water.size() == conformance::bounded_paces().size() + 1);
  CHECK(conformance::exceeded(high_water, size) == Texts{});
  for (const auto& marks : high_water)
    if (marks.section == "ack") CHECK(marks.outstanding[0] >= 64);
}

TEST_CASE("standard messages are outstanding from their send to their receive, others never") {
  std::vector<HighWater> high_water;
  HostileNetwork(2, 6).run([&](Transport& network) {
    BoundedReceiver bounded(network, {}, {});
    bounded.enter("both");
    std::vector<std::byte> data(100), other(100);
    for (const auto mode : {SendMode::standard, SendMode::synchronous}) {
      if (network.rank() == 0) {
        const auto first =
            bounded.begin(Message::send(Bytes(data).first(30), 1, Purpose::data, mode));
        const auto second =
            bounded.begin(Message::send(Bytes(data).first(50), 1, Purpose::data, mode));
        bounded.perform(Message::send({}, 1, Purpose::acknowledgement));  // now both are in flight
        bounded.wait(first);
        bounded.wait(second);
        bounded.perform(Message::receive({}, 1, Purpose::acknowledgement));
      } else {
        bounded.perform(Message::receive({}, 0, Purpose::acknowledgement));
        const auto first = bounded.begin(Message::receive(std::span(data).first(30), 0));
        const auto second = bounded.begin(Message::receive(std::span(other).first(50), 0));
        bounded.wait(second);
        bounded.wait(first);
        bounded.perform(Message::send({}, 0, Purpose::acknowledgement));
      }
      bounded.enter("synchronous only");
    }
    const auto all = bounded.take_high_water();
    if (network.rank() == 0) high_water = all;
  });
  REQUIRE(high_water.size() == 3);
  CHECK(high_water[1].outstanding == std::vector<std::int64_t>{0, 80});
  CHECK(high_water[1].posted == std::vector<std::int64_t>{0, 80});
  CHECK(high_water[2].outstanding == std::vector<std::int64_t>{0, 0});
  CHECK(high_water[2].posted == std::vector<std::int64_t>{0, 80});
}

TEST_CASE(
    "what is posted while the marks are taken is in the next ones too, and what was outstanding is "
    "not") {
  std::vector<HighWater> before, after;
  HostileNetwork(2, 8).run([&](Transport& network) {
    BoundedReceiver bounded(network, {}, {});
    std::vector<std::byte> data(30), other(40);
    const bool sends = network.rank() == 0;
    if (sends) bounded.perform(Message::send(other, 1));
    if (!sends) bounded.perform(Message::receive(other, 0));
    const Ticket posted = sends ? Ticket{} : bounded.begin(Message::receive(data, 0));
    const auto first = bounded.take_high_water(), second = bounded.take_high_water();
    if (sends) bounded.perform(Message::send(data, 1));
    if (!sends) bounded.wait(posted);
    if (sends) before = first, after = second;
  });
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  CHECK(before[0].posted == std::vector<std::int64_t>{0, 40});
  CHECK(before[0].outstanding == std::vector<std::int64_t>{0, 40});
  CHECK(after[0].posted == std::vector<std::int64_t>{0, 30});
  CHECK(after[0].outstanding == std::vector<std::int64_t>{0, 0});
}

TEST_CASE("a receive buffer holds as many bytes as it has") {
  HostileNetwork(2, 9).run([&](Transport& network) {
    BoundedReceiver bounded(network, 64, {"narrow"});
    bounded.enter("narrow");
    std::vector<std::byte> data(64);
    if (network.rank() == 1) return bounded.perform(Message::receive(data, 0));
    CHECK_NOTHROW(bounded.perform(Message::send(data, 1)));
  });
}

TEST_CASE(
    "a message that would overflow the receive buffer fails at its sender, in the limited sections "
    "only") {
  HostileNetwork(2, 7).run([&](Transport& network) {
    BoundedReceiver bounded(network, 64, {"narrow"});
    std::vector<std::byte> data(65);
    bounded.enter("wide");
    if (network.rank() == 1) {
      bounded.perform(Message::receive(data, 0));
      return bounded.perform(Message::send({}, 0, Purpose::acknowledgement));
    }
    bounded.perform(Message::send(data, 1));
    bounded.perform(Message::receive({}, 1, Purpose::acknowledgement));
    bounded.enter("narrow");
    CHECK_THROWS_WITH(bounded.perform(Message::send(data, 1)),
        Contains("rank 1's receive buffer of 64 bytes overflowed: 65 bytes outstanding"));
  });
}
