// Where in the user's input something is wrong.
#pragma once

#include <string>

#include "core/error.h"

namespace febem::cli {

/// A key in a case file, or an option on the command line (line 0).
struct Place {
  std::string file;
  int line = 0;
  std::string key;
};

/// "FILE:LINE: key 'KEY': TEXT", or "FILE: option 'KEY': TEXT" without a line.
inline std::string message_at(const Place& place, const std::string& text) {
  if (place.line == 0) return place.file + ": option '" + place.key + "': " + text;
  return place.file + ":" + std::to_string(place.line) + ": key '" + place.key + "': " + text;
}

[[noreturn]] inline void fail_at(const Place& place, const std::string& text) {
  throw core::InputError(message_at(place, text));
}

}  // namespace febem::cli
