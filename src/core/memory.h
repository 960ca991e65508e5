// The memory that this process may have, and a check before large allocations.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <string>

namespace febem::core {

inline constexpr std::uint64_t unknown_memory = std::numeric_limits<std::uint64_t>::max();

using FileText = std::function<std::string(const std::string& path)>;

struct ControlGroupLimit {
  /// Least of the process's group and of the groups around it.
  std::uint64_t bytes = unknown_memory;
  std::uint64_t left = unknown_memory;  ///< least that one of these groups has left
  std::string file;                     ///< file of the least limit; empty without one
};

/// The limit by /proc/self/cgroup, /proc/self/mountinfo and the files of the groups, of versions 1
/// and 2, all by `read`. Unknown without a limit or without control groups.
ControlGroupLimit control_group_limit(const FileText& read);

/// Bytes that processes on this machine can still have without swapping, by /proc/meminfo and the
/// control group. unknown_memory on systems other than Linux.
std::uint64_t available_memory();
/// Bytes that processes can share: the free space of /dev/shm. unknown_memory without it.
std::uint64_t available_shared_memory();

/// Largest resident set of this process since it runs its program, bytes. Where only getrusage
/// tells, that of the process which started it counts too.
double peak_memory();

struct MemoryLimit {
  double bytes = std::numeric_limits<double>::infinity();
  std::string text;  ///< what sets the limit: "this machine has 25.3 GB"; empty without one
};

/// The memory that all processes on this machine may hold together: physical memory, or less by the
/// control group. A petabyte if the system does not tell.
MemoryLimit machine_limit();

/// The memory that this process may hold by `ulimit -v` and `ulimit -d`, without memory that
/// libraries reserve and do not use: it compares with a resident size.
MemoryLimit process_limit();

/// Throws InputError "WHAT would take 1.2 TB of memory; this machine has ..." if `bytes` exceeds a
/// limit or is NaN. With `together`, the bytes of all ranks, the message says how many ranks would
/// do.
void require_memory(double bytes, const std::string& what, double together = 0);

/// Gives freed memory back to the system, as far as the C library does so (glibc).
void return_free_memory();

/// The message of an exception. For std::bad_alloc it says what limits memory, and how much was
/// wanted at least if that is known.
std::string message_of(const std::exception& error);

}  // namespace febem::core
