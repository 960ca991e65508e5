#include "mpi/round_trip.h"

#include "mpi/check.h"

namespace febem::mpi {
namespace {

constexpr int tag = 1;

void send(const Communicator& communicator, int other, std::span<const std::byte> out) {
  const auto length = static_cast<int>(out.size());
  check(MPI_Send(out.data(), length, MPI_BYTE, other, tag, communicator.handle()), "MPI_Send");
}

}  // namespace

void round_trip(const Communicator& communicator, int other, bool serves, std::span<const std::byte> out,
                std::span<std::byte> in) {
  if (serves) send(communicator, other, out);
  check(MPI_Recv(in.data(), static_cast<int>(in.size()), MPI_BYTE, other, tag, communicator.handle(),
                 MPI_STATUS_IGNORE),
        "MPI_Recv");
  if (!serves) send(communicator, other, out);
}

}  // namespace febem::mpi
