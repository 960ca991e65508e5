// The trace of all ranks as one file that ui.perfetto.dev and chrome://tracing open.
#pragma once

#include <cstdint>
#include <filesystem>

#include "network/trace.h"

namespace febem::network {

/// Gathers the logs of all ranks on rank 0, which writes them whole: a process for each rank with its sections, transfers
/// and calls, an arrow from the send of each message to its receive, and a counter of the bytes in flight to each rank.
/// `transport` is one that is not traced. Where ranks ran out of room, messages that lack one of their ends are left out,
/// and a mark in the file says where. Returns how many events the ranks left out, on rank 0 and 0 elsewhere. Collective.
/// Throws core::RunError if the file cannot be written.
std::uint64_t write_trace(const std::filesystem::path& file, TraceLog log, comm::Transport& transport);

}  // namespace febem::network
