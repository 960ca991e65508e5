// Exceptions: one for wrong input, one for a run that fails. A numerical outcome (singular pivot,
// growth) is a result, never an exception.
#pragma once

#include <stdexcept>
#include <string>

namespace febem::core {

/// The user's input is wrong: one line naming file, key and value. Exit status 2. Throw before the
/// first collective.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The run cannot continue: a full disk, a failing library, a broken network. Exit status 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace febem::core
