#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_request_free(Probe& probe) {
  for (const int count : {1, 1000, 1000000}) {
    const auto out = pattern(count, 4);
    std::vector<int> in(static_cast<std::size_t>(count));
    probe.step("MPI_Request_free of an active send of " + std::to_string(count) + " integers");
    if (probe.is_first()) {
      MPI_Request request;
      mpi::check(MPI_Isend(out.data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD, &request), "MPI_Isend");
      mpi::check(MPI_Request_free(&request), "MPI_Request_free");
      probe.expect(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
      // The reply is what says that the buffer may go.
      mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    } else {
      mpi::check(MPI_Recv(in.data(), count, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      expect_pattern(probe, in, 4, "the message of a freed request");
      mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 2, MPI_COMM_WORLD), "MPI_Send");
    }
  }
}

}  // namespace

extern const Case request_free_case{
    .name = "request_free",
    .help = "the message of an active send whose request is freed still arrives, up to 4 MB",
    .standard = "MPI_Request_free lets the communication complete, and the request goes when it has (MPI 3.1, 3.7.3)",
    .run = run_request_free};

}  // namespace febem::check
