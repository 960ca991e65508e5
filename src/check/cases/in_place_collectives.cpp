#include <algorithm>

#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void all_reduce(Probe& probe) {
  std::vector<int> sum(1000, probe.rank() + 1);
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, sum.data(), 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  for (const int value : sum) probe.expect_equal(value, probe.size() * (probe.size() + 1) / 2, "MPI_Allreduce in place");
}

void gather(Probe& probe, int root) {
  const int each = 50;
  std::vector<int> all(static_cast<std::size_t>(each * probe.size()), -1);
  const auto mine = pattern(each, probe.rank());
  if (probe.rank() == root) {
    std::copy(mine.begin(), mine.end(), all.begin() + each * root);
    mpi::check(MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all.data(), each, MPI_INT, root, MPI_COMM_WORLD), "MPI_Gather");
    for (int rank = 0; rank < probe.size(); ++rank)
      expect_pattern(probe, {all.begin() + each * rank, all.begin() + each * (rank + 1)}, rank, "MPI_Gather in place");
  } else {
    mpi::check(MPI_Gather(mine.data(), each, MPI_INT, nullptr, 0, MPI_INT, root, MPI_COMM_WORLD), "MPI_Gather");
  }
}

void all_to_all(Probe& probe) {
  std::vector<int> values;
  for (int to = 0; to < probe.size(); ++to) values.push_back(100 * probe.rank() + to);
  mpi::check(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, values.data(), 1, MPI_INT, MPI_COMM_WORLD), "MPI_Alltoall");
  for (int from = 0; from < probe.size(); ++from)
    probe.expect_equal(values[static_cast<std::size_t>(from)], 100 * from + probe.rank(), "MPI_Alltoall in place");
}

void scan(Probe& probe) {
  int value = probe.rank() + 1;
  mpi::check(MPI_Scan(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
  probe.expect_equal(value, (probe.rank() + 1) * (probe.rank() + 2) / 2, "MPI_Scan in place");
}

void run_in_place_collectives(Probe& probe) {
  probe.step("MPI_Allreduce in place");
  all_reduce(probe);
  for (int root = 0; root < probe.size(); ++root) {
    probe.step("MPI_Gather in place at rank " + std::to_string(root));
    gather(probe, root);
  }
  probe.step("MPI_Alltoall in place");
  all_to_all(probe);
  probe.step("MPI_Scan in place");
  scan(probe);
}

}  // namespace

extern const Case in_place_collectives_case{
    .name = "in_place_collectives",
    .ranks = 3,
    .takes_more = true,
    .help = "MPI_IN_PLACE in MPI_Allreduce, MPI_Gather at every root, MPI_Alltoall and MPI_Scan",
    .standard =
        "MPI_IN_PLACE in place of the send buffer takes the data from the receive buffer (MPI 3.1, 5.5, 5.8, 5.9.6, 5.11.1)",
    .run = run_in_place_collectives};

}  // namespace febem::check
