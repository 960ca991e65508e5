// incast: everybody sends to the master at once, which receives in the order of the ranks: what a gather
// does, but into memory that is there already.
#include "benchmarks/pattern.h"

namespace febem::benchmarks {

extern const Pattern incast_pattern{.name = "incast",
                                    .help = "all ranks send to rank 0 at once, which receives them in turn",
                                    .time = "until the slowest rank is done, by the clock of that rank",
                                    .repetition = "a message from every rank but 0",
                                    .barrier = Barrier::repetition,
                                    .routed = false,
                                    .bare = false,
                                    .element = 1,
                                    .messages = [](int ranks) -> core::Count { return ranks - 1; },
                                    .seconds =
                                        [](const Exchange& exchange, std::size_t repetitions) {
                                          return seconds_of(exchange, repetitions, [&] {
                                            if (exchange.rank() != 0)
                                              return exchange.messages.send(comm::Bytes(exchange.out), 0);
                                            for (int source = 1; source < exchange.ranks(); ++source)
                                              exchange.messages.receive(exchange.in, source);
                                          });
                                        }};

}  // namespace febem::benchmarks
