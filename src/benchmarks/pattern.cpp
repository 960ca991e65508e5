#include "benchmarks/pattern.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "mpi/communicator.h"

namespace febem::benchmarks {

#define FEBEM_LIST "benchmarks/patterns/list.inc"
#define FEBEM_ENTRY Pattern
#define FEBEM_ENTRIES patterns
#define FEBEM_OBJECT(NAME) NAME##_pattern
#include "core/plugins.inc"

Buffers::Buffers(std::size_t longest, BufferKind kind) : kind_(kind) {
  constexpr long usual_cache = 32 << 20;  // where the system does not tell
  const auto cache =
      static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), usual_cache));
  for (auto* pages : {&out_, &in_})
    pages->resize(kind == BufferKind::warm ? longest : std::max(2 * longest, 2 * cache));
}

Buffers::Pair Buffers::next(std::size_t bytes) {
  if (kind_ == BufferKind::fresh) {
    at_ += (bytes + page - 1) / page * page;
    if (at_ + bytes > out_.size()) at_ = 0;
  }
  return {std::span(out_).subspan(at_, bytes), std::span(in_).subspan(at_, bytes)};
}

double half_round_trip(const Exchange& exchange, int other, bool serves, std::size_t repetitions) {
  const auto by_messages = [&, &messages = exchange.messages](const Buffers::Pair& with) {
    if (other < 0) return;
    if (serves) messages.send(comm::Bytes(with.out), other);
    messages.receive(with.in, other);
    if (!serves) messages.send(comm::Bytes(with.out), other);
  };
  const auto bare = [&](const Buffers::Pair& with) {
    if (other >= 0) mpi::round_trip(*exchange.bare, other, serves, with.out, with.in);
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
