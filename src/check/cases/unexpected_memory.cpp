// What a receiver pays for messages that it has not asked for; libraries differ by a factor of hundreds. openucx/ucx#7151 is
// one that ran out of memory so, open-mpi/ompi#8561 another report.
#include <algorithm>
#include <vector>

#include "check/case.h"
#include "check/memory_growth.h"
#include "cli/text_table.h"

namespace febem::check {
namespace {

constexpr int unexpected_messages = 50000, waiting_bytes = 64;

void send_unexpected() {
  const std::vector<char> out(waiting_bytes);
  for (int i = 0; i < unexpected_messages; ++i)
    mpi::check(MPI_Send(out.data(), waiting_bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Send(nullptr, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD), "MPI_Send");
}

/// Bytes that the waiting messages took, each.
double receive_unexpected() {
  std::vector<char> in(waiting_bytes);
  const double before = resident_bytes();
  mpi::check(MPI_Recv(nullptr, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  const double waiting = std::max(0.0, resident_bytes() - before) / unexpected_messages;
  for (int i = 0; i < unexpected_messages; ++i)
    mpi::check(MPI_Recv(in.data(), waiting_bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  return waiting;
}

void run_unexpected_memory(Probe& probe) {
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.step("50 000 messages that nobody waits for");
  double each = 0;
  if (probe.is_first())
    send_unexpected();
  else
    each = receive_unexpected();
  mpi::check(MPI_Bcast(&each, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD), "MPI_Bcast");
  probe.note(cli::number(each, "%.0f") + " bytes of memory for each waiting message of 64 bytes");
  probe.measured("memory of a message of 64 bytes that waits for its receive", each, "bytes");
}

}  // namespace

extern const Case unexpected_memory_case{
    .name = "unexpected_memory",
    .legality = Legality::unsafe,
    .help = "what 50 000 short messages cost a receiver that waits for a later one",
    .standard =
        "a library has a limited amount of memory for messages that wait; a program should not rely on it (MPI 3.1, 3.5)",
    .run = run_unexpected_memory,
    .time_limit = 60};

}  // namespace febem::check
