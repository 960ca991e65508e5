// Errors in the user's input: their place, their message, and how all ranks end the run together.
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

/// Throws core::InputError "FILE:LINE: key 'KEY': TEXT", or "FILE: option 'KEY': TEXT" without a
/// line.
[[noreturn]] inline void fail_at(const Place& place, const std::string& text) {
  auto where = place.file + ":";
  if (place.line > 0) where += std::to_string(place.line) + ":";
  throw core::InputError(
      where + (place.line > 0 ? " key '" : " option '") + place.key + "': " + text);
}

/// Prints "minifebem: TEXT" as one line on stderr. The text may quote the user's input, so that it
/// may hold any characters.
void complain(std::string_view text);

/// Validates input on the master, so that either all ranks continue or all end. Runs `inspect` on
/// the master, and broadcasts the texts that it returns to every rank. If `inspect` throws
/// core::InputError, the master prints the line on stderr and every rank gets nothing: the run ends
/// with status 2. Collective. Only such broadcasts may have been sent before.
std::optional<std::vector<std::string>> validate_on_root(
    const comm::Messenger& messages, const std::function<std::vector<std::string>()>& inspect);

/// Validates input on the master as above, without texts for the other ranks. False on every rank
/// if `inspect` throws core::InputError there.
bool check_on_root(const comm::Messenger& messages, const std::function<void()>& inspect);

/// Runs `inspect`, which must have the same result on every rank. If it throws core::InputError,
/// the rank that `prints` prints the message and all ranks get false: the run ends with status 2.
bool validate_everywhere(bool prints, const std::function<void()>& inspect);

}  // namespace febem::cli
