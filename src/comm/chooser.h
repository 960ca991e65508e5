// A strategy chosen for each transfer.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/choice.h"

namespace febem::comm {

struct Strategy;

using core::Operation;

/// Chooses by what is transferred; the same choice on every rank. Not stateless: it keeps books of its choices.
class Chooser {
 public:
  virtual ~Chooser() = default;
  virtual const Strategy& choose(Operation operation, std::size_t bytes) = 0;
  /// What choose() would return, without counting it as chosen: for questions about cost.
  virtual const Strategy& would_choose(Operation operation, std::size_t bytes) const = 0;
  /// What follows belongs to this section of the run.
  virtual void enter(std::string_view section) = 0;
  /// The transfer chosen last took so long on this rank, waiting for others included; s.
  virtual void measured(double seconds) = 0;
};

}  // namespace febem::comm
