// What a rank does between two tests of what it waits for.
#pragma once

#include <optional>

namespace febem::mpi {

/// A rank that spins reacts soonest, and keeps its core from others; one that yields offers the core between two tests.
enum class Wait { spin, yield };

/// Between two tests of what a rank waits for: it yields its core and, having waited for 5 ms, to which another 0.1 ms hardly matters,
/// sleeps for so long. One object a wait. Simulated ranks only yield: their time passes in calls of MPI.
class Pause {
 public:
  void operator()();

 private:
  std::optional<double> since_;  ///< s, of the first pause
};

}  // namespace febem::mpi
