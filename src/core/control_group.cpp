// /proc/self/cgroup has a line "ID:CONTROLLERS:GROUP" for each hierarchy of groups; version 2 has
// no controllers there and the ID 0. A line of /proc/self/mountinfo is "ID PARENT DEVICE ROOT POINT
// OPTIONS [FIELDS...] - TYPE SOURCE OPTIONS": the directory POINT shows the group ROOT and what
// lies below it. Within a control group namespace GROUP and ROOT count from the namespace's own
// root, and begin with "/.." for what lies above it.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <vector>

#include "core/memory.h"

namespace febem::core {
namespace {

namespace fs = std::filesystem;

/// One version of control groups: what its lines look like, and the files of a group.
struct GroupVersion {
  const char* mount_type;
  bool has_controllers;  ///< a hierarchy is for those it names only
  const char *limit, *usage;
};
constexpr std::array group_versions{
    GroupVersion{"cgroup", true, "memory.limit_in_bytes", "memory.usage_in_bytes"},
    GroupVersion{"cgroup2", false, "memory.max", "memory.current"}};

/// Version 1 has no word for "no limit" but the largest whole number of pages, some 2^63. No
/// machine has a thousandth of it.
constexpr std::uint64_t no_limit = std::uint64_t{1} << 60;

bool has_memory(const std::string& controllers) {
  return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

/// A path of mountinfo, which has \040 for a space, and so on.
std::string unescaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(digits, digits + 3, code, 8).ptr == digits + 3)
      result += static_cast<char>(code), i += 3;
    else
      result += text[i];
  }
  return result;
}

/// The group of the process that bounds its memory; empty without one.
std::string group_in(const std::string& cgroup, const GroupVersion& version) {
  std::istringstream lines(cgroup);
  for (std::string id, controllers, group; std::getline(lines, id, ':') &&
                                           std::getline(lines, controllers, ':') &&
                                           std::getline(lines, group);)
    if (version.has_controllers ? has_memory(controllers) : id == "0" && controllers.empty())
      return group;
  return {};
}

struct GroupMount {
  fs::path root, point;
};

std::vector<GroupMount> mounts_in(const std::string& mountinfo, const GroupVersion& version) {
  std::vector<GroupMount> mounts;
  std::istringstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    const auto separator = line.find(" - ");
    if (separator == std::string::npos) continue;
    std::istringstream first(line.substr(0, separator)), second(line.substr(separator + 3));
    std::string skipped, root, point, type, options;
    first >> skipped >> skipped >> skipped >> root >> point;
    second >> type >> skipped >> options;
    if (type == version.mount_type && (!version.has_controllers || has_memory(options)))
      mounts.push_back({unescaped(root), unescaped(point)});
  }
  return mounts;
}

/// The directories of the group and of the groups around it, from the outermost that a mount shows.
/// Where none shows the group, as a container's may not, the mount points alone: what they show is
/// the container's group, or one around it.
std::vector<fs::path> directories_of(
    const std::string& group, const std::vector<GroupMount>& mounts) {
  std::vector<fs::path> found, points;
  for (const auto& [root, point] : mounts) {
    points.push_back(point);
    const auto below = fs::path(group).lexically_relative(root);
    if (below.empty() || *below.begin() == "..") continue;
    fs::path directory = point;
    found.push_back(directory);
    for (const auto& name : below)
      if (name != ".") found.push_back(directory /= name);
  }
  return found.empty() ? points : found;
}

/// The number in a group's file; unknown_memory for "max", for what counts as no limit, and without
/// the file.
std::uint64_t number_in(const std::string& text) {
  std::uint64_t value = 0;
  const bool is_number =
      std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
  return is_number && value < no_limit ? value : unknown_memory;
}

}  // namespace

ControlGroupLimit control_group_limit(const FileText& read) {
  ControlGroupLimit least;
  const auto cgroup = read("/proc/self/cgroup"), mountinfo = read("/proc/self/mountinfo");
  for (const auto& version : group_versions) {
    const auto group = group_in(cgroup, version);
    if (group.empty()) continue;
    for (const auto& directory : directories_of(group, mounts_in(mountinfo, version))) {
      const auto file = (directory / version.limit).string();
      const auto limit = number_in(read(file)),
                 used = number_in(read((directory / version.usage).string()));
      if (limit == unknown_memory) continue;
      if (used != unknown_memory)
        least.left = std::min(least.left, limit > used ? limit - used : 0);
      if (limit < least.bytes) least.bytes = limit, least.file = file;
    }
  }
  return least;
}

}  // namespace febem::core
