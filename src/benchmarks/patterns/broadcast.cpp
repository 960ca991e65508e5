// broadcast: the master's message to all, as the stages send the factor and the pivot rows.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

extern const Pattern broadcast_pattern{
    .name = "broadcast",
    .help = "rank 0's message to all ranks",
    .time = "until the slowest rank is done, by the clock of that rank",
    .repetition = "a broadcast",
    .barrier = Barrier::repetition,
    .routed = true,
    .bare = false,
    .element = 1,
    .messages = [](int ranks) -> core::Count { return ranks - 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          return seconds_of(exchange, repetitions, [&] { exchange.messages.broadcast(exchange.out, 0); });
        }};

}  // namespace febem::benchmarks
