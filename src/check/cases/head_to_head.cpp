#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_head_to_head(Probe& probe) {
  constexpr int bytes = 1 << 22;
  std::vector<char> out(bytes), in(bytes);
  probe.step("MPI_Send of 4 MiB to each other");
  mpi::check(MPI_Send(out.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Recv(in.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

}  // namespace

extern const Case head_to_head_case{
    .name = "head_to_head",
    .legality = Legality::unsafe,
    .help = "both ranks send 4 MiB to each other before they receive",
    .standard =
        "a program in which every process sends before it receives works only where messages are buffered (MPI 3.1, 3.5)",
    .run = run_head_to_head,
    .time_limit = 6};

}  // namespace febem::check
