// The memory of a library: what it buffers, what waiting messages cost, and whether objects give it
// back when they are freed.
#include "bench/check/cases/case.h"

enum { longest = 1 << 25, longest_to_itself = 1 << 24 };

// On rank 1: whether the word that a send of rank 0 has returned comes without a receive.
static int returns_alone(char* buffer, int bytes) {
  int is_back = 0;
  const double start = MPI_Wtime(), patience = is_simulated() ? 0.01 : 0.15;  // its clock is slow
  while (!is_back && MPI_Wtime() - start < patience)
    MUST(MPI_Iprobe(0, 2, MPI_COMM_WORLD, &is_back, MPI_STATUS_IGNORE));
  MUST(MPI_Recv(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MUST(MPI_Recv(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  return is_back;
}

// On both ranks. A send that waits is tried twice: its rank may only have had no core.
static int is_send_buffered(char* buffer, int bytes) {
  int alone = 0;
  for (int tries = 0; tries < 2 && !alone; ++tries) {
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 0) MUST(MPI_Send(buffer, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    if (rank() == 0) MUST(MPI_Send(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
    if (rank() == 1) alone = returns_alone(buffer, bytes);
    MUST(MPI_Bcast(&alone, 1, MPI_INT, 1, MPI_COMM_WORLD));
  }
  return alone;
}

// MPI_Send of both ranks to each other, then the receives.
static void send_head_to_head(const char* out, int bytes) {
  char* in = NEW(char, bytes);
  MUST(MPI_Send(out, bytes, MPI_BYTE, other(), 1, MPI_COMM_WORLD));
  MUST(MPI_Recv(in, bytes, MPI_BYTE, other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  free(in);
}

// n: bytes of the longest message that is buffered (-1: none) of those up to `tried` bytes.
static void tell_threshold(const char* name, int n, int tried) {
  if (n < 0) NOTE("no message is buffered, not even an empty one");
  if (n == tried) NOTE("%d MiB and perhaps more are buffered", tried >> 20);
  if (n >= 0 && n < tried) NOTE("%d bytes are buffered, %d wait", n, n + 1);
  if (n < 0) FACT_TEXT(name, "none");
  if (n >= 0) FACT_INT(name, n, "bytes");
}

// The largest message whose MPI_Send returns before a receive is posted. Found by cause, not by
// time: the sender then says so in a second message, which must come before the receive is posted.
CASE(eager_threshold, unsafe, exactly(2),
    "the longest MPI_Send that returns before its receive is posted, to the byte, and head to head "
    "with that length",
    "a standard send may wait for its receive or buffer the message; which is the library's choice",
    "3.4", 60) {
  char* buffer = NEW(char, longest);
  STEP("MPI_Send without a receive");
  int buffered = is_send_buffered(buffer, 0) ? 0 : -1, waiting = buffered < 0 ? 0 : longest;
  if (waiting > 0 && is_send_buffered(buffer, longest)) buffered = longest;
  while (waiting - buffered > 1) {
    const int middle = buffered + (waiting - buffered) / 2;
    *(is_send_buffered(buffer, middle) ? &buffered : &waiting) = middle;
  }
  STEP("MPI_Send head to head of %d bytes, found to be buffered", buffered);
  if (buffered >= 0) send_head_to_head(buffer, buffered);
  tell_threshold("eager threshold between two processes", buffered, longest);
  free(buffer);
}

CASE(head_to_head, unsafe, exactly(2), "both ranks send 4 MiB to each other before they receive",
    "a program in which every process sends before it receives works only where messages are "
    "buffered",
    "3.5", 6) {
  char* out = NEW(char, 1 << 22);
  STEP("MPI_Send of 4 MiB to each other");
  send_head_to_head(out, 1 << 22);
  free(out);
}

// Whether a send to itself completes without a receive; receives it then.
static int is_buffered_to_itself(const char* out, char* in, int bytes) {
  MPI_Request request;
  int done = 0;
  MUST(MPI_Isend(out, bytes, MPI_BYTE, rank(), 1, MPI_COMM_WORLD, &request));
  for (int tries = 0; tries < 100 && !done; ++tries)
    MUST(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
  MUST(MPI_Recv(in, bytes, MPI_BYTE, rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  return done;
}

CASE(self_threshold, legal, exactly(1),
    "the longest MPI_Isend to itself that completes before its receive is posted, to the byte",
    "a process may send to itself; a blocking send that is not buffered would deadlock", "3.2.4") {
  char *out = NEW(char, longest_to_itself), *in = NEW(char, longest_to_itself);
  int buffered = -1, waiting = longest_to_itself + 1;
  while (waiting - buffered > 1) {
    const int middle = buffered + (waiting - buffered) / 2;
    *(is_buffered_to_itself(out, in, middle) ? &buffered : &waiting) = middle;
  }
  tell_threshold("eager threshold of a process to itself", buffered, longest_to_itself);
  free(out);
  free(in);
}

// The price that a receiver pays for messages that it has not asked for. Libraries differ by a
// factor of hundreds. openucx/ucx#7151 is one that ran out of memory so, open-mpi/ompi#8561 another
// report.
CASE(unexpected_memory, unsafe, exactly(2),
    "what 50 000 short messages cost a receiver that waits for a later one",
    "a library has a limited amount of memory for messages that wait; a program should not rely on "
    "it",
    "3.5", 60) {
  const int messages = 50000;
  char data[64] = {0};
  double each = 0;
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  STEP("50 000 messages that nobody waits for");
  if (rank() == 0) {
    for (int i = 0; i < messages; ++i) MUST(MPI_Send(data, 64, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    MUST(MPI_Send(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
  } else {
    const double before = resident_bytes();
    MUST(MPI_Recv(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    const double kept = resident_bytes() - before;
    each = kept > 0 ? kept / messages : 0;
    for (int i = 0; i < messages; ++i)
      MUST(MPI_Recv(data, 64, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  }
  MUST(MPI_Bcast(&each, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD));
  NOTE("%.0f bytes of memory for each waiting message of 64 bytes", each);
  MEASURED("memory of a message of 64 bytes that waits for its receive", each, "bytes");
}

static void wait_and_be_received(void) {
  char data[512] = {0};
  for (int i = 0; i < 100 && rank() == 0; ++i)
    MUST(MPI_Send(data, 512, MPI_BYTE, 1, i, MPI_COMM_WORLD));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 99; i >= 0 && rank() != 0; --i)
    MUST(MPI_Recv(data, 512, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
}

// open-mpi/ompi#8561: with messages that wait the receiver's memory grew for ever.
CASE(unexpected_returned, unsafe, exactly(2),
    "messages that waited give their memory back when they are received, 250 rounds",
    "what a message took is free again when it has been received", "3.5 and 3.6", 40) {
  STEP("rounds of messages that wait and are then received");
  expect_no_growth("round of 100 messages that waited", 200, wait_and_be_received);
}

static void make_communicators(void) {
  MPI_Comm copy, grid;
  MPI_Group group;
  const int ranks = 2, periodic = 1;
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  MUST(MPI_Cart_create(copy, 1, &ranks, &periodic, 0, &grid));
  MUST(MPI_Comm_group(grid, &group));
  MUST(MPI_Group_free(&group));
  MUST(MPI_Comm_free(&grid));
  MUST(MPI_Comm_free(&copy));
}

// MPICH kept memory of groups of communicators: pmodels/mpich#2080.
CASE(communicator_leak, legal, exactly(2),
    "memory that 1500 communicators, grids and groups leave behind when freed",
    "MPI_Comm_free and MPI_Group_free mark an object for deallocation", "6.3.3 and 6.4.3", 40) {
  STEP("communicators, grids and groups made and freed");
  expect_no_growth("communicator, grid and group", 1500, make_communicators);
}

static void make_types(void) {
  double out[200] = {0}, in[200] = {0};
  MPI_Datatype column, resized;
  MUST(MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column));
  MUST(MPI_Type_create_resized(column, 0, sizeof(double), &resized));
  MUST(MPI_Type_commit(&resized));
  MUST(MPI_Sendrecv(
      out, 1, resized, rank(), 1, in, 1, resized, rank(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MUST(MPI_Type_free(&resized));
  MUST(MPI_Type_free(&column));
}

CASE(datatype_leak, legal, exactly(1), "memory that 20 000 derived types leave behind when freed",
    "MPI_Type_free marks a type for deallocation; what uses it completes normally", "4.1.9") {
  STEP("types made, used and freed");
  expect_no_growth("pair of types", 20000, make_types);
}

static void make_requests(void) {
  double out[4] = {0}, in[4] = {0};
  MPI_Request requests[2];
  MUST(MPI_Send_init(out, 4, MPI_DOUBLE, rank(), 1, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Recv_init(in, 4, MPI_DOUBLE, rank(), 1, MPI_COMM_WORLD, &requests[1]));
  MUST(MPI_Startall(2, requests));
  MUST(MPI_Waitall(2, requests, no_statuses));
  for (int i = 0; i < 2; ++i) MUST(MPI_Request_free(&requests[i]));
}

CASE(request_leak, legal, exactly(1),
    "memory that 20 000 persistent requests leave behind when freed",
    "MPI_Request_free deallocates an inactive persistent request", "3.9") {
  STEP("persistent requests made, used and freed");
  expect_no_growth("pair of persistent requests", 20000, make_requests);
}

static void make_window(void) {
  void* memory = NULL;
  MPI_Win window;
  MUST(MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Win_free(&window));
}

CASE(window_leak, legal, exactly(2), "memory that 400 windows leave behind when freed",
    "MPI_Win_free frees the window, and the memory that MPI_Win_allocate gave", "11.2.2 and 11.2.5",
    40, Special::none, "3.1", "3.0") {
  STEP("windows made and freed");
  expect_no_growth("window", 400, make_window);
}

FAMILY(memory, eager_threshold, head_to_head, self_threshold, unexpected_memory,
    unexpected_returned, communicator_leak, datatype_leak, request_leak, window_leak);
