// open-mpi/ompi#8561: with messages that wait the receiver's memory grew for ever.
#include <vector>

#include "check/case.h"
#include "check/memory_growth.h"

namespace febem::check {
namespace {

constexpr int waiting_messages = 100;

void return_messages(Probe& probe) {
  std::vector<char> data(512);
  for (int i = 0; i < waiting_messages; ++i) {
    if (probe.is_first()) mpi::check(MPI_Send(data.data(), 512, MPI_BYTE, 1, i, MPI_COMM_WORLD), "MPI_Send");
  }
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  for (int i = waiting_messages - 1; i >= 0 && !probe.is_first(); --i)
    mpi::check(MPI_Recv(data.data(), 512, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
}

void run_unexpected_returned(Probe& probe) {
  probe.step("rounds of messages that wait and are then received");
  expect_no_growth(probe, "round of 100 messages that waited", 200, [&] { return_messages(probe); });
}

}  // namespace

extern const Case unexpected_returned_case{
    .name = "unexpected_returned",
    .legality = Legality::unsafe,
    .help = "messages that waited give their memory back when they are received, 250 rounds",
    .standard = "what a message took is free again when it has been received (MPI 3.1, 3.5 and 3.6)",
    .run = run_unexpected_returned,
    .time_limit = 40};

}  // namespace febem::check
