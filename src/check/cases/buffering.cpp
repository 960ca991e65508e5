// How much a library buffers: thresholds of standard sends, and the memory of messages that wait for their receive.
#include <algorithm>
#include <vector>

#include "check/case.h"
#include "check/memory_growth.h"
#include "cli/text.h"

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

/// Whether a send is buffered, told to both ranks. A send that waits is tried twice: its rank may only have had no core.
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
  mpi::check(MPI_Recv(got.data(), bytes, MPI_BYTE, probe.other(), message_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
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

void run_head_to_head(Probe& probe) {
  constexpr int bytes = 1 << 22;
  std::vector<char> out(bytes), in(bytes);
  probe.step("MPI_Send of 4 MiB to each other");
  mpi::check(MPI_Send(out.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Recv(in.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

constexpr int longest_to_itself = 1 << 24;

/// Whether a send to itself completes without a receive; receives it then.
bool is_buffered_to_itself(Probe& probe, std::vector<char>& out, std::vector<char>& in, int bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::check(MPI_Isend(out.data(), bytes, MPI_BYTE, probe.rank(), 1, MPI_COMM_WORLD, &request), "MPI_Isend");
  int done = 0;
  for (int tries = 0; tries < 100 && done == 0; ++tries) mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
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
  probe.note(buffered < 0                    ? "nothing is buffered"
             : buffered == longest_to_itself ? "16 MiB and perhaps more are buffered"
                                             : std::to_string(buffered) + " bytes are buffered, " + std::to_string(waiting) + " wait");
  const std::string name = "eager threshold of a process to itself";
  buffered < 0 ? probe.fact(name, std::string("none")) : probe.fact(name, buffered, "bytes");
}

constexpr int unexpected_messages = 50000, waiting_bytes = 64;

void send_unexpected() {
  const std::vector<char> out(waiting_bytes);
  for (int i = 0; i < unexpected_messages; ++i) mpi::check(MPI_Send(out.data(), waiting_bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
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

// The largest message whose MPI_Send returns before a receive is posted. Found by cause, not by time: after the send the
// sender says so in a second message, which the receiver must see before it posts the receive.
extern const Case eager_threshold_case{
    .name = "eager_threshold",
    .legality = Legality::unsafe,
    .help = "the longest MPI_Send that returns before its receive is posted, to the byte, and head to head with that length",
    .standard = "a standard send may wait for its receive or buffer the message; which is the library's choice (MPI 3.1, 3.4)",
    .run = run_eager_threshold,
    .time_limit = 60};

extern const Case head_to_head_case{
    .name = "head_to_head",
    .legality = Legality::unsafe,
    .help = "both ranks send 4 MiB to each other before they receive",
    .standard = "a program in which every process sends before it receives works only where messages are buffered (MPI 3.1, 3.5)",
    .run = run_head_to_head,
    .time_limit = 6};

extern const Case self_threshold_case{
    .name = "self_threshold",
    .ranks = 1,
    .help = "the longest MPI_Isend to itself that completes before its receive is posted, to the byte",
    .standard = "a process may send to itself; a blocking send that is not buffered would deadlock (MPI 3.1, 3.2.4)",
    .run = run_self_threshold};

// What a receiver pays for messages that it has not asked for; libraries differ by a factor of hundreds. openucx/ucx#7151 is
// one that ran out of memory so, open-mpi/ompi#8561 another report.
extern const Case unexpected_memory_case{
    .name = "unexpected_memory",
    .legality = Legality::unsafe,
    .help = "what 50 000 short messages cost a receiver that waits for a later one",
    .standard = "a library has a limited amount of memory for messages that wait; a program should not rely on it (MPI 3.1, 3.5)",
    .run = run_unexpected_memory,
    .time_limit = 60};

// open-mpi/ompi#8561: with messages that wait the receiver's memory grew for ever.
extern const Case unexpected_returned_case{.name = "unexpected_returned",
                                           .legality = Legality::unsafe,
                                           .help = "messages that waited give their memory back when they are received, 250 rounds",
                                           .standard = "what a message took is free again when it has been received (MPI 3.1, 3.5 and 3.6)",
                                           .run = run_unexpected_returned,
                                           .time_limit = 40};

}  // namespace febem::check
