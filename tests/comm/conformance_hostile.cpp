// The conformance suite on the hostile network, bare and through decorators.

#include "comm/conformance.h"
#include "comm/hostile_network.h"
#include "comm/pace.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "support/catch.h"

using namespace febem::comm;
using core::Traffic;

namespace {

/// Calls its argument with the transport it was given, or with a decorator on it.
using Stack = std::function<void(Transport&, const std::function<void(Transport&)>&)>;

/// Counts the sends of data that are in flight.
class CountingSends final : public Decorator {
 public:
  using Decorator::Decorator;

  std::size_t most() const { return most_; }
  bool was_started_twice() const { return started_twice_; }

  Ticket begin(const Message& message) override {
    const Ticket ticket = Decorator::begin(message);
    if (message.kind == Message::Kind::send) begun(ticket);
    return ticket;
  }
  void start(Ticket ticket) override {
    Decorator::start(ticket);
    if (record(ticket).message.kind == Message::Kind::send) begun(ticket);
  }
  void wait(Ticket ticket) override {
    Decorator::wait(ticket);
    in_flight_.erase(ticket);
  }
  bool test(Ticket ticket) override {
    if (!Decorator::test(ticket)) return false;
    in_flight_.erase(ticket);
    return true;
  }

 private:
  void begun(Ticket ticket) {
    if (!in_flight_.insert(ticket).second) started_twice_ = true;
    most_ = std::max(most_, in_flight_.size());
  }

  std::set<Ticket> in_flight_;
  std::size_t most_ = 0;
  bool started_twice_ = false;
};

void check_every_strategy(int size, unsigned seed, const Stack& stack) {
  for (const auto& names : conformance::every_strategy()) {
    Texts wrong;
    Traffic sent, expected;
    HostileNetwork(size, seed).run([&](Transport& network) {
      stack(network, [&](Transport& transport) {
        Ledger ledger(transport);
        if (!conformance::unsupported_reason(ledger, names).empty()) return;
        const auto mine = conformance::check_strategy(ledger, names);
        wrong.insert(wrong.end(), mine.begin(), mine.end());
        sent += ledger.metrics(text(names)).sent;
        if (transport.rank() == 0) expected = conformance::expected_cost(ledger, names);
      });
    });
    INFO(text(names) << " on " << size << " ranks, seed " << seed);
    CHECK(wrong == Texts{});
    CHECK(sent.messages == expected.messages);
    CHECK(sent.bytes == expected.bytes);
  }
}

}  // namespace

TEST_CASE(
    "on the hostile network ranks that wait for each other all end, and so do those that wait for "
    "one that fails") {
  const int size = GENERATE(1, 2, 3);
  int ended = 0;
  struct Count {
    int& count;
    ~Count() { ++count; }
  };
  const auto wait_for_the_next = [&](Transport& network) {
    const Count count{ended};
    std::byte one{};
    network.perform(Message::receive({&one, 1}, (network.rank() + 1) % network.size()));
  };
  CHECK_THROWS_WITH(
      HostileNetwork(size, 1).run(wait_for_the_next), "the ranks wait for each other");
  CHECK(ended == size);
  const auto last_fails = [&](Transport& network) {
    if (network.rank() == size - 1) throw std::runtime_error("failed");
    wait_for_the_next(network);
  };
  CHECK_THROWS_WITH(HostileNetwork(size, 1).run(last_fails), "failed");
  CHECK(ended == 2 * size - 1);
}

TEST_CASE(
    "no more than W pieces of a window are in flight, whether or not the sender asks before it "
    "pushes") {
  const std::string pace = GENERATE("window:3", "persistent:3");
  for (const bool asks : {false, true}) {
    std::size_t most = 0;
    bool started_twice = true;
    HostileNetwork(2, 3).run([&](Transport& network) {
      std::vector<std::byte> data(640);
      const auto chosen = make_pace(pace);
      const auto cut = make_cut("64");
      const Pieces segmentation(cut, data.size(), 1);
      if (network.rank() == 1)
        return pull_all(
            *chosen->incoming({&network, 0}, segmentation, {data.data()}), segmentation);
      CountingSends counting(network);
      const auto out = chosen->outgoing({&counting, 1}, segmentation);
      Pieces pieces = segmentation;
      while (const auto piece = pieces.next()) {
        while (asks && !out->can_push()) continue;
        out->push(Bytes(data).subspan(piece->offset, piece->length));
      }
      out->finish();
      most = counting.most();
      started_twice = counting.was_started_twice();
    });
    INFO(pace << (asks ? ", asking" : ""));
    CHECK(most <= 3);
    if (!asks) CHECK(most == 3);
    CHECK_FALSE(started_twice);
  }
}

TEST_CASE("nothing relies on buffering") {
  check_every_strategy(GENERATE(2, 5), 3, [](Transport& transport, const auto& body) {
    network::Unbuffered unbuffered(transport);
    body(unbuffered);
  });
}

TEST_CASE("every route x cut x pace delivers, on a network that does the worst it may") {
  // Of many ranks one order of completion holds many of few ranks.
  const auto [size, seeds] = GENERATE(
      std::pair{1, 1u}, std::pair{2, 2u}, std::pair{3, 2u}, std::pair{5, 1u}, std::pair{8, 1u});
  for (unsigned seed = 1; seed <= seeds; ++seed)
    check_every_strategy(size, seed, [](Transport& network, const auto& body) { body(network); });
}

TEST_CASE(
    "every route x cut x pace delivers through the emulator, which changes the order of what "
    "overlaps") {
  const network::NetworkModel model{{2e-6, 1e-7, 1e9}, {{0, 1, {20e-6, 2e-7, 1e8}}}};
  check_every_strategy(5, 3, [&](Transport& network, const auto& body) {
    network::Emulator emulator(network, model);
    body(emulator);
  });
}

TEST_CASE("every route x cut x pace delivers through the bounded receiver") {
  check_every_strategy(5, 4, [&](Transport& network, const auto& body) {
    network::BoundedReceiver bounded(network, {}, {});
    body(bounded);
  });
}
