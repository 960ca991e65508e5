// Whether an exception destroys an object.
#pragma once

#include <exception>

namespace febem::core {

/// A member of an object whose destructor communicates. When an exception on one rank destroys the
/// object, the others may never come: the destructor leaves its work undone, and the run is
/// aborted.
class Unwinding {
 public:
  /// Whether an exception is in flight since construction.
  explicit operator bool() const { return std::uncaught_exceptions() > before_; }

 private:
  int before_ = std::uncaught_exceptions();
};

}  // namespace febem::core
