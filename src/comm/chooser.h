// Selection of a strategy for each transfer.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/choice.h"

namespace febem::comm {

struct Strategy;

using core::Operation;

/// Selects by operation and length; the same on every rank. Counts and times what it chose.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// The strategy for a transfer of so many bytes that begins now. Valid as long as the chooser.
  virtual const Strategy& choose(Operation operation, std::size_t bytes) = 0;
  /// What choose() would return, without counting it as chosen: for predictions of traffic.
  virtual const Strategy& would_choose(Operation operation, std::size_t bytes) const = 0;
  /// What is chosen from here on belongs to this section of the run.
  virtual void enter(std::string_view section) = 0;
  /// The transfer chosen last took so many seconds on this rank, waiting for other ranks included.
  virtual void measured(double seconds) = 0;
};

}  // namespace febem::comm
