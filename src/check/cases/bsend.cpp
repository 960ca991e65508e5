#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

void run_bsend(Probe& probe) {
  constexpr int count = 300000;
  const auto out = pattern(count, probe.rank());
  std::vector<int> in(count);
  std::vector<char> buffer(static_cast<std::size_t>(2 * (count * 4 + MPI_BSEND_OVERHEAD)));
  probe.step("MPI_Bsend head to head");
  mpi::check(MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size())), "MPI_Buffer_attach");
  for (int i = 0; i < 2; ++i)
    mpi::check(MPI_Bsend(out.data(), count, MPI_INT, probe.other(), i, MPI_COMM_WORLD), "MPI_Bsend");
  for (int i = 0; i < 2; ++i) {
    mpi::check(MPI_Recv(in.data(), count, MPI_INT, probe.other(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    expect_pattern(probe, in, probe.other(), "a buffered message");
  }
  char* detached = nullptr;
  int size = 0;
  probe.step("MPI_Buffer_detach");
  mpi::check(MPI_Buffer_detach(&detached, &size), "MPI_Buffer_detach");
  probe.expect(detached == buffer.data(), "MPI_Buffer_detach gives back another buffer");
}

}  // namespace

extern const Case bsend_case{
    .name = "bsend",
    .help = "both ranks send two messages of 1.2 MB to each other through a buffer of their own, then receive",
    .standard =
        "a buffered send completes whether or not a receive is posted, if the attached buffer holds it (MPI 3.1, 3.4 and "
        "3.6)",
    .run = run_bsend};

}  // namespace febem::check
