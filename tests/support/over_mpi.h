// The transport among all ranks, and the sum of what they sent.
#pragma once

#include <mpi.h>

#include "comm/mpi_transport.h"
#include "core/metrics.h"

namespace febem::test {

inline comm::MpiTransport over_mpi(std::optional<mpi::Wait> wait = {}) {
  return comm::MpiTransport(mpi::Communicator::world(), wait);
}

/// The sum over all ranks. Collective.
inline core::Traffic all_ranks(const core::Traffic& mine) {
  long long values[2] = {mine.messages, mine.bytes}, total[2] = {};
  MPI_Allreduce(values, total, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  return {total[0], total[1]};
}

}  // namespace febem::test
