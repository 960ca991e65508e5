// How much memory this machine has, and a check before large allocations.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace febem::core {

inline constexpr std::uint64_t unknown_memory = std::numeric_limits<std::uint64_t>::max();

/// Bytes that processes on this machine can still have without swapping, as Linux tells (/proc/meminfo, the limits of the
/// control group); unknown_memory elsewhere.
std::uint64_t available_memory();
/// Of these, bytes that can be shared between processes: what is left in /dev/shm; unknown_memory if there is none.
std::uint64_t available_shared_memory();

/// Bytes of physical memory of this machine, or of the control group if that may have less; a petabyte where the system does not say.
double physical_memory();

/// Throws InputError "WHAT would take 1.2 TB of memory; this machine has ..." if `bytes` are more than physical_memory(); also if not a
/// number. `together`: what all ranks would take, shared out among however many there are: then it says how many would do, each with a
/// machine like this one.
void require_memory(double bytes, const std::string& what, double together = 0);

}  // namespace febem::core
