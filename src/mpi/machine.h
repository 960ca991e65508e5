// The machine that ranks share, and what a rank does while it waits.
#pragma once

#include <optional>

namespace febem::mpi {

/// A number, not negative, that is equal on all ranks of one machine, even in containers or network
/// namespaces, which the MPI library takes for several machines. Two machines may have the same
/// number by chance. All ranks of a simulator are on the machine that simulates.
int machine_number();

/// Whether on any machine the ranks of the run outnumber the cores that they may run on; false
/// under a simulator. The same on every rank. Collective over all processes.
bool ranks_outnumber_cores();

/// How a rank waits. spin: lowest latency, uses the whole core. yield: gives the core to other
/// ranks between two tests.
enum class Wait { spin, yield };

/// The pause between two tests of a rank that waits. The rank yields its core. After it has waited
/// for 5 ms, it also sleeps for 0.1 ms, which then hardly matters. Use one object for each wait.
/// Simulated ranks only yield: their time passes in calls of MPI.
class Pause {
 public:
  void operator()();

 private:
  std::optional<double> since_;  ///< time of the first pause, s
};

}  // namespace febem::mpi
