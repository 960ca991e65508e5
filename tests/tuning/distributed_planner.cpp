// "auto": the same choice on every rank, right data, and counters of what was chosen.

#include "comm/decorator.h"
#include "comm/messenger.h"
#include "comm/mpi_transport.h"
#include "core/error.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "support/catch.h"
#include "tuning/measure_link.h"
#include "tuning/predictor.h"
#include "tuning/strategies.h"

using namespace febem::comm;

namespace {

/// Whether this rank has the value that rank 0 has. Collective.
bool same_as_first(Transport& transport, double value) {
  double first = value;
  Messenger(transport, make_strategy({})).broadcast(first, 0);
  return first == value;
}

/// A library before MPI 4.0, whichever this is.
class WithoutPartitions final : public Decorator {
 public:
  using Decorator::Decorator;
  std::string unsupported_reason(Capability capability) override {
    return capability == Capability::partitioned ? "no partitions"
                                                 : Decorator::unsupported_reason(capability);
  }
};

double code(const StrategyNames& names) {
  double sum = 0;
  for (const char c : names.route + "/" + names.cut + "/" + names.pace) sum = 31 * sum + c;
  return std::fmod(sum, 1e15);
}

/// A route that transfers nothing, in no time, and says that it takes so many messages.
class Counted : public Route {
 public:
  Counted(core::Count of_broadcast, core::Count of_sum)
      : of_broadcast_(of_broadcast), of_sum_(of_sum) {}
  void broadcast(const TransferContext&, Buffer, std::size_t, int) const override {}
  void sum(const TransferContext&, std::span<double>, std::size_t, int) const override {}
  Traffic traffic(
      Operation operation, const TransferShape&, const Cut&, const Pace&) const override {
    return {operation == Operation::sum ? of_sum_ : of_broadcast_, 0};
  }
  double seconds(
      Operation, const TransferShape&, const Cut&, const Pace&, const LinkCost&) const override {
    return 0;
  }

 private:
  core::Count of_broadcast_, of_sum_;
};

/// A route that refuses to say what it takes.
class WithoutPrice final : public Counted {
 public:
  WithoutPrice() : Counted(0, 0) {}
  double seconds(Operation operation, const TransferShape&, const Cut&, const Pace&,
      const LinkCost&) const override {
    if (operation != Operation::sum) throw core::InputError("no price");
    return 0;
  }
};

Strategy by(std::shared_ptr<const Route> route) {
  auto strategy = make_strategy({});
  strategy.route = std::move(route);
  return strategy;
}

/// All that a planner counts.
double counted(const std::vector<tuning::Choice>& choices) {
  double sum = static_cast<double>(choices.size());
  for (const auto& choice : choices)
    sum += static_cast<double>(choice.transfers) + choice.measured_seconds;
  return sum;
}

}  // namespace

TEST_CASE("a question which strategy is chosen changes nothing of what auto counts", "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  if (transport.size() == 1) return;
  tuning::Strategies strategies(transport);
  const auto strategy = strategies.find({"auto", "auto", "auto"});
  const Messenger messenger(transport, strategy);
  std::vector<core::Complex> values(1000);
  messenger.broadcast(std::span(values), 0);
  const double before = counted(strategies.choices());
  strategy.chooser->choose(Operation::broadcast, std::size_t{1} << 20);
  CHECK(counted(strategies.choices()) == before);
  messenger.broadcast(std::span(values), 0);
  messenger.ibroadcast(std::span(values), 0)->finish();
  core::Count transfers = 0;
  for (const auto& choice : strategies.choices()) transfers += choice.transfers;
  CHECK(transfers == 3);
}

TEST_CASE("what a prediction refuses on the first rank is refused on every rank", "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  if (transport.size() == 1) return;
  CHECK_THROWS_WITH(tuning::Planner(transport, {by(std::make_shared<WithoutPrice>())},
                        LinkCost({{0, 1e-6, 1e-9}}, 1e-7)),
      "no price");
  CHECK(same_as_first(transport, 1));
}

TEST_CASE(
    "of strategies as fast as each other the one with the fewest messages of that operation comes "
    "first",
    "[several]") {
  const std::vector<Strategy> strategies{
      by(std::make_shared<Counted>(9, 1)), by(std::make_shared<Counted>(1, 9))};
  const tuning::Predictor predictor(strategies, LinkCost({{0, 1e-6, 1e-9}}, 1e-7), 2);
  CHECK(predictor.ranking(Operation::broadcast, 1000).front().strategy == 1);
  CHECK(predictor.ranking(Operation::ibroadcast, 1000).front().strategy == 1);
  CHECK(predictor.ranking(Operation::sum, 1000).front().strategy == 0);
}

