// Exceptions: one for wrong input, one for a run that fails. A numerical outcome (singular pivot,
// growth) is a result, never an exception.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace febem::core {

/// The parts of a message in one text: text("row ", 3, " of ", 7). Real numbers get six digits.
std::string text(const auto&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// The user's input is wrong: one line naming file, key and value. Exit status 2. Throw before the
/// first collective.
class InputError : public std::runtime_error {
 public:
  /// The message is the text of its parts.
  explicit InputError(const auto&... parts) : std::runtime_error(text(parts...)) {}
};

/// The run cannot continue: a full disk, a failing library, a broken network. Exit status 1.
class RunError : public std::runtime_error {
 public:
  explicit RunError(const auto&... parts) : std::runtime_error(text(parts...)) {}
};

}  // namespace febem::core
