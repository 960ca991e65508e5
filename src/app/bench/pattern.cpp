#include "app/bench/pattern.h"

namespace febem::app::bench {

#define FEBEM_PATTERN(NAME) extern const Pattern NAME##_pattern;
#include "app/bench/pattern_list.inc"
#undef FEBEM_PATTERN

std::vector<Pattern> patterns() {
  return {
#define FEBEM_PATTERN(NAME) NAME##_pattern,
#include "app/bench/pattern_list.inc"
#undef FEBEM_PATTERN
  };
}

double half_round_trip(const Exchange& exchange, int other, bool serves, std::size_t repetitions) {
  const auto& messages = exchange.messages;
  const comm::Bytes out = exchange.out;
  const double seconds = seconds_of(exchange, repetitions, [&] {
    if (other < 0) return;
    if (serves) messages.send(out, other);
    messages.receive(exchange.in, other);
    if (!serves) messages.send(out, other);
  });
  return serves ? seconds / 2 : 0;
}

}  // namespace febem::app::bench
