#include <limits>

#include "check/case.h"

namespace febem::check {
namespace {

void run_tag_too_large(Probe& probe) {
  int* bound = nullptr;
  int known = 0, value = 0;
  mpi::check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &known), "MPI_Comm_get_attr");
  const bool room = known != 0 && *bound < std::numeric_limits<int>::max();
  const int tag = room ? *bound + 1 : -17;
  probe.step("a message with the tag " + std::to_string(tag));
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Irecv(&value, 1, MPI_INT, probe.rank(), tag, MPI_COMM_WORLD, &request);
  probe.observe_code(code, "MPI_Irecv with tag " + std::to_string(tag));
  if (code == MPI_SUCCESS) mpi::check(MPI_Cancel(&request), "MPI_Cancel");
  if (code == MPI_SUCCESS) mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace

extern const Case tag_too_large_case{
    .name = "tag_too_large",
    .legality = Legality::erroneous,
    .ranks = 1,
    .help = "a receive with a tag beyond MPI_TAG_UB, or a negative one where that is the largest integer",
    .standard = "tags are 0 to MPI_TAG_UB (MPI 3.1, 3.2.3)",
    .run = run_tag_too_large};

}  // namespace febem::check
