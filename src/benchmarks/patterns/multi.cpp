// multi: ping-pong of many pairs at once, which shows what they have to share.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

extern const Pattern multi_pattern{
    .name = "multi",
    .help = "pingpong of all pairs i, i + P/2 at once; with an odd number of ranks P the last waits",
    .time = "half a round trip, by the clock of the slowest pair",
    .repetition = "a round trip of every pair",
    .barrier = Barrier::sample,
    .routed = false,
    .bare = true,
    .element = 1,
    .messages = [](int ranks) -> core::Count { return ranks / 2; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          const int pairs = exchange.ranks() / 2, rank = exchange.rank();
          const bool serves = rank < pairs;
          const int other = serves ? rank + pairs : rank < 2 * pairs ? rank - pairs : -1;
          return half_round_trip(exchange, other, serves, repetitions);
        }};

}  // namespace febem::benchmarks
