// Collective operations of the message layer.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

// broadcast: the master's message to all, as the stages send the factor and the pivot rows.
extern const Pattern broadcast_pattern{.name = "broadcast",
    .help = "rank 0's message to all ranks",
    .time = "until the slowest rank is done, by the clock of that rank",
    .repetition = "a broadcast",
    .barrier = Barrier::repetition,
    .routed = true,
    .messages = [](int ranks) -> core::Count { return ranks - 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          return seconds_of(exchange, repetitions,
              [&](const Buffers::Pair& with) { exchange.messages.broadcast(with.out, 0); });
        }};

// reduce: the sum of all ranks' complex numbers on the master, as pivot panels are summed.
extern const Pattern reduce_pattern{.name = "reduce",
    .help = "global sum of complex numbers of all ranks on rank 0",
    .time = "until the slowest rank is done, additions included, by the clock of that rank",
    .repetition = "a global sum",
    .barrier = Barrier::repetition,
    .routed = true,
    .element = sizeof(core::Complex),
    .messages = [](int ranks) -> core::Count { return ranks - 1; },
    .seconds =
        [](const Exchange& exchange, std::size_t repetitions) {
          return seconds_of(exchange, repetitions, [&](const Buffers::Pair& with) {
            exchange.messages.sum(std::span(reinterpret_cast<core::Complex*>(with.out.data()),
                                      with.out.size() / sizeof(core::Complex)),
                0);
          });
        }};

}  // namespace febem::benchmarks
