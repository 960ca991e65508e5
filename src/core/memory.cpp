#include "core/memory.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <new>

#include "core/error.h"
#include "core/text.h"
#include "core/text_table.h"

#ifdef __GLIBC__
extern "C" int malloc_trim(std::size_t) noexcept;  // as in malloc.h, which the compiler of SimGrid
                                                   // cannot read: its malloc is a macro
#endif

namespace febem::core {
namespace {

/// The bytes in a line "NAME: 123 kB"; unknown_memory without it.
std::uint64_t bytes_in(const char* path, const std::string& wanted) {
  std::ifstream file(path);
  for (std::string name, rest; file >> name && std::getline(file, rest);)
    if (name == wanted + ":") return std::strtoull(rest.c_str(), nullptr, 10) * 1024;
  return unknown_memory;
}

std::string size_text(double bytes) { return with_prefix(bytes, "B"); }

constexpr auto process_status = "/proc/self/status";

/// A limit by `ulimit`.
struct ResourceLimit {
  decltype(RLIMIT_AS) resource;
  const char *name, *option;
  const char* held;  ///< the line of process_status that counts against it
};
constexpr std::array resource_limits{
    ResourceLimit{RLIMIT_AS, "the address space is", "-v", "VmSize"},
    ResourceLimit{RLIMIT_DATA, "the data of a process are", "-d", "VmData"}};

/// Infinite without a limit.
double bytes_of(const ResourceLimit& limit) {
  rlimit set{};
  const bool is_set = getrlimit(limit.resource, &set) == 0 && set.rlim_cur != RLIM_INFINITY;
  return is_set ? static_cast<double>(set.rlim_cur) : std::numeric_limits<double>::infinity();
}

std::string text_of(const ResourceLimit& limit, double bytes) {
  return text(limit.name, " limited to ", size_text(bytes), " (ulimit ", limit.option, " ",
      number(bytes / 1024, "%.0f"), ")");
}

MemoryLimit least_limit() {
  const auto machine = machine_limit(), process = process_limit();
  return process.bytes < machine.bytes ? process : machine;
}

/// The limit that an allocation failed by. The process never had more than VmPeak, so the
/// allocation was larger than VmPeak leaves of the limit.
std::string failed_allocation() {
  constexpr double worth_telling = 1e6;
  const auto& limit = *std::min_element(resource_limits.begin(), resource_limits.end(),
      [](const auto& a, const auto& b) { return bytes_of(a) < bytes_of(b); });
  const double set = bytes_of(limit);
  const std::string failed = "not enough memory: an allocation ";
  if (!std::isfinite(set)) return failed + "failed; " + machine_limit().text;
  const double left = set - static_cast<double>(bytes_in(process_status, "VmPeak"));
  return failed + (left > worth_telling ? "of more than " + size_text(left) + " " : "") +
         "failed; " + text_of(limit, set);
}

}  // namespace

std::uint64_t available_memory() {
  return std::min(bytes_in("/proc/meminfo", "MemAvailable"), control_group_limit(file_text).left);
}

std::uint64_t available_shared_memory() {
  struct statvfs shared {};
  if (statvfs("/dev/shm", &shared) != 0) return unknown_memory;
  return static_cast<std::uint64_t>(shared.f_bavail) * shared.f_frsize;
}

double peak_memory() {
  if (const auto bytes = bytes_in(process_status, "VmHWM"); bytes != unknown_memory)
    return static_cast<double>(bytes);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

MemoryLimit machine_limit() {
  const auto pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  const double there =
      pages > 0 && page > 0 ? static_cast<double>(pages) * static_cast<double>(page) : 1e15;
  const auto group = control_group_limit(file_text);
  const auto of_group = static_cast<double>(group.bytes);
  if (!(of_group < there)) return {there, "this machine has " + size_text(there)};
  return {of_group, "the control group may have " + size_text(of_group) + " (" + group.file + ")"};
}

MemoryLimit process_limit() {
  MemoryLimit least;
  const auto resident = bytes_in(process_status, "VmRSS");
  for (const auto& limit : resource_limits) {
    const double set = bytes_of(limit);
    if (!std::isfinite(set)) continue;
    const auto held = bytes_in(process_status, limit.held);
    const double unused =
        held == unknown_memory || held < resident ? 0 : static_cast<double>(held - resident);
    if (const double rest = std::max(0.0, set - unused); rest < least.bytes)
      least = {rest,
          text_of(limit, set) + ", of which " + size_text(unused) + " are reserved and not used"};
  }
  return least;
}

void require_memory(double bytes, const std::string& what, double together) {
  const auto limit = least_limit();
  if (bytes <= limit.bytes) return;
  std::string text = what + " would take " + size_text(bytes) + " of memory; " + limit.text;
  if (together > 0 && std::isfinite(together) && limit.bytes > 0)
    text += "; " + number(std::ceil(together / limit.bytes), "%.0f") +
            " ranks with as much each would do";
  throw InputError(text);
}

void return_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

std::string message_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? failed_allocation()
                                                                : error.what();
}

}  // namespace febem::core
