// The conformance suite on the MPI library at hand.

#include "comm/clock_offset.h"
#include "comm/conformance.h"
#include "mpi/environment.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "network/trace.h"
#include "network/watchdog.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using core::Traffic;

namespace {

void check_every_strategy(Transport& transport) {
  Ledger ledger(transport);
  std::set<std::string> refused;
  for (const auto& names : conformance::every_strategy()) {
    if (const auto reason = conformance::unsupported_reason(ledger, names); !reason.empty()) {
      CHECK_THAT(reason, Contains(names.pace.substr(0, names.pace.find(':'))));
      if (transport.rank() == 0 && refused.insert(names.pace).second)
        WARN("not tested: " << reason);
      continue;
    }
    const auto wrong = conformance::check_strategy(ledger, names);
    const auto sent = all_ranks(ledger.metrics(text(names)).sent);
    const auto expected = conformance::expected_cost(ledger, names);
    INFO(text(names));
    CHECK(wrong == Texts{});
    CHECK(sent.messages == expected.messages);
    CHECK(sent.bytes == expected.bytes);
  }
}

}  // namespace

TEST_CASE("only what this library lacks is left out", "[several]") {
  auto transport = over_mpi();
  std::set<std::string> refused, lacking;
  for (const auto& names : conformance::every_strategy())
    if (!conformance::unsupported_reason(transport, names).empty())
      refused.insert(names.pace.substr(0, names.pace.find(':')));
  if (mpi::is_simulated()) lacking.insert({"persistent", "shared"});
  if (!mpi::partitioned_unsupported_reason().empty()) lacking.insert("partitioned");
  if (MPI_VERSION >= 4) CHECK(mpi::partitioned_unsupported_reason().empty());
  CHECK(refused == lacking);
  CHECK(conformance::every_strategy().size() >= 200);
}

TEST_CASE("every route x cut x pace delivers over MPI and sends what its cost model says") {
  auto transport = over_mpi();
  check_every_strategy(transport);
}

TEST_CASE("every route x cut x pace delivers through all decorators over MPI", "[real]") {
  auto transport = over_mpi();
  network::Emulator emulator(transport, {{5e-6, 1e-6, 1e9}, {{0, 1, {20e-6, 2e-6, 1e8}}}});
  network::Watchdog watchdog(emulator, 60);
  network::BoundedReceiver bounded(watchdog, {}, {});
  network::Trace trace(bounded, clock_offset(transport), 1000);
  check_every_strategy(trace);
  CHECK_NOTHROW(watchdog.finish());
}

TEST_CASE("a section's metrics hold only what was sent while it was entered") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const Messenger messenger(ledger, make_strategy({"star", "whole", "ack"}));
  std::vector<double> values(10, 1.0);
  ledger.enter("first");
  messenger.broadcast(std::span(values), 0);
  ledger.enter("second");
  messenger.broadcast(std::span(values), 0);
  messenger.broadcast(std::span(values), 0);
  const auto first = all_ranks(ledger.metrics("first").sent),
             second = all_ranks(ledger.metrics("second").sent);
  const int others = transport.size() - 1;
  CHECK(first == Traffic{2 * others, 80 * others});
  CHECK(second == Traffic{4 * others, 160 * others});
  CHECK(ledger.metrics("never entered").sent == Traffic{});
}

TEST_CASE(
    "a rank waits in a call that returns when its message is complete, and not in one that asks or "
    "begins",
    "[real]") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const int size = transport.size();
  std::vector<std::byte> out(10), in(10);
  const auto begin = [&] {
    const int next = (transport.rank() + 1) % size, before = (transport.rank() + size - 1) % size;
    return std::pair(
        ledger.begin(Message::send(out, next)), ledger.begin(Message::receive(in, before)));
  };
  if (size > 1) {
    const auto [sent, received] = begin();
    while (!ledger.test(sent)) continue;
    while (!ledger.test(received)) continue;
  }
  CHECK(ledger.metrics("").waiting_seconds == 0);
  CHECK((ledger.metrics("").communication_seconds > 0) == (size > 1));
  ledger.enter("waits");
  if (size > 1) {
    const auto [sent, received] = begin();
    ledger.wait(sent);
    ledger.wait(received);
  }
  CHECK((ledger.metrics("waits").waiting_seconds > 0) == (size > 1));
  CHECK((ledger.metrics("waits").communication_seconds > ledger.metrics("waits").waiting_seconds) ==
        (size > 1));
}

