// The limits that control groups of Linux set on the memory of this process.
#pragma once

#include <cstdint>
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

}  // namespace febem::core
