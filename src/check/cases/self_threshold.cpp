#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int longest_to_itself = 1 << 24;

/// Whether a send to itself completes without a receive; receives it then.
bool is_buffered_to_itself(Probe& probe, std::vector<char>& out, std::vector<char>& in, int bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::check(MPI_Isend(out.data(), bytes, MPI_BYTE, probe.rank(), 1, MPI_COMM_WORLD, &request), "MPI_Isend");
  int done = 0;
  for (int tries = 0; tries < 100 && done == 0; ++tries)
    mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  mpi::check(MPI_Recv(in.data(), bytes, MPI_BYTE, probe.rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  return done != 0;
}

void run_self_threshold(Probe& probe) {
  std::vector<char> out(longest_to_itself), in(longest_to_itself);
  int buffered = -1, waiting = longest_to_itself + 1;
  while (waiting - buffered > 1) {
    const int middle = buffered + (waiting - buffered) / 2;
    (is_buffered_to_itself(probe, out, in, middle) ? buffered : waiting) = middle;
  }
  probe.note(buffered < 0          ? "nothing is buffered"
             : buffered == longest_to_itself ? "16 MiB and perhaps more are buffered"
                                   : std::to_string(buffered) + " bytes are buffered, " + std::to_string(waiting) + " wait");
  const std::string name = "eager threshold of a process to itself";
  buffered < 0 ? probe.fact(name, std::string("none")) : probe.fact(name, buffered, "bytes");
}

}  // namespace

extern const Case self_threshold_case{
    .name = "self_threshold",
    .ranks = 1,
    .help = "the longest MPI_Isend to itself that completes before its receive is posted, to the byte",
    .standard = "a process may send to itself; a blocking send that is not buffered would deadlock (MPI 3.1, 3.2.4)",
    .run = run_self_threshold};

}  // namespace febem::check
