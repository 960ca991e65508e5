// A message there and back by bare MPI calls: what the message layer is compared with.
#pragma once

#include <cstddef>
#include <span>

#include "mpi/communicator.h"

namespace febem::mpi {

/// By MPI_Send and MPI_Recv, one of each. Between two ranks, of which one `serves`; both give the same
/// lengths, at most largest_message.
void round_trip(const Communicator& communicator, int other, bool serves, std::span<const std::byte> out,
                std::span<std::byte> in);

}  // namespace febem::mpi
