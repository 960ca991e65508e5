// A ping-pong by bare MPI calls, with which the message layer is compared.
#pragma once

#include <cstddef>
#include <span>

#include "mpi/communicator.h"

namespace febem::mpi {

/// One MPI_Send and one MPI_Recv on each of two ranks: the one that `serves` sends `out` first. Lengths, at most
/// largest_message, must match at the other end.
void round_trip(const Communicator& communicator, int other, bool serves, std::span<const std::byte> out,
                std::span<std::byte> in);

}  // namespace febem::mpi
