// Messages between two ranks: send modes, messages to oneself, to nobody and of nothing; which
// receive gets which message.
#include "bench/check/cases/case.h"

// Blocking and nonblocking, with lengths on both sides of any eager limit.
CASE(self_send, legal, exactly(1),
    "nonblocking messages and MPI_Sendrecv of a process with itself, up to 4 MB",
    "a process can send a message to itself", "3.2.4") {
  const int counts[5] = {0, 1, 100, 10000, 1000000};
  for (int i = 0; i < 5; ++i) {
    const int n = counts[i];
    int *out = fill(NEW(int, n), n, 7), *in = NEW(int, n);
    MPI_Request requests[2];
    STEP("a message of %d integers to itself", n);
    MUST(MPI_Isend(out, n, MPI_INT, rank(), 1, MPI_COMM_WORLD, &requests[0]));
    MUST(MPI_Irecv(in, n, MPI_INT, rank(), 1, MPI_COMM_WORLD, &requests[1]));
    MUST(MPI_Waitall(2, requests, no_statuses));
    EXPECT_PATTERN(in, n, 7, "MPI_Isend to itself");
    fill(in, n, 0);
    MUST(MPI_Sendrecv(
        out, n, MPI_INT, 0, 2, in, n, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    EXPECT_PATTERN(in, n, 7, "MPI_Sendrecv with itself");
    free(out);
    free(in);
  }
}

static void receive_nothing(void) {
  MPI_Status status;
  int count = -1;
  double untouched = 3;
  MUST(MPI_Recv(NULL, 0, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  MUST(MPI_Get_count(&status, MPI_DOUBLE, &count));
  EXPECT_EQUAL(count, 0, "elements of an empty message");
  EXPECT_EQUAL(status.MPI_TAG, 5, "its tag");
  MUST(MPI_Recv(&untouched, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(untouched, 3, "a buffer longer than the empty message");
}

CASE(zero_length, legal, exactly(2), "empty messages and collectives on nothing, with null buffers",
    "the count may be zero, in which case the data part of the message is empty", "3.2.2") {
  double value = 4;
  STEP("empty messages");
  if (rank() == 0) {
    MUST(MPI_Send(NULL, 0, MPI_INT, 1, 5, MPI_COMM_WORLD));
    MUST(MPI_Ssend(NULL, 0, MPI_DOUBLE, 1, 6, MPI_COMM_WORLD));
  } else {
    receive_nothing();
  }
  STEP("collectives on nothing");
  MUST(MPI_Bcast(&value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD));
  MUST(MPI_Allreduce(NULL, &value, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
  MUST(MPI_Gather(NULL, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD));
  MUST(MPI_Alltoall(NULL, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, MPI_COMM_WORLD));
  EXPECT_EQUAL(value, 4, "what a collective on nothing leaves");
}

CASE(ssend, legal, exactly(2),
    "a synchronous send of 8 bytes does not complete before its receive is posted, and does after",
    "a synchronous send completes only if a matching receive has started to receive it", "3.4") {
  double value = 5;
  STEP("synchronous sends");
  if (rank() == 0) {
    MPI_Request request;
    int done = 0;
    MUST(MPI_Issend(&value, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &request));
    // Rank 1 waits for a word of rank 0 and has no receive for this message.
    const double start = MPI_Wtime();
    while (!done && MPI_Wtime() - start < 0.1) MUST(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    EXPECT(!done, "MPI_Issend completes although no receive is posted");
    MUST(MPI_Send(&value, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MUST(MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD));
  } else {
    const int tags[3] = {2, 1, 3};
    for (int i = 0; i < 3; ++i) {
      value = 0;
      MUST(MPI_Recv(&value, 1, MPI_DOUBLE, 0, tags[i], MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      EXPECT_EQUAL(value, 5, "what arrives");
    }
  }
}

CASE(bsend, legal, exactly(2),
    "both ranks send two messages of 1.2 MB to each other through a buffer of their own, then "
    "receive",
    "a buffered send completes whether or not a receive is posted, if the attached buffer holds it",
    "3.4 and 3.6") {
  const int count = 300000, bytes = 2 * (count * 4 + MPI_BSEND_OVERHEAD);
  int *out = fill(NEW(int, count), count, rank()), *in = NEW(int, count), bytes_detached = 0;
  char *buffer = NEW(char, bytes), *detached = NULL;
  STEP("MPI_Bsend head to head");
  MUST(MPI_Buffer_attach(buffer, bytes));
  for (int i = 0; i < 2; ++i) MUST(MPI_Bsend(out, count, MPI_INT, other(), i, MPI_COMM_WORLD));
  for (int i = 0; i < 2; ++i) {
    MUST(MPI_Recv(in, count, MPI_INT, other(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_PATTERN(in, count, other(), "a buffered message");
  }
  STEP("MPI_Buffer_detach");
  MUST(MPI_Buffer_detach(&detached, &bytes_detached));
  EXPECT(detached == buffer, "MPI_Buffer_detach gives back another buffer");
  free(out);
  free(in);
  free(buffer);
}

CASE(rsend, legal, exactly(2), "ready sends to a receive that is known to be posted",
    "a ready send may be started if the matching receive is already posted", "3.4") {
  const int counts[3] = {0, 10, 100000};
  for (int i = 0; i < 3; ++i) {
    const int n = counts[i];
    int* data = NEW(int, n);
    MPI_Request request;
    STEP("MPI_Rsend of %d integers", n);
    if (rank() == 0) {
      MUST(MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      MUST(MPI_Rsend(fill(data, n, 3), n, MPI_INT, 1, 1, MPI_COMM_WORLD));
    } else {
      MUST(MPI_Irecv(data, n, MPI_INT, 0, 1, MPI_COMM_WORLD, &request));
      MUST(MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD));
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
      EXPECT_PATTERN(data, n, 3, "a ready send");
    }
    free(data);
  }
}

CASE(sendrecv_replace, legal, at_least(3), "a ring of exchanges in place, up to 2 MB",
    "send and receive of one call use the same buffer, and a cycle of them does not deadlock",
    "3.10") {
  const int counts[4] = {0, 1, 1000, 500000};
  for (int i = 0; i < 4; ++i) {
    const int n = counts[i];
    int* data = fill(NEW(int, n), n, rank());
    STEP("MPI_Sendrecv_replace of %d integers round a ring", n);
    MUST(MPI_Sendrecv_replace(
        data, n, MPI_INT, right(), 1, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_PATTERN(data, n, left(), "what comes from the left");
    free(data);
  }
}

// MPICH 4.0 and 4.1: the status of a nonblocking receive says source 0 and tag 0,
// pmodels/mpich#6805.
CASE(proc_null, legal, exactly(1),
    "messages to and from MPI_PROC_NULL do nothing, and say so in the status",
    "communication with MPI_PROC_NULL has no effect; source MPI_PROC_NULL, tag MPI_ANY_TAG, count "
    "0",
    "3.11") {
  double value = 8;
  int count = -1;
  MPI_Status status;
  MPI_Request request;
  STEP("messages to and from MPI_PROC_NULL");
  MUST(MPI_Send(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
  MUST(MPI_Ssend(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
  MUST(MPI_Recv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status));
  MUST(MPI_Get_count(&status, MPI_DOUBLE, &count));
  EXPECT_EQUAL(value, 8, "the buffer of a receive from nobody");
  EXPECT_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL, "its source");
  EXPECT_EQUAL(status.MPI_TAG, MPI_ANY_TAG, "its tag");
  EXPECT_EQUAL(count, 0, "its count");
  MUST(MPI_Irecv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, &status));
  EXPECT_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL, "the source of a nonblocking one");
}

enum { mixed_messages = 200, longest_mixed = 100000 };

// Elements of message i: most short, some far beyond any eager limit.
static int mixed_length(int i) { return i % 3 == 0 ? longest_mixed - i : i % 7; }

static void receive_mixed(int i, int from, int tag) {
  int *in = NEW(int, longest_mixed), count = -1;
  MPI_Status status;
  MUST(MPI_Recv(in, longest_mixed, MPI_INT, from, tag, MPI_COMM_WORLD, &status));
  MUST(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT_EQUAL(count, mixed_length(i), "elements of message %d", i);
  EXPECT_PATTERN(in, count, i, "message %d", i);
  free(in);
}

// A library sends short messages at once, and long ones when their receiver is ready.
CASE(order_mixed_sizes, legal, exactly(2),
    "400 messages of one tag from 0 to 400 kB arrive in the order they were sent",
    "messages that match the same receive are not overtaking", "3.5", 40) {
  int* out[mixed_messages] = {NULL};
  MPI_Request requests[mixed_messages];
  STEP("messages of mixed lengths, all in flight");
  for (int i = 0; i < mixed_messages; ++i) {
    const int n = mixed_length(i);
    requests[i] = MPI_REQUEST_NULL;
    out[i] = fill(NEW(int, n), n, i);
    if (rank() == 0)
      MUST(MPI_Isend(out[i], n, MPI_INT, 1, 9, MPI_COMM_WORLD, &requests[i]));
    else
      receive_mixed(i, i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 9);
  }
  MUST(MPI_Waitall(mixed_messages, requests, no_statuses));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  STEP("messages of mixed lengths, one after the other");
  for (int i = 0; i < mixed_messages; ++i) {
    if (rank() == 0)
      MUST(MPI_Send(out[i], mixed_length(i), MPI_INT, 1, 10, MPI_COMM_WORLD));
    else
      receive_mixed(i, 0, 10);
    free(out[i]);
  }
}

CASE(any_source, legal, at_least(3),
    "wildcards keep the order of each sender, and all messages arrive",
    "messages of one sender are not overtaking, also with wildcards; between senders there is no "
    "fairness",
    "3.5", 40) {
  const int of_each = 500;
  int *next = NEW(int, size()), last = -1, in_a_row = 0, longest = 0;
  STEP("receives from any rank with any tag");
  for (int i = 0; i < of_each && rank() != 0; ++i)
    MUST(MPI_Send(&i, 1, MPI_INT, 0, i % 50, MPI_COMM_WORLD));
  for (int i = 0; i < of_each * (size() - 1) && rank() == 0; ++i) {
    int value = -1;
    MPI_Status status;
    MUST(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    const int from = status.MPI_SOURCE;
    EXPECT_EQUAL(value, next[from]++, "message of rank %d", from);
    EXPECT_EQUAL(status.MPI_TAG, value % 50, "its tag");
    in_a_row = from == last ? in_a_row + 1 : 1;
    longest = in_a_row > longest ? in_a_row : longest;
    last = from;
  }
  if (rank() == 0) NOTE("at most %d messages in a row from one rank", longest);
  free(next);
}

// MPI_TAG_UB is 2^23 - 1 or 2^19 - 1 with some transports, and programs broke:
// open-mpi/ompi#6940, trilinos/Trilinos#10139.
CASE(tag_bound, legal, exactly(2), "messages with the largest tag",
    "tags go up to MPI_TAG_UB, which is at least 32767", "8.1.2") {
  int *bound = NULL, there = 0, in = 0;
  MPI_Status status;
  MUST(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &there));
  EXPECT(there, "MPI_TAG_UB is not set");
  const int largest = there ? *bound : 32767, tags[3] = {largest, largest - 1, 32767};
  EXPECT(largest >= 32767, "MPI_TAG_UB is %d", largest);
  NOTE("MPI_TAG_UB is %d", largest);
  FACT_INT("largest tag", largest, "");
  STEP("messages with the largest tag, and one less");
  for (int i = 0; i < 3; ++i) {
    MUST(MPI_Sendrecv(&tags[i], 1, MPI_INT, other(), tags[i], &in, 1, MPI_INT, other(), tags[i],
        MPI_COMM_WORLD, &status));
    EXPECT_EQUAL(in, tags[i], "message with the tag");
    EXPECT_EQUAL(status.MPI_TAG, tags[i], "tag");
  }
}

CASE(separate_communicators, legal, exactly(2),
    "messages of the same tag on a communicator and its duplicate do not mix, also with wildcards",
    "a message is received in the communication universe it was sent in", "3.2.3") {
  MPI_Comm comms[2] = {MPI_COMM_WORLD, MPI_COMM_NULL};
  STEP("messages of the same tag on two communicators");
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]));
  for (int i = 0; i < 20 && rank() == 0; ++i) MUST(MPI_Send(&i, 1, MPI_INT, 1, 1, comms[i % 2]));
  for (int which = 1; which >= 0 && rank() != 0; --which)
    for (int i = which; i < 20; i += 2) {
      int value = -1;
      MUST(MPI_Recv(
          &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[which], MPI_STATUS_IGNORE));
      EXPECT_EQUAL(value, i, "message");
    }
  MUST(MPI_Comm_free(&comms[1]));
}

static void receive_probed(int i) {
  MPI_Status status;
  int there = 0, count = -1;
  if (i % 2 == 0) MUST(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  while (i % 2 != 0 && !there)
    MUST(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status));
  MUST(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT_EQUAL(status.MPI_SOURCE, 0, "source of a probed message");
  EXPECT_EQUAL(status.MPI_TAG, i, "tag of a probed message");
  int* in = NEW(int, count);
  MUST(MPI_Recv(
      in, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(count, i * i * 100, "elements of a probed message");
  EXPECT_PATTERN(in, count, i, "a probed message");
  free(in);
}

CASE(probe_count, legal, exactly(2),
    "messages of unknown length, source and tag, by MPI_Probe and MPI_Iprobe",
    "a receive with the source and tag that a probe returned gets that message, of that length",
    "3.8.1") {
  for (int i = 0; i < 30; ++i) {
    const int n = i * i * 100;
    int* out = fill(NEW(int, n), n, i);
    STEP("message %d of a length that the receiver asks for", i);
    if (rank() == 0)
      MUST(MPI_Send(out, n, MPI_INT, 1, i, MPI_COMM_WORLD));
    else
      receive_probed(i);
    free(out);
  }
}

static void receive_matched(int count) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int got = -1;
  MUST(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
  MUST(MPI_Get_count(&status, MPI_INT, &got));
  int* in = NEW(int, got);
  MUST(MPI_Mrecv(in, got, MPI_INT, &message, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(got, count, "elements of a matched message");
  EXPECT(message == MPI_MESSAGE_NULL, "MPI_Mrecv leaves the message handle");
  EXPECT_PATTERN(in, got, 2, "a matched message");
  free(in);
}

// Open MPI 1.10 and 2.0 hung in a barrier after MPI_Improbe found nothing: open-mpi/ompi#2275.
CASE(matched_probe, legal, exactly(2),
    "matched probes and receives; a barrier after a matched probe that found nothing",
    "a matched message is received by its handle, and by nothing else", "3.8.2 and 3.8.3", 20,
    Special::none, "3.1", "3.0") {
  const int counts[3] = {0, 100, 200000};
  int there = 1;
  MPI_Message message = MPI_MESSAGE_NULL;
  STEP("MPI_Improbe with nothing there, then MPI_Barrier");
  MUST(MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE));
  EXPECT(!there, "MPI_Improbe finds a message that nobody sent");
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < 3; ++i) {
    int* out = fill(NEW(int, counts[i]), counts[i], 2);
    STEP("MPI_Mprobe and MPI_Mrecv of %d integers", counts[i]);
    if (rank() == 0)
      MUST(MPI_Send(out, counts[i], MPI_INT, 1, 1, MPI_COMM_WORLD));
    else
      receive_matched(counts[i]);
    free(out);
  }
}

FAMILY(point_to_point, self_send, zero_length, ssend, bsend, rsend, sendrecv_replace, proc_null,
    order_mixed_sizes, any_source, tag_bound, separate_communicators, probe_count, matched_probe);
