// The patterns of messages that can be timed, by name. A new pattern is one file in patterns/ with
// its Pattern, and one line in patterns/list.inc.
#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "benchmarks/sampler.h"
#include "core/types.h"
#include "mpi/communicator.h"

namespace febem::benchmarks {

/// Zeroed memory of messages, apart from each other, each at the start of a page, so that the speed
/// of copies does not depend on where it happens to lie.
class Buffers {
 public:
  /// For messages of at most `longest` bytes. Fresh: each of the two parts is twice the last cache.
  Buffers(std::size_t longest, BufferKind kind);

  struct Pair {
    comm::MutableBytes out, in;
  };
  /// For the next repetition, `bytes` each.
  Pair next(std::size_t bytes);

 private:
  static constexpr std::size_t page = 4096;
  using Pages = std::vector<std::byte, boost::alignment::aligned_allocator<std::byte, page>>;

  BufferKind kind_;
  std::size_t at_ = 0;
  Pages out_, in_;
};

/// What a pattern works with.
struct Exchange {
  const comm::Messenger& messages;
  comm::Transport& transport;  ///< for the barrier
  Barrier barrier;
  const mpi::Communicator*
      bare;  ///< if not null, send over it by bare MPI calls, and not by `messages`
  Buffers& buffers;
  std::size_t bytes;  ///< of a message

  int rank() const { return messages.rank(); }
  int ranks() const { return messages.size(); }
};

struct Pattern {
  std::string_view name;
  std::string_view help;
  std::string_view time;        ///< what is timed, and by which rank's clock
  std::string_view repetition;  ///< what one repetition is
  Barrier barrier;              ///< default place of the barrier
  bool routed = false;          ///< whether the route makes a difference
  bool bare = false;            ///< whether it can also be done with bare MPI calls, for comparison
  std::size_t element = 1;      ///< bytes; the length of a message is a multiple of it
  /// Number of messages that count for the rate: their length over the time.
  core::Count (*messages)(int ranks);
  /// Repeats the pattern and returns the time of one repetition, s, by the clock of this rank.
  /// Returns 0 on a rank whose clock does not count. Collective.
  double (*seconds)(const Exchange& exchange, std::size_t repetitions);
};

/// All patterns, in the order of the list.
std::span<const Pattern> patterns();

/// The time of one `transfer`(Buffers::Pair), s, by the clock of this rank. Collective, because of
/// the barrier. `meet` is called between a barrier and the start of the clock.
template <class F, class Meet>
double seconds_of(const Exchange& exchange, std::size_t repetitions, F&& transfer, Meet&& meet) {
  const auto synchronise = [&] {
    exchange.transport.synchronise();
    meet();
  };
  return mean_seconds(repetitions, exchange.barrier == Barrier::repetition, synchronise,
      [&] { transfer(exchange.buffers.next(exchange.bytes)); });
}

template <class F>
double seconds_of(const Exchange& exchange, std::size_t repetitions, F&& transfer) {
  return seconds_of(exchange, repetitions, transfer, [] {});
}

/// The time of half a round trip between this rank and `other`, s, by the clock of the rank that
/// `serves`; 0 on other ranks. With `other` -1 this rank only takes part in the barrier.
double half_round_trip(const Exchange& exchange, int other, bool serves, std::size_t repetitions);

}  // namespace febem::benchmarks
