// What is wrong with the user's input: where it is, how it is said, and how all ranks end for it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace febem::comm {
class Messenger;
}

namespace febem::cli {

/// A key in a case file, or an option on the command line (line 0).
struct Place {
  std::string file;
  int line = 0;
  std::string key;
};

/// Throws core::InputError "FILE:LINE: key 'KEY': TEXT", or "FILE: option 'KEY': TEXT" without a line.
[[noreturn]] inline void fail_at(const Place& place, const std::string& text) {
  const auto where = place.line == 0 ? ": option '" : ":" + std::to_string(place.line) + ": key '";
  throw core::InputError(place.file + where + place.key + "': " + text);
}

/// One line "minifebem: TEXT" on stderr, whatever the text holds: it may quote what the user wrote.
void complain(std::string_view text);

/// Input validated on the master: then all ranks go on, or all end. Runs `inspect` on the master and hands the texts it returns to every
/// rank. If it throws core::InputError, the master alone prints the line on stderr and every rank gets nothing: the run ends with status
/// 2. Collective; nothing but such broadcasts has been sent before.
std::optional<std::vector<std::string>> validate_on_root(const comm::Messenger& messages, const std::function<std::vector<std::string>()>& inspect);

/// Runs `inspect`, which finds the same on every rank. If it throws core::InputError, the rank that `prints` says so and all get false:
/// the run ends with status 2.
bool validate_everywhere(bool prints, const std::function<void()>& inspect);

}  // namespace febem::cli
