// MPICH 3.4 to 4.1.1 crashes on one node with a root other than 0: pmodels/mpich#6540; also pmodels/mpich#5700.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void reduce_to(Probe& probe, int root, int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = i + probe.rank();
  if (probe.rank() == root)
    mpi::check(MPI_Reduce(MPI_IN_PLACE, values.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD), "MPI_Reduce");
  else
    mpi::check(MPI_Reduce(values.data(), nullptr, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD), "MPI_Reduce");
  if (probe.rank() != root) return;
  const double all = probe.size(), of_ranks = all * (all - 1) / 2;
  for (int i = 0; i < count; ++i)
    probe.expect_equal(values[static_cast<std::size_t>(i)], all * i + of_ranks,
                       "sum " + std::to_string(i) + " of " + std::to_string(count) + " at root " + std::to_string(root));
}

void run_reduce_in_place(Probe& probe) {
  for (const int count : {1, 100, 1000, 10000, 100000})
    for (int root = 0; root < probe.size(); ++root) {
      probe.step("MPI_Reduce in place of " + std::to_string(count) + " doubles to root " + std::to_string(root));
      reduce_to(probe, root, count);
    }
}

}  // namespace

extern const Case reduce_in_place_case{.name = "reduce_in_place",
                                       .takes_more = true,
                                       .help = "MPI_Reduce with MPI_IN_PLACE at every root, 1 to 100 000 doubles",
                                       .standard =
                                           "the root may pass MPI_IN_PLACE for its send buffer, and its data are taken from "
                                           "the receive buffer (MPI 3.1, 5.9.1)",
                                       .run = run_reduce_in_place};

}  // namespace febem::check
