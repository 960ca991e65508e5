// "auto" chooses well: by prediction as well as an exhaustive search, for every class of lengths.
#include <bit>

#include "comm/mpi_transport.h"
#include "support/catch.h"
#include "tuning/planner.h"

using namespace febem::comm;
using tuning::Planner;

namespace {

const std::vector<Operation> operations{
    Operation::broadcast, Operation::ibroadcast, Operation::sum};
/// So slow that trials would take too long, with a start-up of 0.1 s: short messages want few, long
/// ones a pipeline.
const LinkCost slow_link({{0, 0.1, 1e-7}}, 0.05);

double seconds(const Strategy& strategy, Operation operation, std::size_t bytes, int ranks,
    const LinkCost& link) {
  const TransferShape shape{bytes, sizeof(core::Complex), ranks};
  return strategy.route->seconds(operation, shape, strategy.cut, *strategy.pace, link);
}

core::Count messages(const Strategy& strategy, Operation operation, std::size_t bytes, int ranks) {
  const TransferShape shape{bytes, sizeof(core::Complex), ranks};
  return strategy.route->traffic(operation, shape, strategy.cut, *strategy.pace).messages;
}

}  // namespace

TEST_CASE("panels in a row, each of the next rank, gain more by a chain than by a tree") {
  const auto gain = [](std::string_view route, std::size_t bytes) {
    const auto strategy = make_strategy({std::string(route), "whole", "blocking"});
    return seconds(strategy, Operation::broadcast, bytes, 16, slow_link) /
           seconds(strategy, Operation::ibroadcast, bytes, 16, slow_link);
  };
  for (const std::size_t bytes : {std::size_t{1} << 10, std::size_t{1} << 24}) {
    CHECK(gain("chain", bytes) > 2);
    CHECK(gain("chain", bytes) <= 4);
    CHECK(gain("binomial", bytes) < 1.7);
  }
}

TEST_CASE(
    "by prediction auto is as good as the best of all, for every length, and never much dearer in "
    "messages",
    "[several]") {
  MpiTransport transport(mpi::Communicator::world());
  const int ranks = transport.size();
  if (ranks == 1) return;
  Planner planner(transport, {"auto", "auto", "auto"}, slow_link);
  const auto all = tuning::repertoire(transport, {"auto", "auto", "auto"});
  for (const auto operation : operations)
    for (const std::size_t bytes :
        {16u, 64u, 65u, 1000u, 4096u, 4097u, 70000u, 1u << 20, (1u << 20) + 1, 1u << 24}) {
      const auto& chosen = planner.choose(operation, bytes);
      const std::size_t longest = std::max<std::size_t>(std::bit_ceil(bytes), 64);  // of its class
      double least = 1e300;
      for (const auto& strategy : all)
        least = std::fmin(least, seconds(strategy, operation, longest, ranks, slow_link));
      const double predicted = seconds(chosen, operation, longest, ranks, slow_link);
      INFO(name(operation) << " of " << bytes << ": " << chosen.names.route << " x "
                           << chosen.names.cut << " x " << chosen.names.pace);
      CHECK(predicted <= 1.05 * least);
      for (const auto& strategy : all)
        if (seconds(strategy, operation, longest, ranks, slow_link) <= least)
          CHECK(messages(chosen, operation, longest, ranks) <=
                messages(strategy, operation, longest, ranks));
    }
}
