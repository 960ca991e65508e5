// What MPI_Wait and MPI_Send promise of the buffers: the data are there, or may be overwritten.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

constexpr int overwritten_length = 500000, overwritten_rounds = 10;

/// Overwrites what it has sent as soon as it may.
void send_and_overwrite(Probe& probe) {
  for (int round = 0; round < overwritten_rounds; ++round) {
    auto data = pattern(overwritten_length, round);
    probe.step("sends of 2 MB, overwritten at once");
    if (round % 2 == 0) {
      mpi::check(MPI_Send(data.data(), overwritten_length, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    } else {
      MPI_Request request;
      mpi::check(MPI_Isend(data.data(), overwritten_length, MPI_INT, 1, 1, MPI_COMM_WORLD, &request), "MPI_Isend");
      mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    }
    data.assign(data.size(), -1);
    mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  }
}

void receive_and_compare(Probe& probe) {
  for (int round = 0; round < overwritten_rounds; ++round) {
    std::vector<int> data(overwritten_length, -2);
    MPI_Request request;
    probe.step("receives of 2 MB");
    mpi::check(MPI_Irecv(data.data(), overwritten_length, MPI_INT, 0, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
    mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    const auto seen = data;  // nothing may come after MPI_Wait
    mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
    expect_pattern(probe, seen, round, "after MPI_Wait of round " + std::to_string(round));
  }
}

void run_wait_completes(Probe& probe) { probe.is_first() ? send_and_overwrite(probe) : receive_and_compare(probe); }

}  // namespace

extern const Case wait_completes_case{
    .name = "wait_completes",
    .help = "data are there when MPI_Wait returns, and may be overwritten when a send has completed, 2 MB",
    .standard =
        "MPI_Wait returns when the operation is complete: the buffer holds the message, or may be reused (MPI 3.1, 3.7.3)",
    .run = run_wait_completes};

}  // namespace febem::check
