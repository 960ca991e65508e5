// The memory that this process may have, its limits, and a check before large allocations.
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
  std::uint64_t bytes =
      unknown_memory;  ///< smallest limit of the process's group and of all groups around it
  std::uint64_t left =
      unknown_memory;  ///< smallest number of bytes that one of these groups has left
  std::string file;    ///< file that holds the smallest limit; empty without a limit
};

/// The limit by /proc/self/cgroup, /proc/self/mountinfo and the files of the groups, all read by
/// `read`. Works with control groups of versions 1 and 2. Without a limit or without control
/// groups, `bytes` and `left` are unknown_memory.
ControlGroupLimit control_group_limit(const FileText& read);

/// Bytes that processes on this machine can still have without swapping, by /proc/meminfo and the
/// limits of the control group. unknown_memory on systems other than Linux.
std::uint64_t available_memory();
/// Bytes of available memory that processes can share: the free space of /dev/shm. unknown_memory
/// if there is no /dev/shm.
std::uint64_t available_shared_memory();

/// Largest resident set of this process since it runs its program, bytes. Where only getrusage
/// tells, that of the process which started it counts too.
double peak_memory();

struct MemoryLimit {
  double bytes = std::numeric_limits<double>::infinity();
  std::string text;  ///< what sets the limit, as the end of a message: "this machine has 25.3 GB";
                     ///< empty without a limit
};

/// The memory that all processes on this machine may hold together: its physical memory, or the
/// limit of the control group if that is less. If the system does not tell, it is a petabyte.
MemoryLimit machine_limit();

/// The memory that this process may hold by its limits on address space and data (`ulimit -v`,
/// `ulimit -d`). Memory that libraries reserve and do not use counts against these limits, and is
/// subtracted. So the result compares with a resident size.
MemoryLimit process_limit();

/// Throws InputError "WHAT would take 1.2 TB of memory; this machine has ..." if `bytes` exceeds
/// one of the two limits or is NaN. `together` is the memory that all ranks would take together. If
/// it is given, the message says how many ranks would do, each with a limit like this one.
void require_memory(double bytes, const std::string& what, double together = 0);

/// Gives memory that this process has freed back to the system, as far as the C library does so on
/// request (glibc).
void return_free_memory();

/// The message of an exception: its text. For std::bad_alloc the message says that memory is short,
/// how much was wanted at least if that is known, and what limits it.
std::string message_of(const std::exception& error);

}  // namespace febem::core
