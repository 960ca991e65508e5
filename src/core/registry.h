// Plug-ins by name, for selection, help, conformance tests and documentation.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text.h"

namespace febem::core {

/// Every registered entry has at least `name` and `help`.
template <class Entry>
std::vector<std::string> names(std::span<const Entry> entries) {
  std::vector<std::string> result;
  for (const auto& entry : entries) result.emplace_back(entry.name);
  return result;
}

/// The entry called `name`. Throws InputError with its kind `what` ("route") and the nearest name.
template <class Entry>
const Entry& find(std::span<const Entry> entries, std::string_view name, std::string_view what) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  if (found != entries.end()) return *found;
  throw InputError("unknown " + std::string(what) + " '" + std::string(name) + "'" +
                   suggestion(name, names(entries)));
}

}  // namespace febem::core
