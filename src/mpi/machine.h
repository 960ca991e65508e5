// Which ranks run on the same machine.
#pragma once

namespace febem::mpi {

/// Not negative, and the same on all ranks of one machine, also where the library takes them for several: in containers or
/// network namespaces. Two machines may share it by chance. All ranks of a simulator are on the machine that simulates.
int machine_number();

/// Whether on any machine the ranks of the run outnumber the cores that they may run on; false under a simulator. The same on every rank.
/// Collective over all processes.
bool ranks_outnumber_cores();

}  // namespace febem::mpi
