// Open MPI 2: MPI_Ibcast and MPI_Iallgather failed when the types of the ranks differ in form: open-mpi/ompi#2256.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_nonblocking_types(Probe& probe) {
  constexpr int count = 3000;
  MPI_Datatype pair;
  mpi::check(MPI_Type_contiguous(2, MPI_INT, &pair), "MPI_Type_contiguous");
  mpi::check(MPI_Type_commit(&pair), "MPI_Type_commit");
  const bool by_pairs = probe.rank() % 2 == 0;
  auto data = probe.is_first() ? pattern(count, 8) : std::vector<int>(count, -1);
  MPI_Request request;
  probe.step("MPI_Ibcast with types of different form");
  mpi::check(MPI_Ibcast(data.data(), by_pairs ? count / 2 : count, by_pairs ? pair : MPI_INT, 0, MPI_COMM_WORLD, &request),
             "MPI_Ibcast");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  expect_pattern(probe, data, 8, "MPI_Ibcast");
  std::vector<int> all(static_cast<std::size_t>(count * probe.size()));
  const auto mine = pattern(count, probe.rank());
  probe.step("MPI_Iallgather with types of different form");
  mpi::check(MPI_Iallgather(mine.data(), count, MPI_INT, all.data(), by_pairs ? count / 2 : count, by_pairs ? pair : MPI_INT,
                            MPI_COMM_WORLD, &request),
             "MPI_Iallgather");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  for (int rank = 0; rank < probe.size(); ++rank)
    expect_pattern(probe, {all.begin() + rank * count, all.begin() + (rank + 1) * count}, rank, "MPI_Iallgather");
  mpi::check(MPI_Type_free(&pair), "MPI_Type_free");
}

}  // namespace

extern const Case nonblocking_types_case{
    .name = "nonblocking_types",
    .ranks = 5,
    .takes_more = true,
    .help = "MPI_Ibcast and MPI_Iallgather in which some ranks say n pairs and others 2n integers",
    .standard = "the type signatures must agree, the type maps may differ (MPI 3.1, 5.4, 5.7 and 5.12)",
    .run = run_nonblocking_types};

}  // namespace febem::check
