#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

void make_and_free_requests(Probe& probe) {
  double out[4] = {}, in[4] = {};
  MPI_Request requests[2];
  mpi::check(MPI_Send_init(out, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Send_init");
  mpi::check(MPI_Recv_init(in, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Recv_init");
  mpi::check(MPI_Startall(2, requests), "MPI_Startall");
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_request_leak(Probe& probe) {
  probe.step("persistent requests made, used and freed");
  expect_no_growth(probe, "pair of persistent requests", 20000, [&] { make_and_free_requests(probe); });
}

}  // namespace

extern const Case request_leak_case{.name = "request_leak",
                                    .ranks = 1,
                                    .help = "memory that 20 000 persistent requests leave behind when freed",
                                    .standard = "MPI_Request_free deallocates an inactive persistent request (MPI 3.1, 3.9)",
                                    .run = run_request_leak};

}  // namespace febem::check
