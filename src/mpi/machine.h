// Which ranks run on the same machine.
#pragma once

namespace febem::mpi {

/// Not negative, and the same on all ranks of one machine, also where the library takes them for several: in containers or
/// network namespaces. Two machines may share it by chance. All ranks of a simulator are on the machine that simulates.
int machine_number();

}  // namespace febem::mpi
