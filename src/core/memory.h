// How much memory this process may have, what limits it, and a check before large allocations.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <string>

namespace febem::core {

inline constexpr std::uint64_t unknown_memory = std::numeric_limits<std::uint64_t>::max();

/// The text of a file; empty if it cannot be read.
using FileText = std::function<std::string(const std::string& path)>;

struct ControlGroupLimit {
  std::uint64_t bytes = unknown_memory;  ///< the least limit of the process's group and of all groups around it
  std::uint64_t left = unknown_memory;   ///< the least that one of these groups has left, bytes
  std::string file;                      ///< that holds the least limit; empty without one
};

/// The limit by /proc/self/cgroup and /proc/self/mountinfo, which `read` is asked for like the groups' own files; groups of version 1 and 2.
/// Without a limit, and where there are no control groups, bytes and left are unknown_memory.
ControlGroupLimit control_group_limit(const FileText& read);

/// Bytes that processes on this machine can still have without swapping, as Linux tells (/proc/meminfo, the limits of the
/// control group); unknown_memory elsewhere.
std::uint64_t available_memory();
/// Bytes of available memory that processes can share: what is left in /dev/shm; unknown_memory if there is none.
std::uint64_t available_shared_memory();

struct MemoryLimit {
  double bytes = std::numeric_limits<double>::infinity();
  std::string text;  ///< what sets the limit, as the end of a message: "this machine has 25.3 GB"; empty without a limit
};

/// What all processes here may hold together: the physical memory of this machine (a petabyte where the system does not say), or what the
/// control group may have, if that is less.
MemoryLimit machine_limit();

/// What this process may hold by its limits on address space and data (`ulimit -v`, `ulimit -d`). Memory that it has and does not use, as
/// libraries reserve it, counts against these limits and is taken off: the bytes compare with a resident size.
MemoryLimit process_limit();

/// Throws InputError "WHAT would take 1.2 TB of memory; this machine has ..." if `bytes` are more than one of the two limits; also if not a
/// number. `together`: what all ranks would take, shared out among however many there are: then it says how many would do, each with a
/// limit like this one.
void require_memory(double bytes, const std::string& what, double together = 0);

/// What to tell of an exception: its text; of std::bad_alloc that memory is short, how much was wanted at least if that can be told, and
/// what limits it.
std::string message_of(const std::exception& error);

}  // namespace febem::core
