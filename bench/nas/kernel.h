// What the kernels have in common: their classes of problems, and what is said of a run.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "mpi/communicator.h"
#include "mpi/pass_time.h"

namespace febem::nas {

enum class Class { s, w, a };

/// A figure that the benchmark prescribes.
struct Check {
  std::string what;
  double value;
  double expected;
  double tolerance;  ///< relative

  /// Relative.
  double error() const { return std::abs(value - expected) / std::abs(expected); }
  /// False for NaN.
  bool holds() const { return error() <= tolerance; }
};

struct Result {
  double seconds = 0;     ///< of the slowest rank
  double operations = 0;  ///< as the benchmark counts them, of all ranks together
  std::vector<Check> checks;
};

/// The ranks of a run, and how fast they are taken to be.
struct Machine {
  const mpi::Communicator& ranks;
  double rate = 0;  ///< operations a second and rank; 0: as fast as they are
  double owed = 0;  ///< seconds too short to be waited for yet

  /// Lets the time of a rank's own operations pass, where a rate is given: under a simulator what is computed
  /// takes none.
  void charge(double operations) {
    if (rate > 0) owed += operations / rate;
    if (owed > mpi::shortest_time) mpi::pass_time(std::exchange(owed, 0.0));
  }
};

/// The sum of a number over all ranks. Collective.
double sum(const mpi::Communicator& ranks, double value);
/// The largest. Collective.
double largest(const mpi::Communicator& ranks, double value);

}  // namespace febem::nas