TEST_CASE(
    "a look-ahead broadcast is hidden for as long as nobody needs it, if its pace moves on by "
    "itself",
    "[real]") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  for (const std::string pace : {"blocking", "window:3"}) {
    const Messenger messenger(ledger, make_strategy({"star", "64", pace}));
    ledger.enter(pace);
    std::vector<double> values(100);
    const auto request = messenger.ibroadcast(std::span(values), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    request->finish();
    const double hidden = ledger.metrics(pace).hidden_seconds;
    if (pace == "blocking" || transport.size() == 1)
      CHECK(hidden == 0);
    else
      CHECK(hidden >= 1e-3);
  }
}

TEST_CASE("any other transfer before a look-ahead broadcast has finished is refused", "[several]") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const std::string pace = GENERATE("blocking", "window:3");
  const Messenger messenger(ledger, make_strategy({"star", "64", pace})),
      other(transport, make_strategy({}));
  std::vector<core::Complex> values(50, transport.rank() + 1.0), more(1);
  const int next = (transport.rank() + 1) % transport.size(), root = transport.size() - 1;
  const auto in_flight = messenger.ibroadcast(std::span(values), root);
  const auto refusal = [&](const std::string& transfer) {
    return "a " + transfer +
           " of 16 bytes before the finish() of the broadcast of 800 bytes in flight from rank " +
           std::to_string(root);
  };
  for (const auto& any : {messenger, other}) {
    CHECK_THROWS_WITH(any.send(std::span<const core::Complex>(more), next), refusal("send"));
    CHECK_THROWS_WITH(any.receive(std::span(more), next), refusal("receive"));
    CHECK_THROWS_WITH(any.broadcast(std::span(more), 0), refusal("broadcast"));
    CHECK_THROWS_WITH(any.sum(std::span(more), 0), refusal("sum"));
    CHECK_THROWS_WITH(any.gather(more, 0), refusal("gather"));
    CHECK_THROWS_WITH(any.ibroadcast(std::span(more), 0), refusal("look-ahead broadcast"));
  }
  in_flight->finish();
  other.broadcast(std::span(more), 0);
  CHECK(values == std::vector<core::Complex>(50, root + 1.0));
}

TEST_CASE("a gather is a message from every rank but its root") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const Messenger messenger(ledger, make_strategy({"ring", "64", "ack"}));
  const int others = transport.size() - 1;
  ledger.enter("gather");
  messenger.gather(std::vector<char>(100), others);
  ledger.enter("lengths");
  messenger.gather_varying(std::vector<char>(100), others);
  CHECK(all_ranks(ledger.metrics("gather").sent) ==
        Traffic{4 * others, 100 * others});  // two pieces, two replies
  CHECK(all_ranks(ledger.metrics("lengths").sent) == Traffic{6 * others, 108 * others});
}

TEST_CASE("nobody sends to the root of a broadcast") {
  auto transport = over_mpi();
  const int root = transport.size() - 1;
  for (const auto& route : routes()) {
    Ledger ledger(transport);
    std::vector<core::Complex> values(50);
    Messenger(ledger, make_strategy({std::string(route.name), "64", "blocking"}))
        .broadcast(std::span(values), root);
    INFO(route.name);
    CHECK(ledger.metrics("").peers[root].sent == Traffic{});
  }
}

TEST_CASE("the ledger knows the length of each message, its peer and the time it took") {
  auto transport = over_mpi();
  Ledger ledger(transport);
  const Messenger messenger(ledger, make_strategy({"star", "64", "ack"}));
  std::vector<std::byte> data(100);
  messenger.broadcast(std::span(data), 0);
  const auto metrics = ledger.metrics("");
  const bool root = transport.rank() == 0;
  const int others = transport.size() - 1;
  CHECK(metrics.sizes[0] == (root ? 0 : 2));                        // replies
  CHECK(metrics.sizes[6] == (root ? others : 0));                   // 36 bytes
  CHECK(metrics.sizes[7] == (root ? others : 0));                   // 64 bytes
  CHECK(metrics.waiting_seconds == metrics.communication_seconds);  // every call of this pace waits
  CHECK((metrics.communication_seconds > 0) == (others > 0));
  REQUIRE(metrics.peers.size() == static_cast<std::size_t>(transport.size()));
  double with_peers = 0;
  for (int peer = 0; peer < transport.size(); ++peer) {
    const auto& with = metrics.peers[peer];
    with_peers += with.seconds;
    if (peer == transport.rank() || (!root && peer != 0))
      CHECK(with.sent == Traffic{});
    else
      CHECK(with.sent == (root ? Traffic{2, 100} : Traffic{2, 0}));
  }
  CHECK(with_peers == Approx(metrics.communication_seconds));
}
