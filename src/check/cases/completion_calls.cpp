#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void on_nothing(Probe& probe) {
  MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int index = 0, flag = 0, indices[2], count = 0;
  mpi::check(MPI_Testany(2, none, &index, &flag, MPI_STATUS_IGNORE), "MPI_Testany");
  probe.expect(flag != 0 && index == MPI_UNDEFINED, "MPI_Testany on null requests is not true with MPI_UNDEFINED");
  mpi::check(MPI_Waitany(2, none, &index, MPI_STATUS_IGNORE), "MPI_Waitany");
  probe.expect_equal(index, MPI_UNDEFINED, "MPI_Waitany on null requests");
  mpi::check(MPI_Waitsome(2, none, &count, indices, MPI_STATUSES_IGNORE), "MPI_Waitsome");
  probe.expect_equal(count, MPI_UNDEFINED, "MPI_Waitsome on null requests");
  mpi::check(MPI_Testall(2, none, &flag, MPI_STATUSES_IGNORE), "MPI_Testall");
  probe.expect(flag != 0, "MPI_Testall on null requests is false");
}

/// Rank 1 receives 10 messages, which come in reverse.
void receive_some(Probe& probe) {
  constexpr int all = 10;
  std::vector<int> in(all);
  std::vector<MPI_Request> requests(all);
  std::vector<MPI_Status> statuses(all);
  for (int i = 0; i < all; ++i)
    mpi::check(MPI_Irecv(&in[static_cast<std::size_t>(i)], 1, MPI_INT, 0, i, MPI_COMM_WORLD,
                         &requests[static_cast<std::size_t>(i)]),
               "MPI_Irecv");
  mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 100, MPI_COMM_WORLD), "MPI_Send");
  for (int done = 0, count = 0; done < all; done += count) {
    std::vector<int> indices(all);
    mpi::check(MPI_Waitsome(all, requests.data(), &count, indices.data(), statuses.data()), "MPI_Waitsome");
    probe.expect(count >= 1 && count <= all - done, "MPI_Waitsome completes " + std::to_string(count));
    if (count < 1) return;
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(indices[static_cast<std::size_t>(i)]);
      probe.expect_equal(statuses[static_cast<std::size_t>(i)].MPI_TAG, static_cast<int>(at), "tag of a completed request");
      probe.expect_equal(in[at], 100 + static_cast<int>(at), "data of a completed request");
      probe.expect(requests[at] == MPI_REQUEST_NULL, "MPI_Waitsome leaves the handle of a completed request");
    }
  }
}

void run_completion_calls(Probe& probe) {
  probe.step("completion of null requests");
  on_nothing(probe);
  probe.step("MPI_Waitsome");
  if (!probe.is_first()) return receive_some(probe);
  mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  for (int i = 9; i >= 0; --i) {
    const int value = 100 + i;
    mpi::check(MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD), "MPI_Send");
  }
}

}  // namespace

extern const Case completion_calls_case{
    .name = "completion_calls",
    .help = "MPI_Waitsome, MPI_Waitany, MPI_Testany, MPI_Testall on active and on null requests",
    .standard = "with no active request they return at once: true, or MPI_UNDEFINED (MPI 3.1, 3.7.5)",
    .run = run_completion_calls};

}  // namespace febem::check
