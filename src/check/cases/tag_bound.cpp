// MPI_TAG_UB is 2^23 - 1 or 2^19 - 1 with some transports, and programs broke: open-mpi/ompi#6940, trilinos/Trilinos#10139.
#include "check/case.h"

namespace febem::check {
namespace {

void run_tag_bound(Probe& probe) {
  int* bound = nullptr;
  int known = 0;
  mpi::check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &known), "MPI_Comm_get_attr");
  probe.expect(known != 0, "MPI_TAG_UB is not set");
  if (known == 0) return;
  probe.expect(*bound >= 32767, "MPI_TAG_UB is " + std::to_string(*bound));
  probe.note("MPI_TAG_UB is " + std::to_string(*bound));
  probe.fact("largest tag", *bound);
  int in = 0;
  MPI_Status status;
  probe.step("messages with the largest tag, and one less");
  for (const int tag : {*bound, *bound - 1, 32767}) {
    mpi::check(
        MPI_Sendrecv(&tag, 1, MPI_INT, probe.other(), tag, &in, 1, MPI_INT, probe.other(), tag, MPI_COMM_WORLD, &status),
        "MPI_Sendrecv");
    probe.expect_equal(in, tag, "message with the tag");
    probe.expect_equal(status.MPI_TAG, tag, "tag");
  }
}

}  // namespace

extern const Case tag_bound_case{.name = "tag_bound",
                                 .help = "messages with the largest tag",
                                 .standard = "tags go up to MPI_TAG_UB, which is at least 32767 (MPI 3.1, 8.1.2)",
                                 .run = run_tag_bound};

}  // namespace febem::check
