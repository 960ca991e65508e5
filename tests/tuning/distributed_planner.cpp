// "auto": the same choice on every rank, right data, and books of what was chosen.
#include <cmath>

#include "comm/messenger.h"
#include "comm/mpi_transport.h"
#include "core/error.h"
#include "support/catch.h"
#include "tuning/measure_link.h"
#include "tuning/strategies.h"

using namespace febem;
using namespace febem::comm;

namespace {

/// Whether this rank has the value that rank 0 has. Collective.
bool same_as_first(Transport& transport, double value) {
  double first = value;
  Messenger(transport, make_strategy({})).broadcast(first, 0);
  return first == value;
}

double code(const StrategyNames& names) {
  double sum = 0;
  for (const char c : names.route + "/" + names.cut + "/" + names.pace) sum = 31 * sum + c;
  return std::fmod(sum, 1e15);
}

}  // namespace

TEST_CASE("the measured link is the same on every rank and does not shrink with the length") {
  MpiTransport transport(mpi::Communicator::world());
  const auto link = tuning::measure_link(transport, 0.1);
  for (const std::size_t bytes : {0, 1000, 100000, 10000000}) CHECK(same_as_first(transport, link.delivery(bytes)));
  CHECK(link.delivery(10000000) >= link.delivery(0));
}

TEST_CASE("every rank chooses the same, and what is transferred arrives") {
  MpiTransport transport(mpi::Communicator::world());
  tuning::Strategies strategies(transport);
  for (const StrategyNames& names : {StrategyNames{"auto", "auto", "auto"}, StrategyNames{"binomial", "auto", "auto"},
                                     StrategyNames{"native", "auto", "auto"}, StrategyNames{"auto", "4KiB", "ack"}}) {
    const auto strategy = strategies.find(names);
    const Messenger messenger(transport, strategy);
    for (const std::size_t length : {0, 1, 100, 5000, 70000}) {
      std::vector<core::Complex> values(length, core::Complex(transport.rank() == 0 ? 3 : 0));
      messenger.broadcast(std::span(values), 0);
      CHECK(values == std::vector<core::Complex>(length, core::Complex(3)));
      messenger.start_broadcast(std::span(values), transport.size() - 1)->finish();
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

TEST_CASE("the axes that are not auto stay") {
  MpiTransport transport(mpi::Communicator::world());
  tuning::Strategies strategies(transport);
  const Messenger messenger(transport, strategies.find({"chain", "auto", "ack"}));
  std::vector<core::Complex> values(10000);
  messenger.broadcast(std::span(values), 0);
  for (const auto& choice : strategies.choices()) {
    CHECK(choice.strategy.route == "chain");
    CHECK(choice.strategy.pace == "ack");
  }
}

TEST_CASE("a strategy that cannot be used here is refused on every rank, and again") {
  MpiTransport transport(mpi::Communicator::world());
  if (transport.size() == 1 || transport.refusal(Ability::partitioned).empty()) return;
  tuning::Strategies strategies(transport);
  for (int again = 0; again < 2; ++again)
    CHECK_THROWS_AS(strategies.find({"star", "whole", "partitioned"}), core::InputError);
}
