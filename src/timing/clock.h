// Time spent in a scope.
#pragma once

#include "mpi/environment.h"

namespace febem::timing {

/// Adds the seconds from construction to destruction to a counter, which must outlive it.
class Clock {
 public:
  explicit Clock(double& seconds) : seconds_(&seconds), start_(mpi::wall_time()) {}
  ~Clock() { *seconds_ += mpi::wall_time() - start_; }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  double* seconds_;
  double start_;
};

}  // namespace febem::timing
