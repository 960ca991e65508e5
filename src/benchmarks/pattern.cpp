#include "benchmarks/pattern.h"

#include <array>

#include "mpi/communicator.h"

namespace febem::benchmarks {

#define FEBEM_LIST "benchmarks/patterns/list.inc"
#define FEBEM_ENTRY Pattern
#define FEBEM_ENTRIES patterns
#define FEBEM_OBJECT(NAME) NAME##_pattern
#include "core/plugins.inc"

double half_round_trip(const Exchange& exchange, int other, bool serves, std::size_t repetitions) {
  const comm::Bytes out = exchange.out;
  const auto by_messages = [&, &messages = exchange.messages] {
    if (other < 0) return;
    if (serves) messages.send(out, other);
    messages.receive(exchange.in, other);
    if (!serves) messages.send(out, other);
  };
  const auto bare = [&] {
    if (other >= 0) mpi::round_trip(*exchange.bare, other, serves, out, exchange.in);
  };
  // Ranks leave a barrier one after the other: the first round trip would last until `other` has
  // left it.
  const auto meet = [&, &transport = exchange.transport] {
    if (other < 0) return;
    if (serves) transport.perform(comm::Message::send({}, other, comm::Purpose::meeting));
    transport.perform(comm::Message::receive({}, other, comm::Purpose::meeting));
    if (!serves) transport.perform(comm::Message::send({}, other, comm::Purpose::meeting));
  };
  const double seconds = exchange.bare != nullptr
                             ? seconds_of(exchange, repetitions, bare, meet)
                             : seconds_of(exchange, repetitions, by_messages, meet);
  return serves ? seconds / 2 : 0;
}

}  // namespace febem::benchmarks
