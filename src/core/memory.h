// How much memory there is left.
#pragma once

#include <cstdint>
#include <limits>

namespace febem::core {

inline constexpr std::uint64_t unknown_memory = std::numeric_limits<std::uint64_t>::max();

/// Bytes that processes on this machine can still have without swapping, as Linux tells (/proc/meminfo, the limits of the
/// control group); unknown_memory elsewhere.
std::uint64_t available_memory();
/// Of these, bytes that can be shared between processes: what is left in /dev/shm; unknown_memory if there is none.
std::uint64_t available_shared_memory();

}  // namespace febem::core
