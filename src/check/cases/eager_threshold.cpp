// The largest message whose MPI_Send returns before a receive is posted. Found by cause, not by time: after the send the
// sender says so in a second message, which the receiver must see before it posts the receive.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int longest_eager = 1 << 25, message_tag = 1, returned_tag = 2;
constexpr double eager_patience = 0.15;  // seconds until a send is taken to wait for its receiver

/// Rank 0: the send, and the word that it is back.
void send_and_say(const std::vector<char>& buffer, int bytes) {
  mpi::check(MPI_Send(buffer.data(), bytes, MPI_BYTE, 1, message_tag, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Send(nullptr, 0, MPI_BYTE, 1, returned_tag, MPI_COMM_WORLD), "MPI_Send");
}

/// Rank 1: whether the word comes without a receive.
bool returns_alone(std::vector<char>& buffer, int bytes) {
  int is_back = 0;
  for (const double start = MPI_Wtime(); is_back == 0 && MPI_Wtime() - start < eager_patience;)
    mpi::check(MPI_Iprobe(0, returned_tag, MPI_COMM_WORLD, &is_back, MPI_STATUS_IGNORE), "MPI_Iprobe");
  mpi::check(MPI_Recv(buffer.data(), bytes, MPI_BYTE, 0, message_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  mpi::check(MPI_Recv(nullptr, 0, MPI_BYTE, 0, returned_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  return is_back != 0;
}

/// The same on both ranks. A send that waits is tried twice: its rank may only have had no core.
bool is_send_buffered(Probe& probe, std::vector<char>& buffer, int bytes) {
  int alone = 0;
  for (int tries = 0; tries < 2 && alone == 0; ++tries) {
    mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
    if (probe.is_first())
      send_and_say(buffer, bytes);
    else
      alone = returns_alone(buffer, bytes) ? 1 : 0;
    mpi::check(MPI_Bcast(&alone, 1, MPI_INT, 1, MPI_COMM_WORLD), "MPI_Bcast");
  }
  return alone != 0;
}

/// MPI_Send of both ranks to each other, then the receives: what the threshold is there to predict.
void head_to_head(Probe& probe, std::vector<char>& buffer, int bytes) {
  probe.step("MPI_Send head to head of " + std::to_string(bytes) + " bytes, found to be buffered");
  std::vector<char> got(static_cast<std::size_t>(bytes));
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  mpi::check(MPI_Send(buffer.data(), bytes, MPI_BYTE, probe.other(), message_tag, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Recv(got.data(), bytes, MPI_BYTE, probe.other(), message_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Recv");
}

void run_eager_threshold(Probe& probe) {
  std::vector<char> buffer(longest_eager);
  probe.step("MPI_Send without a receive");
  if (!is_send_buffered(probe, buffer, 0)) {
    probe.note("no message is buffered, not even an empty one");
    return probe.fact("eager threshold between two processes", std::string("none"));
  }
  int buffered = 0, waiting = longest_eager;
  if (is_send_buffered(probe, buffer, longest_eager)) buffered = longest_eager;
  while (waiting - buffered > 1 && buffered < longest_eager) {
    const int middle = buffered + (waiting - buffered) / 2;
    (is_send_buffered(probe, buffer, middle) ? buffered : waiting) = middle;
  }
  head_to_head(probe, buffer, buffered);
  probe.note(buffered == longest_eager ? "32 MiB and perhaps more are buffered"
                                 : std::to_string(buffered) + " bytes are buffered, " + std::to_string(waiting) + " wait");
  probe.fact("eager threshold between two processes", buffered, "bytes");
}

}  // namespace

extern const Case eager_threshold_case{
    .name = "eager_threshold",
    .legality = Legality::unsafe,
    .help = "the longest MPI_Send that returns before its receive is posted, to the byte, and head to head with that length",
    .standard =
        "a standard send may wait for its receive or buffer the message; which is the library's choice (MPI 3.1, 3.4)",
    .run = run_eager_threshold,
    .time_limit = 60};

}  // namespace febem::check
