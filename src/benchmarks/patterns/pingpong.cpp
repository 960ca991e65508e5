// pingpong: one message there and one back, as in the benchmark of that name everywhere.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

extern const Pattern pingpong_pattern{
    .name = "pingpong",
    .help = "one message between rank 0 and the last rank and back; the other ranks wait",
    .time = "half a round trip, by the clock of rank 0",
    .repetition = "a round trip",
    .barrier = Barrier::sample,
    .routed = false,
    .bare = true,
    .element = 1,
    .messages = [](int) -> core::Count { return 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          const int last = exchange.ranks() - 1;
          const bool serves = exchange.rank() == 0;
          const int other = serves ? last : exchange.rank() == last ? 0 : -1;
          return half_round_trip(exchange, other, serves, repetitions);
        }};

}  // namespace febem::benchmarks
