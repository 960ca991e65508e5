#include "core/memory.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "core/error.h"

namespace febem::core {
namespace {

/// The first number in a file, such as the limit of a control group; unknown_memory for "max" and without the file.
std::uint64_t number_in(const char* path) {
  std::uint64_t value = unknown_memory;
  std::ifstream file(path);
  return file >> value ? value : unknown_memory;
}

constexpr auto control_group_limit = "/sys/fs/cgroup/memory.max";

std::uint64_t left_in_control_group() {
  const auto most = number_in(control_group_limit), used = number_in("/sys/fs/cgroup/memory.current");
  if (most == unknown_memory || used == unknown_memory) return unknown_memory;
  return most > used ? most - used : 0;
}

std::uint64_t left_on_machine() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  std::uint64_t kib = 0;
  while (file >> name >> kib && std::getline(file, unit))
    if (name == "MemAvailable:") return kib * 1024;
  return unknown_memory;
}

std::string size_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  char text[40];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[unit]);
  return text;
}

}  // namespace

std::uint64_t available_memory() { return std::min(left_on_machine(), left_in_control_group()); }

std::uint64_t available_shared_memory() {
  struct statvfs shared{};
  if (statvfs("/dev/shm", &shared) != 0) return unknown_memory;
  return static_cast<std::uint64_t>(shared.f_bavail) * shared.f_frsize;
}

double physical_memory() {
  const auto pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  const double there = pages > 0 && page > 0 ? static_cast<double>(pages) * static_cast<double>(page) : 1e15;
  return std::min(there, static_cast<double>(number_in(control_group_limit)));
}

void require_memory(double bytes, const std::string& what, double together) {
  const double there = physical_memory();
  if (bytes <= there) return;
  std::string text = what + " would take " + size_text(bytes) + " of memory; this machine has " + size_text(there);
  if (together > 0 && std::isfinite(together)) {
    char ranks[40];
    std::snprintf(ranks, sizeof ranks, "%.0f", std::ceil(together / there));
    text += "; " + std::string(ranks) + " ranks with as much each would do";
  }
  throw InputError(text);
}

}  // namespace febem::core
