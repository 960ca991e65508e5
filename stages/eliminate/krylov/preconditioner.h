// What stands at the right of the matrix where stage 4 iterates.
#pragma once

#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {

/// M^{-1}, near A^{-1}.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Own entries of M^{-1} x from own entries of x. Collective.
  virtual Vector apply(const Vector& own) = 0;
};

}  // namespace febem::eliminate
