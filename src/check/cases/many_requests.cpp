#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_many_requests(Probe& probe) {
  constexpr int count = 20000;
  std::vector<double> out(count), in(count);
  std::vector<MPI_Request> requests(2 * count);
  for (int i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = i + 0.25 * probe.rank();
  probe.step("20 000 receives and as many sends in flight");
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    mpi::check(MPI_Irecv(&in[at], 1, MPI_DOUBLE, probe.other(), i % 1000, MPI_COMM_WORLD, &requests[at]), "MPI_Irecv");
  }
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    mpi::check(MPI_Isend(&out[at], 1, MPI_DOUBLE, probe.other(), i % 1000, MPI_COMM_WORLD, &requests[count + at]),
               "MPI_Isend");
  }
  mpi::check(MPI_Waitall(2 * count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (int i = 0; i < count; ++i)
    probe.expect_equal(in[static_cast<std::size_t>(i)], i + 0.25 * probe.other(), "message " + std::to_string(i));
}

}  // namespace

extern const Case many_requests_case{
    .name = "many_requests",
    .help = "20 000 nonblocking receives and sends at once on each rank",
    .standard = "any number of nonblocking operations may be pending, as resources allow (MPI 3.1, 3.7.2 and 3.5)",
    .run = run_many_requests,
    .time_limit = 40};

}  // namespace febem::check
