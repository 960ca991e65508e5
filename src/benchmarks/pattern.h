// The patterns of messages that can be timed, by name. A new one: one file in patterns/ with its Pattern, one
// line in patterns/list.inc.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "benchmarks/command.h"
#include "comm/messenger.h"
#include "core/types.h"
#include "mpi/communicator.h"
#include "mpi/environment.h"

namespace febem::benchmarks {

/// What a pattern has to work with.
struct Exchange {
  const comm::Messenger& messages;
  comm::Transport& transport;  ///< for the barrier
  Barrier barrier;
  const mpi::Communicator* bare;  ///< send by it with bare MPI calls; null: by `messages`
  comm::MutableBytes out, in;     ///< a message each, apart from each other, at the start of a page, zeros

  int rank() const { return messages.rank(); }
  int ranks() const { return messages.size(); }
};

struct Pattern {
  std::string_view name;
  std::string_view help;
  std::string_view time;        ///< what is timed, by whose clock
  std::string_view repetition;  ///< what is done once for each repetition
  Barrier barrier;              ///< where it is unless asked for elsewhere
  bool routed;                  ///< whether the route makes a difference
  bool bare;                    ///< whether it can also be done with bare MPI calls, for comparison
  std::size_t element;          ///< bytes; the length of a message is a multiple
  /// Messages whose length over the time is the rate.
  core::Count (*messages)(int ranks);
  /// Does it so many times and returns the time of one of them, s, by the clock of this rank; 0 on a rank
  /// whose clock does not count. Collective.
  double (*seconds)(const Exchange& exchange, std::size_t repetitions);
};

/// All patterns, in the order of the list.
std::span<const Pattern> patterns();

/// Time of `transfer`, s, by the clock of this rank. Collective, for the barrier. `meet` is called between a barrier and the clock.
template <class F, class Meet>
double seconds_of(const Exchange& exchange, std::size_t repetitions, F&& transfer, Meet&& meet) {
  double seconds = 0;
  const bool apart = exchange.barrier == Barrier::repetition;
  const std::size_t blocks = apart ? repetitions : 1, length = apart ? 1 : repetitions;
  for (std::size_t block = 0; block < blocks; ++block) {
    exchange.transport.synchronise();
    meet();
    const double start = mpi::wall_time();
    for (std::size_t i = 0; i < length; ++i) transfer();
    seconds += mpi::wall_time() - start;
  }
  return seconds / static_cast<double>(repetitions);
}

template <class F>
double seconds_of(const Exchange& exchange, std::size_t repetitions, F&& transfer) {
  return seconds_of(exchange, repetitions, transfer, [] {});
}

/// Half a round trip between this rank and `other` (-1: none, this rank has only the barrier), by the clock
/// of the rank that `serves`; 0 on others.
double half_round_trip(const Exchange& exchange, int other, bool serves, std::size_t repetitions);

}  // namespace febem::benchmarks
