#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_neighbour_exchange(Probe& probe) {
  const int size = probe.size(), periodic = 1;
  MPI_Comm ring;
  mpi::check(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring), "MPI_Cart_create");
  std::vector<int> out(200), in(200, -1);
  for (int i = 0; i < 100; ++i) {
    out[static_cast<std::size_t>(i)] = 1000 * probe.rank() + i;         // to the left
    out[static_cast<std::size_t>(100 + i)] = -1000 * probe.rank() - i;  // to the right
  }
  probe.step("MPI_Neighbor_alltoall on a periodic ring");
  mpi::check(MPI_Neighbor_alltoall(out.data(), 100, MPI_INT, in.data(), 100, MPI_INT, ring), "MPI_Neighbor_alltoall");
  const int left = (probe.rank() + size - 1) % size, right = (probe.rank() + 1) % size;
  for (int i = 0; i < 100; ++i) {
    probe.expect_equal(in[static_cast<std::size_t>(i)], -1000 * left - i, "from the left, element " + std::to_string(i));
    probe.expect_equal(in[static_cast<std::size_t>(100 + i)], 1000 * right + i,
                       "from the right, element " + std::to_string(i));
  }
  mpi::check(MPI_Comm_free(&ring), "MPI_Comm_free");
}

}  // namespace

extern const Case neighbour_exchange_case{
    .name = "neighbour_exchange",
    .ranks = 3,
    .takes_more = true,
    .help = "an exchange with both neighbours on a ring, also where they are one process",
    .standard =
        "neighbours of a Cartesian topology are taken in order of dimension, negative direction first (MPI 3.1, 7.6)",
    .run = run_neighbour_exchange};

}  // namespace febem::check
