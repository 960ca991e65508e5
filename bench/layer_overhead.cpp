// mpirun -n 2 layer_overhead [ROUNDS]: what the message layer adds to bare MPI calls.
//
// One ping-pong between ranks 0 and 1 through bare MPI_Send/MPI_Recv, through the transport, which is those
// calls behind an interface, through the layer (a messenger over the transport, as `bench` times it), and
// through the layer with a ledger in between, as `solve` uses it: the ledger reads the clock twice a call. In
// every round each of them is timed once, in random order, for the speed of shared memory drifts; a column is
// the median over the rounds of half the round trip, and what a way adds to bare calls is the median of the
// differences within a round.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "comm/ledger.h"
#include "comm/messenger.h"
#include "comm/mpi_transport.h"
#include "mpi/check.h"
#include "mpi/environment.h"
#include "timing/statistics.h"

namespace {

using namespace febem;
using comm::Bytes, comm::MutableBytes;

/// One way to send a message to the other rank and to receive one from it.
struct Way {
  const char* name;
  std::function<void(Bytes)> send;
  std::function<void(MutableBytes)> receive;
};

Way bare(MPI_Comm handle, int other) {
  return {"bare MPI", [=](Bytes data) { mpi::check(MPI_Send(data.data(), static_cast<int>(data.size()), MPI_BYTE, other, 1, handle), "MPI_Send"); },
          [=](MutableBytes data) {
            mpi::check(MPI_Recv(data.data(), static_cast<int>(data.size()), MPI_BYTE, other, 1, handle, MPI_STATUS_IGNORE), "MPI_Recv");
          }};
}

Way through(const char* name, comm::Transport& transport, int other) {
  return {name, [&transport, other](Bytes data) { transport.perform(comm::Message::send(data, other)); },
          [&transport, other](MutableBytes data) { transport.perform(comm::Message::receive(data, other)); }};
}

Way through(const char* name, const comm::Messenger& messages, int other) {
  return {name, [&messages, other](Bytes data) { messages.send(data, other); },
          [&messages, other](MutableBytes data) { messages.receive(data, other); }};
}

/// Half a round trip, s, the mean of `count`.
double ping_pong(const Way& way, bool first, Bytes out, MutableBytes in, int count) {
  const double start = mpi::wall_time();
  for (int i = 0; i < count; ++i) {
    if (first) way.send(out);
    way.receive(in);
    if (!first) way.send(out);
  }
  return (mpi::wall_time() - start) / (2.0 * count);
}

/// As many round trips as fit into about two milliseconds on a fast machine, never fewer than four.
int round_trips(std::size_t bytes) { return std::max(4, static_cast<int>(2e-3 / (1e-6 + static_cast<double>(bytes) / 4e9))); }

/// Seconds of each way in each round, on rank 0; both ranks take the same order from the same
/// `random`.
std::vector<std::vector<double>> measure(const std::vector<Way>& ways, bool first, std::size_t bytes, int rounds, std::mt19937& random,
                                         comm::Transport& transport) {
  std::vector<std::byte> out(bytes), in(bytes);
  std::vector<std::vector<double>> seconds(ways.size());
  std::vector<std::size_t> order(ways.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const auto i : order) {
      transport.synchronise();
      ping_pong(ways[i], first, out, in, 1 + round_trips(bytes) / 10);
      seconds[i].push_back(ping_pong(ways[i], first, out, in, round_trips(bytes)));
    }
  }
  return seconds;
}

void print_line(std::size_t bytes, const std::vector<std::vector<double>>& seconds) {
  std::printf("%9zu", bytes);
  const double bare = timing::summarise(seconds.front()).median;
  std::printf(" %12.3f", 1e6 * bare);
  for (std::size_t way = 1; way < seconds.size(); ++way) {
    auto added = seconds[way];
    for (std::size_t i = 0; i < added.size(); ++i) added[i] -= seconds.front()[i];
    const auto summary = timing::summarise(added);
    std::printf(" %9.3f (%6.3f..%6.3f) %6.2f", 1e6 * summary.median, 1e6 * summary.lower_quartile, 1e6 * summary.upper_quartile,
                100 * summary.median / bare);
  }
  std::printf("\n");
  std::fflush(stdout);
}

int run(int rounds) {
  const auto world = mpi::Communicator::world();
  if (world.size() != 2) {
    if (world.rank() == 0) std::fprintf(stderr, "layer_overhead: needs 2 ranks, has %d\n", world.size());
    return 2;
  }
  comm::MpiTransport transport(mpi::Communicator::world());
  comm::Ledger ledger(transport);
  const comm::Messenger messages(transport, comm::make_strategy({})), counted(ledger, comm::make_strategy({}));
  const bool first = world.rank() == 0;
  const int other = 1 - world.rank();
  const std::vector<Way> ways{bare(world.handle(), other), through("transport", transport, other), through("layer", messages, other),
                              through("with ledger", counted, other)};
  if (first) {
    std::printf("%s\nhalf a round trip, us; %d rounds; what is added to bare calls, us (quartiles) and %%\n%9s %12s", mpi::library_version().c_str(),
                rounds, "bytes", ways.front().name);
    for (std::size_t way = 1; way < ways.size(); ++way) std::printf(" %33s", ways[way].name);
    std::printf("\n");
  }
  std::mt19937 random(1);
  for (std::size_t bytes = 1; bytes <= std::size_t{4} << 20; bytes *= 4) {
    const auto seconds = measure(ways, first, bytes, rounds, random, transport);
    if (first) print_line(bytes, seconds);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const mpi::Environment environment(&argc, &argv);
  return run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 50);
}
