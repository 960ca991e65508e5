// What lies between the program and the MPI library, as asked for on the command line: an emulated network, a bounded
// receive buffer, a trace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mpi/pause.h"
#include "network/network_model.h"

namespace CLI {
class App;
}

namespace febem::network {

struct Options {
  std::optional<mpi::Wait> wait;  ///< for messages; if not given, as suits the nodes
  std::optional<double> stall_limit;  ///< s after which a run in which no rank gets on is ended
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

/// Adds the options to a command; `options` must outlive the parsing. It may be shared by commands, of which only one is
/// ever given.
void add_options(CLI::App& command, Options& options);

}  // namespace febem::network
