// What lies between the program and the MPI library, as asked for on the command line (an emulated
// network, a bounded receive buffer, a trace), and the decorators around the transport that do it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/results.h"
#include "mpi/machine.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "network/network_model.h"
#include "network/trace.h"
#include "network/watchdog.h"

namespace febem::network {

struct Options {
  std::optional<mpi::Wait> wait;  ///< for messages; if not given, as suits the nodes
  std::optional<double>
      stall_limit;  ///< s without progress of any rank after which the run is aborted
  std::optional<NetworkModel> emulated;
  std::optional<std::size_t> receive_buffer;  ///< bytes of each rank
  bool unbuffered = false;                    ///< every send waits for its receiver
  std::string trace;                          ///< file to write; empty: none
  std::size_t trace_events = 2'000'000;       ///< in it at most, of all ranks together
  bool outstanding = false;                   ///< count the bytes in flight to each rank
};

/// One-line summary of the emulated network and the limits on buffering; empty without either.
std::string describe(const Options& options);

/// Whether something is asked for that is of all ranks of a run together: not of a group of them.
bool needs_all_ranks(const Options& options);

/// Latency, overhead and bandwidth of a link, in words.
std::string describe(const Link& link);

/// Bare transport <- emulator <- watchdog <- unbuffered <- bounded receiver <- trace, each only if
/// asked for. Does not own the transport.
class Stack {
 public:
  /// Collective. Throws core::InputError, on every rank, if the options cannot be met here.
  Stack(comm::Transport& bare, const Options& options);

  comm::Transport& top() { return *top_; }
  /// The emulated network; null if none is.
  const NetworkModel* emulated() const { return emulator_ ? &emulator_->model() : nullptr; }
  /// Emulates another network from here on, if one is emulated at all. Collective, with no message
  /// in flight.
  void emulate(const NetworkModel& model);
  /// One line: the emulated network and the limits on buffering; empty without either.
  const std::string& description() const { return description_; }
  /// The emulated network and the receive buffer, for the report.
  io::NetworkFigures figures() const;
  /// The most bytes in flight to each rank, by section, since the last call; empty if they are not
  /// counted. Collective; the result is on rank 0.
  std::vector<HighWater> take_high_water();
  /// The most bytes in flight to one rank at one time in a section, since the last call; nothing if
  /// they are not counted. Collective; valid on rank 0.
  std::optional<core::Count> take_most_outstanding(std::string_view section);
  /// Ends the watch and writes the trace, if there are such; nothing is sent through the stack
  /// afterwards. Collective. Throws core::RunError if the trace cannot be written, or a rank does
  /// not come.
  void finish();

 private:
  comm::Transport* bare_;
  comm::Transport* top_;
  std::optional<Emulator> emulator_;
  std::optional<Watchdog> watchdog_;
  std::optional<Unbuffered> unbuffered_;
  std::optional<BoundedReceiver> receiver_;
  std::string description_;
  std::optional<std::size_t> receive_buffer_;
  std::optional<Trace> trace_;
  std::string trace_file_;
};

}  // namespace febem::network
