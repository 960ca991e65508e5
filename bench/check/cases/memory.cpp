// The memory of a library: what it buffers, what waiting messages cost, and whether objects give it
// back when they are freed.
#include <algorithm>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"
#include "core/text_table.h"

namespace febem::check {
namespace {

constexpr int longest_eager = 1 << 25, message_tag = 1, returned_tag = 2;
constexpr double eager_patience = 0.15;  // seconds until a send is taken to wait for its receiver

/// Rank 0: the send, and the word that it is back.
void send_and_say(const std::vector<char>& buffer, int bytes) {
  send({buffer.data(), bytes}, 1, message_tag);
  send(nullptr, 1, returned_tag);
}

/// Rank 1: whether the word comes without a receive.
bool returns_alone(std::vector<char>& buffer, int bytes) {
  int is_back = 0;
  for (const double start = MPI_Wtime(); is_back == 0 && MPI_Wtime() - start < eager_patience;)
    MUST(MPI_Iprobe(0, returned_tag, MPI_COMM_WORLD, &is_back, MPI_STATUS_IGNORE));
  receive({buffer.data(), bytes}, 0, message_tag);
  receive(nullptr, 0, returned_tag);
  return is_back != 0;
}

/// Whether a send is buffered, told to both ranks. A send that waits is tried twice: its rank may
/// only have had no core.
bool is_send_buffered(Probe& probe, std::vector<char>& buffer, int bytes) {
  int alone = 0;
  for (int tries = 0; tries < 2 && alone == 0; ++tries) {
    barrier();
    if (probe.is_first())
      send_and_say(buffer, bytes);
    else
      alone = returns_alone(buffer, bytes) ? 1 : 0;
    broadcast(alone, 1);
  }
  return alone != 0;
}

/// MPI_Send of both ranks to each other, then the receives: what the threshold is there to predict.
void head_to_head(Probe& probe, std::vector<char>& buffer, int bytes) {
  probe.step("MPI_Send head to head of ", bytes, " bytes, found to be buffered");
  std::vector<char> got(bytes);
  barrier();
  send({buffer.data(), bytes}, probe.other(), message_tag);
  receive(got, probe.other(), message_tag);
}

/// Notes the longest message that is buffered (-1: none) of those up to `tried` bytes.
void note_threshold(Probe& probe, int buffered, int tried) {
  if (buffered < 0)
    probe.note("nothing is buffered");
  else if (buffered == tried)
    probe.note(tried >> 20, " MiB and perhaps more are buffered");
  else
    probe.note(buffered, " bytes are buffered, ", buffered + 1, " wait");
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
  note_threshold(probe, buffered, longest_eager);
  probe.fact("eager threshold between two processes", buffered, "bytes");
}

void run_head_to_head(Probe& probe) {
  constexpr int bytes = 1 << 22;
  std::vector<char> out(bytes), in(bytes);
  probe.step("MPI_Send of 4 MiB to each other");
  send(out, probe.other(), 1);
  receive(in, probe.other(), 1);
}

constexpr int longest_to_itself = 1 << 24;

/// Whether a send to itself completes without a receive; receives it then.
bool is_buffered_to_itself(Probe& probe, std::vector<char>& out, std::vector<char>& in, int bytes) {
  auto request = isend({out.data(), bytes}, probe.rank(), 1);
  bool done = false;
  for (int tries = 0; tries < 100 && !done; ++tries) done = test(request);
  receive({in.data(), bytes}, probe.rank(), 1);
  wait(request);
  return done;
}

void run_self_threshold(Probe& probe) {
  std::vector<char> out(longest_to_itself), in(longest_to_itself);
  int buffered = -1, waiting = longest_to_itself + 1;
  while (waiting - buffered > 1) {
    const int middle = buffered + (waiting - buffered) / 2;
    (is_buffered_to_itself(probe, out, in, middle) ? buffered : waiting) = middle;
  }
  note_threshold(probe, buffered, longest_to_itself);
  const std::string name = "eager threshold of a process to itself";
  buffered < 0 ? probe.fact(name, std::string("none")) : probe.fact(name, buffered, "bytes");
}

constexpr int unexpected_messages = 50000, waiting_bytes = 64;

void run_unexpected_memory(Probe& probe) {
  barrier();
  probe.step("50 000 messages that nobody waits for");
  std::vector<char> data(waiting_bytes);
  double each = 0;
  if (probe.is_first()) {
    for (int i = 0; i < unexpected_messages; ++i) send(data, 1, 1);
    send(nullptr, 1, 2);
  } else {
    const double before = resident_bytes();
    receive(nullptr, 0, 2);
    each = std::max(0.0, resident_bytes() - before) / unexpected_messages;
    for (int i = 0; i < unexpected_messages; ++i) receive(data, 0, 1);
  }
  broadcast(each, 1);
  probe.note(core::number(each, "%.0f"), " bytes of memory for each waiting message of 64 bytes");
  probe.measured("memory of a message of 64 bytes that waits for its receive", each, "bytes");
}

constexpr int waiting_messages = 100;

void run_unexpected_returned(Probe& probe) {
  probe.step("rounds of messages that wait and are then received");
  expect_no_growth(probe, "round of 100 messages that waited", 200, [&] {
    std::vector<char> data(512);
    for (int i = 0; i < waiting_messages && probe.is_first(); ++i) send(data, 1, i);
    barrier();
    for (int i = waiting_messages - 1; i >= 0 && !probe.is_first(); --i) receive(data, 0, i);
    barrier();
  });
}

void run_communicator_leak(Probe& probe) {
  probe.step("communicators, grids and groups made and freed");
  expect_no_growth(probe, "communicator, grid and group", 1500, [] {
    MPI_Comm dup = duplicate(MPI_COMM_WORLD), cart;
    MPI_Group group;
    const int size = 2, periodic = 1;
    MUST(MPI_Cart_create(dup, 1, &size, &periodic, 0, &cart));
    MUST(MPI_Comm_group(cart, &group));
    MUST(MPI_Group_free(&group));
    MUST(MPI_Comm_free(&cart));
    MUST(MPI_Comm_free(&dup));
  });
}

void run_datatype_leak(Probe& probe) {
  probe.step("types made, used and freed");
  expect_no_growth(probe, "pair of types", 20000, [&] {
    double out[200] = {}, in[200] = {};
    MPI_Datatype column, resized;
    MUST(MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column));
    MUST(MPI_Type_create_resized(column, 0, sizeof(double), &resized));
    MUST(MPI_Type_commit(&resized));
    exchange({out, 1, resized}, {in, 1, resized}, probe.rank());
    MUST(MPI_Type_free(&resized));
    MUST(MPI_Type_free(&column));
  });
}

void run_request_leak(Probe& probe) {
  probe.step("persistent requests made, used and freed");
  expect_no_growth(probe, "pair of persistent requests", 20000, [&] {
    double out[4] = {}, in[4] = {};
    MPI_Request requests[2] = {
        prepared_send({out, 4}, probe.rank(), 1), prepared_receive({in, 4}, probe.rank(), 1)};
    MUST(MPI_Startall(2, requests));
    wait_all(requests);
    free_all(requests);
  });
}

void run_window_leak(Probe& probe) {
  probe.step("windows made and freed");
  expect_no_growth(probe, "window", 400, [] {
    void* memory = nullptr;
    MPI_Win window;
    MUST(MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    MUST(MPI_Win_fence(0, window));
    MUST(MPI_Win_fence(0, window));
    MUST(MPI_Win_free(&window));
  });
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
          "choice",
          "3.4", 60},
      {"head_to_head", unsafe, exactly(2), run_head_to_head,
          "both ranks send 4 MiB to each other before they receive",
          "a program in which every process sends before it receives works only where messages are "
          "buffered",
          "3.5", 6},
      {"self_threshold", legal, exactly(1), run_self_threshold,
          "the longest MPI_Isend to itself that completes before its receive is posted, to the "
          "byte",
          "a process may send to itself; a blocking send that is not buffered would deadlock",
          "3.2.4"},
      // The price that a receiver pays for messages that it has not asked for. Libraries differ
      // by a factor of hundreds. openucx/ucx#7151 is one that ran out of memory so,
      // open-mpi/ompi#8561 another report.
      {"unexpected_memory", unsafe, exactly(2), run_unexpected_memory,
          "what 50 000 short messages cost a receiver that waits for a later one",
          "a library has a limited amount of memory for messages that wait; a program should not "
          "rely on it",
          "3.5", 60},
      // open-mpi/ompi#8561: with messages that wait the receiver's memory grew for ever.
      {"unexpected_returned", unsafe, exactly(2), run_unexpected_returned,
          "messages that waited give their memory back when they are received, 250 rounds",
          "what a message took is free again when it has been received", "3.5 and 3.6", 40},
      // MPICH kept memory of groups of communicators: pmodels/mpich#2080.
      {"communicator_leak", legal, exactly(2), run_communicator_leak,
          "memory that 1500 communicators, grids and groups leave behind when freed",
          "MPI_Comm_free and MPI_Group_free mark an object for deallocation", "6.3.3 and 6.4.3",
          40},
      {"datatype_leak", legal, exactly(1), run_datatype_leak,
          "memory that 20 000 derived types leave behind when freed",
          "MPI_Type_free marks a type for deallocation; what uses it completes normally", "4.1.9"},
      {"request_leak", legal, exactly(1), run_request_leak,
          "memory that 20 000 persistent requests leave behind when freed",
          "MPI_Request_free deallocates an inactive persistent request", "3.9"},
      {"window_leak", legal, exactly(2), run_window_leak,
          "memory that 400 windows leave behind when freed",
          "MPI_Win_free frees the window, and the memory that MPI_Win_allocate gave",
          "11.2.2 and 11.2.5", 40},
  };
}

}  // namespace febem::check
