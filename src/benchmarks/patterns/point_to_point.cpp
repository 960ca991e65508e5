// Messages between two ranks each.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

// pingpong: one message there and one back, as in the benchmark of that name everywhere.
extern const Pattern pingpong_pattern{.name = "pingpong",
    .help = "one message between rank 0 and the last rank and back; the other ranks wait",
    .time = "half a round trip, by the clock of rank 0",
    .repetition = "a round trip",
    .barrier = Barrier::sample,
    .bare = true,
    .messages = [](int) -> core::Count { return 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          const int last = exchange.ranks() - 1;
          const bool serves = exchange.rank() == 0;
          const int other = serves ? last : exchange.rank() == last ? 0 : -1;
          return half_round_trip(exchange, other, serves, repetitions);
        }};

// multi: ping-pong of many pairs at once, which shows what they have to share.
extern const Pattern multi_pattern{.name = "multi",
    .help =
        "pingpong of all pairs i, i + P/2 at once; with an odd number of ranks P the last waits",
    .time = "half a round trip, by the clock of the slowest pair",
    .repetition = "a round trip of every pair",
    .barrier = Barrier::sample,
    .bare = true,
    .messages = [](int ranks) -> core::Count { return ranks / 2; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          const int pairs = exchange.ranks() / 2, rank = exchange.rank();
          const bool serves = rank < pairs;
          const int other = serves ? rank + pairs : rank < 2 * pairs ? rank - pairs : -1;
          return half_round_trip(exchange, other, serves, repetitions);
        }};

// incast: everybody sends to the master at once, which receives in the order of the ranks: what a
// gather does, but into memory that is there already.
extern const Pattern incast_pattern{.name = "incast",
    .help = "all ranks send to rank 0 at once, which receives them in turn",
    .time = "until the slowest rank is done, by the clock of that rank",
    .repetition = "a message from every rank but 0",
    .barrier = Barrier::repetition,
    .messages = [](int ranks) -> core::Count { return ranks - 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          return seconds_of(exchange, repetitions, [&](const Buffers::Pair& with) {
            if (exchange.rank() != 0) return exchange.messages.send(comm::Bytes(with.out), 0);
            for (int source = 1; source < exchange.ranks(); ++source)
              exchange.messages.receive(with.in, source);
          });
        }};

}  // namespace febem::benchmarks
