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

/// A key in a case file, or an option (line 0).
struct Place {
  std::string file;
  int line = 0;
  std::string key;
};

/// Throws core::InputError "FILE:LINE: key 'KEY': TEXT", without a line "FILE: option 'KEY': TEXT".
[[noreturn]] inline void fail_at(const Place& place, const std::string& text) {
  auto where = place.file + ":";
  if (place.line > 0) where += std::to_string(place.line) + ":";
  throw core::InputError(
      where + (place.line > 0 ? " key '" : " option '") + place.key + "': " + text);
}

/// Runs `work` and adds the place of its input to the message of a core::InputError.
template <class F>
auto located(const Place& place, F&& work) {
  try {
    return work();
  } catch (const core::InputError& error) {
    fail_at(place, error.what());
  }
}

/// Prints "minifebem: TEXT" as one line on stderr, made safe to print.
void complain(std::string_view text);

/// Validates input on the master. Runs `inspect` there, and broadcasts the texts that it returns.
/// If it throws core::InputError, the master prints the line and every rank gets nothing: the run
/// ends with status 2. Collective. Only such broadcasts may have been sent before.
std::optional<std::vector<std::string>> validate_on_root(
    const comm::Messenger& messages, const std::function<std::vector<std::string>()>& inspect);

/// Validates as validate_on_root(), without texts: whether all ranks go on.
bool check_on_root(const comm::Messenger& messages, const std::function<void()>& inspect);

/// Runs `inspect`, with the same result on every rank: false if it throws core::InputError, after a
/// message of the rank that `prints`.
bool validate_everywhere(bool prints, const std::function<void()>& inspect);

}  // namespace febem::cli
