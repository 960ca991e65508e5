// The machine that ranks share, and what a rank does on it while it waits.
#pragma once

#include <optional>

namespace febem::mpi {

/// Not negative, and the same on all ranks of one machine, also where the library takes them for several: in containers or
/// network namespaces. Two machines may share it by chance. All ranks of a simulator are on the machine that simulates.
int machine_number();

/// Whether on any machine the ranks of the run outnumber the cores that they may run on; false under a simulator. The same on every rank.
/// Collective over all processes.
bool ranks_outnumber_cores();

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
