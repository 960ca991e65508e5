// The memory of a library: what it buffers, what waiting messages cost, and whether objects give it
// back when they are freed.
#include <algorithm>
#include <vector>

#include "check/case.h"
#include "core/text_table.h"

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
    mpi::check(
        MPI_Iprobe(0, returned_tag, MPI_COMM_WORLD, &is_back, MPI_STATUS_IGNORE), "MPI_Iprobe");
  mpi::check(
      MPI_Recv(buffer.data(), bytes, MPI_BYTE, 0, message_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Recv");
  mpi::check(MPI_Recv(nullptr, 0, MPI_BYTE, 0, returned_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Recv");
  return is_back != 0;
}

/// Whether a send is buffered, told to both ranks. A send that waits is tried twice: its rank may
/// only have had no core.
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
  mpi::check(MPI_Send(buffer.data(), bytes, MPI_BYTE, probe.other(), message_tag, MPI_COMM_WORLD),
      "MPI_Send");
  mpi::check(MPI_Recv(got.data(), bytes, MPI_BYTE, probe.other(), message_tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE),
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
                                       : std::to_string(buffered) + " bytes are buffered, " +
                                             std::to_string(waiting) + " wait");
  probe.fact("eager threshold between two processes", buffered, "bytes");
}

void run_head_to_head(Probe& probe) {
  constexpr int bytes = 1 << 22;
  std::vector<char> out(bytes), in(bytes);
  probe.step("MPI_Send of 4 MiB to each other");
  mpi::check(MPI_Send(out.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(
      MPI_Recv(in.data(), bytes, MPI_BYTE, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Recv");
}

constexpr int longest_to_itself = 1 << 24;

/// Whether a send to itself completes without a receive; receives it then.
bool is_buffered_to_itself(Probe& probe, std::vector<char>& out, std::vector<char>& in, int bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::check(MPI_Isend(out.data(), bytes, MPI_BYTE, probe.rank(), 1, MPI_COMM_WORLD, &request),
      "MPI_Isend");
  int done = 0;
  for (int tries = 0; tries < 100 && done == 0; ++tries)
    mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  mpi::check(
      MPI_Recv(in.data(), bytes, MPI_BYTE, probe.rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Recv");
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
                                             : std::to_string(buffered) + " bytes are buffered, " +
                                                   std::to_string(waiting) + " wait");
  const std::string name = "eager threshold of a process to itself";
  buffered < 0 ? probe.fact(name, std::string("none")) : probe.fact(name, buffered, "bytes");
}

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
    mpi::check(
        MPI_Recv(in.data(), waiting_bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
        "MPI_Recv");
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
  probe.note(core::number(each, "%.0f") + " bytes of memory for each waiting message of 64 bytes");
  probe.measured("memory of a message of 64 bytes that waits for its receive", each, "bytes");
}

constexpr int waiting_messages = 100;

void return_messages(Probe& probe) {
  std::vector<char> data(512);
  for (int i = 0; i < waiting_messages; ++i) {
    if (probe.is_first())
      mpi::check(MPI_Send(data.data(), 512, MPI_BYTE, 1, i, MPI_COMM_WORLD), "MPI_Send");
  }
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  for (int i = waiting_messages - 1; i >= 0 && !probe.is_first(); --i)
    mpi::check(
        MPI_Recv(data.data(), 512, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
}

void run_unexpected_returned(Probe& probe) {
  probe.step("rounds of messages that wait and are then received");
  expect_no_growth(
      probe, "round of 100 messages that waited", 200, [&] { return_messages(probe); });
}

void make_and_free_communicators() {
  MPI_Comm dup, cart;
  MPI_Group group;
  const int size = 2, periodic = 1;
  mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &dup), "MPI_Comm_dup");
  mpi::check(MPI_Cart_create(dup, 1, &size, &periodic, 0, &cart), "MPI_Cart_create");
  mpi::check(MPI_Comm_group(cart, &group), "MPI_Comm_group");
  mpi::check(MPI_Group_free(&group), "MPI_Group_free");
  mpi::check(MPI_Comm_free(&cart), "MPI_Comm_free");
  mpi::check(MPI_Comm_free(&dup), "MPI_Comm_free");
}

void run_communicator_leak(Probe& probe) {
  probe.step("communicators, grids and groups made and freed");
  expect_no_growth(probe, "communicator, grid and group", 1500, make_and_free_communicators);
}

void make_and_free_types(Probe& probe) {
  double out[200] = {}, in[200] = {};
  MPI_Datatype column, resized;
  mpi::check(MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column), "MPI_Type_vector");
  mpi::check(
      MPI_Type_create_resized(column, 0, sizeof(double), &resized), "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&resized), "MPI_Type_commit");
  mpi::check(MPI_Sendrecv(out, 1, resized, probe.rank(), 1, in, 1, resized, probe.rank(), 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE),
      "MPI_Sendrecv");
  mpi::check(MPI_Type_free(&resized), "MPI_Type_free");
  mpi::check(MPI_Type_free(&column), "MPI_Type_free");
}

void run_datatype_leak(Probe& probe) {
  probe.step("types made, used and freed");
  expect_no_growth(probe, "pair of types", 20000, [&] { make_and_free_types(probe); });
}

void make_and_free_requests(Probe& probe) {
  double out[4] = {}, in[4] = {};
  MPI_Request requests[2];
  mpi::check(MPI_Send_init(out, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[0]),
      "MPI_Send_init");
  mpi::check(MPI_Recv_init(in, 4, MPI_DOUBLE, probe.rank(), 1, MPI_COMM_WORLD, &requests[1]),
      "MPI_Recv_init");
  mpi::check(MPI_Startall(2, requests), "MPI_Startall");
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (auto& request : requests) mpi::check(MPI_Request_free(&request), "MPI_Request_free");
}

void run_request_leak(Probe& probe) {
  probe.step("persistent requests made, used and freed");
  expect_no_growth(
      probe, "pair of persistent requests", 20000, [&] { make_and_free_requests(probe); });
}

void make_and_free_window() {
  void* memory = nullptr;
  MPI_Win window;
  mpi::check(MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window),
      "MPI_Win_allocate");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_fence(0, window), "MPI_Win_fence");
  mpi::check(MPI_Win_free(&window), "MPI_Win_free");
}

void run_window_leak(Probe& probe) {
  probe.step("windows made and freed");
  expect_no_growth(probe, "window", 400, make_and_free_window);
}

}  // namespace

std::vector<Case> memory_cases() {
  return {
      // The largest message whose MPI_Send returns before a receive is posted. Found by cause, not
      // by time: after the send the sender says so in a second message, which the receiver must see
      // before it posts the receive.
      {"eager_threshold", unsafe, exactly(2), run_eager_threshold,
          "the longest MPI_Send that returns before its receive is posted, to the byte, and head "
          "to head with that length",
          "a standard send may wait for its receive or buffer the message; which is the library's "
          "choice (MPI 3.1, 3.4)",
          60},
      {"head_to_head", unsafe, exactly(2), run_head_to_head,
          "both ranks send 4 MiB to each other before they receive",
          "a program in which every process sends before it receives works only where messages are "
          "buffered (MPI 3.1, 3.5)",
          6},
      {"self_threshold", legal, exactly(1), run_self_threshold,
          "the longest MPI_Isend to itself that completes before its receive is posted, to the "
          "byte",
          "a process may send to itself; a blocking send that is not buffered would deadlock (MPI "
          "3.1, 3.2.4)"},
      // What a receiver pays for messages that it has not asked for; libraries differ by a factor
      // of hundreds. openucx/ucx#7151 is one that ran out of memory so, open-mpi/ompi#8561 another
      // report.
      {"unexpected_memory", unsafe, exactly(2), run_unexpected_memory,
          "what 50 000 short messages cost a receiver that waits for a later one",
          "a library has a limited amount of memory for messages that wait; a program should not "
          "rely on it (MPI 3.1, 3.5)",
          60},
      // open-mpi/ompi#8561: with messages that wait the receiver's memory grew for ever.
      {"unexpected_returned", unsafe, exactly(2), run_unexpected_returned,
          "messages that waited give their memory back when they are received, 250 rounds",
          "what a message took is free again when it has been received (MPI 3.1, 3.5 and 3.6)", 40},
      // MPICH kept memory of groups of communicators: pmodels/mpich#2080.
      {"communicator_leak", legal, exactly(2), run_communicator_leak,
          "memory that 1500 communicators, grids and groups leave behind when freed",
          "MPI_Comm_free and MPI_Group_free mark an object for deallocation (MPI 3.1, 6.3.3 and "
          "6.4.3)",
          40},
      {"datatype_leak", legal, exactly(1), run_datatype_leak,
          "memory that 20 000 derived types leave behind when freed",
          "MPI_Type_free marks a type for deallocation; what uses it completes normally (MPI 3.1, "
          "4.1.9)"},
      {"request_leak", legal, exactly(1), run_request_leak,
          "memory that 20 000 persistent requests leave behind when freed",
          "MPI_Request_free deallocates an inactive persistent request (MPI 3.1, 3.9)"},
      {"window_leak", legal, exactly(2), run_window_leak,
          "memory that 400 windows leave behind when freed",
          "MPI_Win_free frees the window, and the memory that MPI_Win_allocate gave (MPI 3.1, "
          "11.2.2 and 11.2.5)",
          40},
  };
}

}  // namespace febem::check
