// A library whose MPI_Wait returns before the operation is complete. What it leaves behind it
// completes at the next barrier.
#include <mpi.h>

#include <vector>

namespace {

std::vector<MPI_Request> left_behind;

}  // namespace

extern "C" int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  int done = 0;
  const int code = PMPI_Test(request, &done, status);
  if (code != MPI_SUCCESS || done != 0) return code;
  left_behind.push_back(*request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

extern "C" int MPI_Barrier(MPI_Comm comm) {
  PMPI_Waitall(static_cast<int>(left_behind.size()), left_behind.data(), MPI_STATUSES_IGNORE);
  left_behind.clear();
  return PMPI_Barrier(comm);
}
