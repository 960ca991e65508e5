// mpirun -n 2 layer_overhead [ROUNDS]: what the message layer adds to bare MPI calls.
//
// One ping-pong between ranks 0 and 1 through bare MPI_Send/MPI_Recv, through the transport, which
// is those calls behind an interface, through the layer (a messenger over the transport, as `bench`
// times it), and through the layer with a ledger in between, as `solve` uses it: the ledger reads
// the clock twice a call. In every round each of them is timed once, in random order, for the speed
// of shared memory drifts; a column is the median over the rounds of half the round trip, and what
// a way adds to bare calls is the median of the differences within a round.
#include <cstdio>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "bench/mpi_program.h"
#include "benchmarks/sampler.h"
#include "comm/ledger.h"
#include "comm/messenger.h"
#include "mpi/communicator.h"
#include "timing/statistics.h"

namespace {

using namespace febem;

/// Names of the ways, in their order.
const std::vector<const char*> ways{"bare MPI", "transport", "layer", "with ledger"};

void print_line(std::size_t bytes, const std::vector<std::vector<benchmarks::Sample>>& samples) {
  const auto bare = benchmarks::slowest(samples.front());
  const double median = timing::summarise(bare).median;
  std::printf("%9zu %12.3f", bytes, 1e6 * median);
  for (std::size_t way = 1; way < samples.size(); ++way) {
    auto added = benchmarks::slowest(samples[way]);
    for (std::size_t round = 0; round < added.size(); ++round) added[round] -= bare[round];
    const auto summary = timing::summarise(added);
    std::printf(" %9.3f (%6.3f..%6.3f) %6.2f", 1e6 * summary.median, 1e6 * summary.lower_quartile,
        1e6 * summary.upper_quartile, 100 * summary.median / median);
  }
  std::printf("\n");
  std::fflush(stdout);
}

int run(int rounds, comm::Transport& transport) {
  const bool first = transport.rank() == 0;
  const int other = 1 - transport.rank();
  if (transport.size() != 2) {
    if (first) std::fprintf(stderr, "layer_overhead: needs 2 ranks, has %d\n", transport.size());
    return 2;
  }
  const auto world = mpi::Communicator::world();
  comm::Ledger ledger(transport);
  const comm::Messenger messages(transport, comm::make_strategy(comm::strategy_set("bulk"))),
      counted(ledger, comm::make_strategy(comm::strategy_set("bulk")));
  if (first) {
    std::printf(
        "%s\nhalf a round trip, us; %d rounds; what is added to bare calls, us (quartiles) and "
        "%%\n%9s %12s",
        mpi::library_version().c_str(), rounds, "bytes", ways.front());
    for (std::size_t way = 1; way < ways.size(); ++way) std::printf(" %33s", ways[way]);
    std::printf("\n");
  }
  const benchmarks::SamplePlan all_rounds{rounds, std::numeric_limits<double>::infinity(), 1};
  for (std::size_t bytes = 1; bytes <= std::size_t{4} << 20; bytes *= 4) {
    std::vector<std::byte> out(bytes), in(bytes);
    const auto exchange = [&](auto&& send, auto&& receive) {
      if (first) send();
      receive();
      if (!first) send();
    };
    const auto by_messenger = [&](const comm::Messenger& messenger) {
      exchange([&] { messenger.send(std::span<const std::byte>(out), other); },
          [&] { messenger.receive(std::span(in), other); });
    };
    const std::vector<std::function<void()>> trips{
        [&] { mpi::round_trip(world, other, first, out, in); },
        [&] {
          exchange([&] { transport.perform(comm::Message::send(out, other)); },
              [&] { transport.perform(comm::Message::receive(in, other)); });
        },
        [&] { by_messenger(messages); }, [&] { by_messenger(counted); }};
    std::vector<benchmarks::Point> points;
    for (std::size_t way = 0; way < ways.size(); ++way)
      points.push_back(
          {ways[way], [&, way](std::size_t repetitions) {
             return benchmarks::mean_seconds(
                        repetitions, false, [&] { transport.synchronise(); }, trips[way]) /
                    2;
           }});
    const auto samples = benchmarks::take_samples(points, all_rounds, messages, {});
    if (first) print_line(bytes, samples);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 50;
  CLI::App command("What the message layer adds to bare MPI calls.", "layer_overhead");
  command.add_option("rounds", rounds, "how often each way is timed")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  return bench::run_mpi_program(
      argc, argv, command, [&](auto& transport) { return run(rounds, transport); });
}