TEST_CASE("the measured link is the same on every rank and does not shrink with the length") {
  MpiTransport transport(mpi::Communicator::world());
  const auto link = tuning::measure_link(transport, 0.1);
  for (const std::size_t bytes : {0, 1000, 100000, 10000000})
    CHECK(same_as_first(transport, link.delivery(bytes)));
  CHECK(link.delivery(10000000) >= link.delivery(0));
  for (std::size_t bytes = 1; bytes < std::size_t{1} << 30; bytes *= 2)
    CHECK(same_as_first(transport, link.is_eager(bytes)));
}

TEST_CASE("where each send waits for its receiver, no message is eager", "[several]") {
  MpiTransport wire(mpi::Communicator::world());
  if (wire.size() == 1) return;
  network::Unbuffered transport(wire);
  CHECK_FALSE(tuning::measure_link(transport, 0.1).is_eager(1));
}

TEST_CASE(
    "the measured link is that of the network: one way, not there and back", "[several][real]") {
  MpiTransport wire(mpi::Communicator::world());
  if (wire.size() == 1) return;
  constexpr double latency =
      40e-3;  // s, far above what a busy machine adds to the fastest of a few
  network::Emulator network(wire, {{latency, 0, infinity}, {}});
  double delivery = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < 5 && delivery > 1.3 * latency; ++repeat)
    delivery = std::min(delivery, tuning::measure_link(network, 2).delivery(0));
  CHECK(delivery > 0.9 * latency);
  CHECK(delivery < 1.5 * latency);
}

TEST_CASE("the measured link pays for bytes as the network does", "[several][real]") {
  MpiTransport wire(mpi::Communicator::world());
  if (wire.size() == 1) return;
  network::Emulator network(wire, {{0, 0, 10e6}, {}});
  // 1 s on an idle machine. Times of a busy one bend the line, but no start-up takes so long.
  CHECK(tuning::measure_link(network, 1).delivery(10'000'000) > 0.2);
}

TEST_CASE("every rank chooses the same, and what is transferred arrives") {
  MpiTransport transport(mpi::Communicator::world());
  tuning::Strategies strategies(transport);
  for (const StrategyNames& names :
      {StrategyNames{"auto", "auto", "auto"}, StrategyNames{"binomial", "auto", "auto"},
          StrategyNames{"native", "auto", "auto"}, StrategyNames{"auto", "4KiB", "ack"}}) {
    const auto strategy = strategies.find(names);
    const Messenger messenger(transport, strategy);
    for (const std::size_t length : {0, 1, 100, 5000, 70000}) {
      std::vector<core::Complex> values(length, core::Complex(transport.rank() == 0 ? 3 : 0));
      messenger.broadcast(std::span(values), 0);
      CHECK(values == std::vector<core::Complex>(length, core::Complex(3)));
      messenger.ibroadcast(std::span(values), transport.size() - 1)->finish();
      messenger.sum(std::span(values), transport.size() - 1);
      if (transport.rank() == transport.size() - 1)
        CHECK(values == std::vector<core::Complex>(length, core::Complex(3.0 * transport.size())));
    }
  }
  core::Count transfers = 0;
  for (const auto& choice : strategies.choices()) {
    CHECK(same_as_first(transport, code(choice.strategy)));
    transfers += choice.transfers;
  }
  CHECK(transfers == (transport.size() > 1 ? 4 * 5 * 3 : 0));
}

TEST_CASE("the axes that are not auto stay", "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  tuning::Strategies strategies(transport);
  const Messenger messenger(transport, strategies.find({"chain", "auto", "ack"}));
  std::vector<core::Complex> values(10000);
  messenger.broadcast(std::span(values), 0);
  REQUIRE_FALSE(strategies.choices().empty());
  for (const auto& choice : strategies.choices()) {
    CHECK(choice.strategy.route == "chain");
    CHECK(choice.strategy.pace == "ack");
  }
}

TEST_CASE("a strategy that cannot be used here is refused on every rank, and again", "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  WithoutPartitions poor(transport);
  tuning::Strategies strategies(poor);
  for (int again = 0; again < 2; ++again)
    CHECK_THROWS_AS(strategies.find({"star", "whole", "partitioned"}), core::InputError);
}
