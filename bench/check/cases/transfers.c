// Persistent and partitioned transfers, threads, and what MPI 4.1 added to messages.
#include <pthread.h>

#include "bench/check/cases/case.h"

CASE(sendrecv_nonblocking, legal, at_least(3),
    "rings of MPI_Isendrecv and MPI_Isendrecv_replace, up to 4 MB",
    "they are MPI_Sendrecv and MPI_Sendrecv_replace, nonblocking", "3.10", 20, Special::none,
    "4.0") {
  for (int count = 1; count <= 1000000; count *= 1000) {
    int *out = fill(NEW(int, count), count, rank()), *in = NEW(int, count);
    MPI_Request both[2];
    STEP("MPI_Isendrecv and MPI_Isendrecv_replace of %d integers", count);
    MUST(MPI_Isendrecv(
        out, count, MPI_INT, right(), 1, in, count, MPI_INT, left(), 1, MPI_COMM_WORLD, &both[0]));
    MUST(MPI_Wait(&both[0], MPI_STATUS_IGNORE));
    EXPECT_PATTERN(in, count, left(), "MPI_Isendrecv");
    MUST(MPI_Isendrecv_replace(
        out, count, MPI_INT, right(), 2, left(), 2, MPI_COMM_WORLD, &both[0]));
    MUST(
        MPI_Isendrecv_replace(in, count, MPI_INT, left(), 3, right(), 3, MPI_COMM_WORLD, &both[1]));
    MUST(MPI_Waitall(2, both, no_statuses));
    EXPECT_PATTERN(out, count, left(), "MPI_Isendrecv_replace");
    EXPECT_PATTERN(in, count, rank(), "MPI_Isendrecv_replace, back");
    free(out);
    free(in);
  }
}

// MPICH 4.1.2 sent what was in the buffer when the request was made: pmodels/mpich#7078.
CASE(persistent_gather, legal, at_least(3),
    "a persistent gather whose send buffers change before each start",
    "the buffers are read after MPI_Start, not when the request is made", "6.13.3", 20,
    Special::none, "4.0") {
  int mine = -2, *all = NEW(int, size());
  MPI_Request request;
  STEP("MPI_Gather_init");
  MUST(MPI_Gather_init(
      &mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  for (int round = 0; round < 4; ++round) {
    STEP("a persistent gather, round %d", round);
    mine = 100 * round + rank();
    MUST(MPI_Start(&request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < size() && rank() == 0; ++i)
      EXPECT_EQUAL(all[i], 100 * round + i, "rank %d in round %d", i, round);
  }
  MUST(MPI_Request_free(&request));
  free(all);
}

// MPICH 4.3 and 5.0 begin a later round of a long broadcast wrongly: pmodels/mpich#7550.
CASE(persistent_collectives, legal, at_least(3),
    "persistent broadcasts, sums and barriers, started together, five times",
    "a persistent collective may be started again when it is complete", "6.13", 20, Special::none,
    "4.0") {
  enum { n = 50000 };
  const int all = size();
  int *data = NEW(int, n), value = 0, sum = 0;
  MPI_Request requests[3];
  STEP("persistent collectives are made");
  MUST(MPI_Bcast_init(data, n, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
  MUST(MPI_Allreduce_init(
      &value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  MUST(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]));
  for (int round = 0; round < 5; ++round) {
    STEP("persistent collectives, round %d", round);
    fill(data, n, rank() == 1 ? round : 900);
    value = rank() + round;
    MUST(MPI_Startall(3, requests));
    MUST(MPI_Waitall(3, requests, no_statuses));
    EXPECT_PATTERN(data, n, round, "MPI_Bcast_init, round %d", round);
    EXPECT_EQUAL(sum, all * (all - 1) / 2 + all * round, "MPI_Allreduce_init, round %d", round);
  }
  for (int i = 0; i < 3; ++i) MUST(MPI_Request_free(&requests[i]));
  free(data);
}

// From rank 0 to rank 1, `count` integers in all.
static MPI_Request in_parts(int* data, int sent, int received, int count) {
  const int parts = rank() == 0 ? sent : received;
  MPI_Request request;
  if (rank() == 0)
    MUST(MPI_Psend_init(
        data, parts, count / parts, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  else
    MUST(MPI_Precv_init(
        data, parts, count / parts, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  return request;
}

CASE(partitioned_unequal, legal, exactly(2),
    "12 partitions sent, 4, 3 and 24 received, marked ready in reverse order, by range and by list",
    "the numbers of partitions of both sides may differ", "4.2.1", 20, Special::none, "4.0") {
  const int parts[3] = {4, 3, 24};
  int list[4] = {3, 0, 2, 1}, *data = NEW(int, 1200);
  for (int which = 0; which < 3; ++which) {
    MPI_Request request = in_parts(data, 12, parts[which], 1200);
    for (int round = 0; round < 2; ++round) {
      STEP("12 partitions to %d, round %d", parts[which], round);
      fill(data, 1200, rank() == 0 ? round : 900);
      MUST(MPI_Start(&request));
      if (rank() == 0) {
        for (int i = 11; i >= 8; --i) MUST(MPI_Pready(i, request));
        MUST(MPI_Pready_range(4, 7, request));
        MUST(MPI_Pready_list(4, list, request));
      }
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
      EXPECT_PATTERN(data, 1200, round, "12 partitions to %d", parts[which]);
    }
    MUST(MPI_Request_free(&request));
  }
  free(data);
}

CASE(partitioned_arrived, legal, exactly(2),
    "partitions are used as they arrive, by MPI_Parrived alone, until all are there",
    "MPI_Parrived returns true once the partition has arrived, and makes progress", "4.2.2", 20,
    Special::none, "4.0") {
  enum { parts = 6, each = 2000 };
  int* data = NEW(int, parts* each);
  MPI_Request request = in_parts(data, parts, parts, parts * each);
  for (int round = 0; round < 3; ++round) {
    STEP("six partitions, round %d", round);
    fill(data, parts * each, rank() == 0 ? round : 900);
    MUST(MPI_Start(&request));
    for (int i = 0; i < parts && rank() == 0; ++i) MUST(MPI_Pready(i * 5 % parts, request));
    for (int i = parts - 1; i >= 0 && rank() == 1; --i) {
      for (int there = 0; !there;) MUST(MPI_Parrived(request, i, &there));
      for (int j = i * each; j < (i + 1) * each; ++j)
        EXPECT_EQUAL(data[j], pattern_at(j, round), "partition %d", i);
    }
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MUST(MPI_Barrier(MPI_COMM_WORLD));
  }
  MUST(MPI_Request_free(&request));
  free(data);
}

// open-mpi/ompi#14003 and #14155: an error, and a later transfer of the same tag hangs.
CASE(partitioned_inactive, legal, exactly(2),
    "MPI_Parrived of an inactive request is true; a request freed unused does not harm the next",
    "MPI_Parrived on an inactive request returns true", "4.2.2", 10, Special::none, "4.0") {
  int data[4] = {0}, there = 1;
  for (int round = 0; round < 2; ++round) {
    STEP("partitioned requests are made, round %d", round);
    MPI_Request request = in_parts(data, 2, 2, 4);
    if (rank() == 1) MUST(MPI_Parrived(request, 1, &there));
    EXPECT(there, "MPI_Parrived of an inactive request is false");
    if (round == 1) {
      STEP("a transfer after a request that was freed unused");
      fill(data, 4, rank() == 0 ? 5 : 900);
      MUST(MPI_Start(&request));
      if (rank() == 0) MUST(MPI_Pready_range(0, 1, request));
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
      EXPECT_PATTERN(data, 4, 5, "the transfer");
    }
    MUST(MPI_Request_free(&request));
    MUST(MPI_Barrier(MPI_COMM_WORLD));
  }
}

struct Worker {
  MPI_Comm comm;
  int wrong, number;
};

static void* work(void* argument) {
  struct Worker* mine = (struct Worker*)argument;
  const int me = rank();
  for (int i = 0; i < 200; ++i) {
    int out[256], in[256] = {0}, sum = 0;
    MPI_Request both[2];
    for (int j = 0; j < 256; ++j) out[j] = i + j + 1000 * mine->number + 10000 * me;
    MPI_Irecv(in, 256, MPI_INT, 1 - me, i, mine->comm, &both[0]);
    MPI_Isend(out, 256, MPI_INT, 1 - me, i, mine->comm, &both[1]);
    MPI_Waitall(2, both, no_statuses);
    MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, mine->comm);
    for (int j = 0; j < 256; ++j) mine->wrong += in[j] != out[j] + 10000 * (1 - 2 * me);
    mine->wrong += sum != 2 * i;
  }
  return NULL;
}

CASE(threads_under_load, legal, exactly(2),
    "four threads of each rank send, receive and add, each on a communicator of its own",
    "with MPI_THREAD_MULTIPLE threads may call MPI at once, as if in some order", "12.4", 40,
    Special::threads) {
  pthread_t threads[4];
  struct Worker workers[4];
  int level = 0;
  MUST(MPI_Query_thread(&level));
  if (level < MPI_THREAD_MULTIPLE) UNSUPPORTED("MPI_THREAD_MULTIPLE is not granted");
  for (int i = 0; i < 4; ++i) {
    workers[i].number = i;
    workers[i].wrong = 0;
    MUST(MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm));
  }
  STEP("four threads at work");
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, &workers[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQUAL(workers[i].wrong, 0, "wrong numbers that thread %d got", i);
    MUST(MPI_Comm_free(&workers[i].comm));
  }
}

CASE(status_of_several, legal, exactly(2),
    "MPI_Request_get_status_any, ..._some and ..._all see what is complete and free nothing",
    "they are MPI_Testany, MPI_Testsome and MPI_Testall, but leave the requests", "3.7.6", 20,
    Special::none, "4.1") {
  int in[2] = {0}, done = 0, index = -1, count = 0, indices[2] = {0}, value = 5;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (int i = 0; i < 2; ++i)
    MUST(MPI_Irecv(&in[i], 1, MPI_INT, other(), i, MPI_COMM_WORLD, &requests[i]));
  for (int i = 1; i >= 0; --i) {
    MUST(MPI_Request_get_status_all(2, requests, &done, statuses));
    EXPECT(!done, "all are complete with %d of 2 messages", 1 - i);
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    MUST(MPI_Send(&value, 1, MPI_INT, other(), i, MPI_COMM_WORLD));
    STEP("MPI_Request_get_status_any until message %d is there", i);
    while (!done) MUST(MPI_Request_get_status_any(2 - i, requests + i, &index, &done, statuses));
    EXPECT_EQUAL(requests[1] != MPI_REQUEST_NULL, 1, "whether the request is left");
    if (i == 0) break;
    EXPECT(index == 0 && statuses[0].MPI_TAG == 1, "request %d is complete", index + 1);
    MUST(MPI_Request_get_status_some(2, requests, &count, indices, statuses));
    EXPECT(count == 1 && indices[0] == 1, "MPI_Request_get_status_some: %d", count);
  }
  MUST(MPI_Waitall(2, requests, statuses));
  EXPECT(in[0] == 5 && in[1] == 5, "messages %d and %d", in[0], in[1]);
}

CASE(status_fields, legal, exactly(1),
    "source, tag and error of a status by functions, as set and as in the fields",
    "the functions give C and other languages the fields of a status", "3.2.5, 13.3", 20,
    Special::none, "4.1") {
  MPI_Status status;
  int source = 0, tag = 0, error = 0;
  memset(&status, 0, sizeof status);
  MUST(MPI_Status_set_source(&status, 3));
  MUST(MPI_Status_set_tag(&status, 4));
  MUST(MPI_Status_set_error(&status, MPI_ERR_OTHER));
  EXPECT(status.MPI_SOURCE == 3 && status.MPI_TAG == 4 && status.MPI_ERROR == MPI_ERR_OTHER,
      "the fields are %d, %d, %d", status.MPI_SOURCE, status.MPI_TAG, status.MPI_ERROR);
  MUST(MPI_Status_get_source(&status, &source));
  MUST(MPI_Status_get_tag(&status, &tag));
  MUST(MPI_Status_get_error(&status, &error));
  EXPECT(source == 3 && tag == 4 && error == MPI_ERR_OTHER, "got %d, %d, %d", source, tag, error);
}

// Buffered sends of both ranks from a buffer of a communicator, before any is received.
static void send_buffered(void* buffer, int bytes, int messages) {
  enum { n = 10000 };
  int *out = NEW(int, n), *in = NEW(int, n), size_of = 0;
  void* back = NULL;
  MPI_Comm comm;
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  MUST(MPI_Comm_attach_buffer(comm, buffer, bytes));
  STEP("%d buffered sends", messages);
  for (int i = 0; i < messages; ++i) MUST(MPI_Bsend(fill(out, n, i), n, MPI_INT, other(), i, comm));
  for (int i = messages - 1; i >= 0; --i) {
    MUST(MPI_Recv(in, n, MPI_INT, other(), i, comm, MPI_STATUS_IGNORE));
    EXPECT_PATTERN(in, n, i, "message %d", i);
  }
  STEP("MPI_Comm_flush_buffer");
  MUST(MPI_Comm_flush_buffer(comm));
  MUST(MPI_Comm_detach_buffer(comm, &back, &size_of));
  EXPECT(back == buffer, "another buffer comes back");
  if (bytes > 0) EXPECT_EQUAL(size_of, bytes, "bytes of the buffer");
  MUST(MPI_Comm_free(&comm));
  free(out);
  free(in);
}

CASE(comm_buffer, legal, exactly(2),
    "buffered sends from a buffer of the communicator, flushed, and the buffer taken back",
    "MPI_Comm_attach_buffer gives a communicator a buffer; a detach waits for the messages in it",
    "3.6", 20, Special::none, "4.1") {
  const int bytes = 3 * (40000 + MPI_BSEND_OVERHEAD);
  char* buffer = NEW(char, bytes);
  send_buffered(buffer, bytes, 3);
  free(buffer);
}

CASE(automatic_buffer, legal, exactly(2),
    "a megabyte of buffered sends with MPI_BUFFER_AUTOMATIC, before any is received",
    "with MPI_BUFFER_AUTOMATIC the library provides the memory that buffered sends need", "3.6", 20,
    Special::none, "4.1") {
  send_buffered(MPI_BUFFER_AUTOMATIC, 0, 25);
}

// Open MPI main knows only the pairs that have names: open-mpi/ompi#14005.
CASE(value_index, legal, at_least(3),
    "MPI_MAXLOC with pairs of doubles and integers, and of 64-bit integers where there is a type",
    "MPI_Type_get_value_index returns the named pair, an unnamed one, or MPI_DATATYPE_NULL",
    "6.9.4", 20, Special::none, "4.1") {
  struct Pair {
    double value;
    int index;
  } mine = {-1.0 * rank() * (rank() - 2), rank()}, most = {0, 0};
  struct Long {
    int64_t value, index;
  } long_mine = {rank(), 70 + rank()}, long_most = {0, 0};
  MPI_Datatype type;
  MUST(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type));
  EXPECT(type == MPI_DOUBLE_INT, "doubles and integers are not MPI_DOUBLE_INT");
  MUST(MPI_Allreduce(&mine, &most, 1, type, MPI_MAXLOC, MPI_COMM_WORLD));
  EXPECT(most.value == 1 && most.index == 1, "the largest is %g at %d", most.value, most.index);
  STEP("a pair of 64-bit integers");
  MUST(MPI_Type_get_value_index(MPI_INT64_T, MPI_INT64_T, &type));
  if (type == MPI_DATATYPE_NULL) {
    NOTE("no pair of 64-bit integers");
    return;
  }
  MUST(MPI_Allreduce(&long_mine, &long_most, 1, type, MPI_MAXLOC, MPI_COMM_WORLD));
  EXPECT_EQUAL(long_most.value, size() - 1, "the largest 64-bit integer");
  EXPECT_EQUAL(long_most.index, 70 + size() - 1, "its index");
}

FAMILY(transfers, sendrecv_nonblocking, persistent_gather, persistent_collectives,
    partitioned_unequal, partitioned_arrived, partitioned_inactive, threads_under_load,
    status_of_several, status_fields, comm_buffer, automatic_buffer, value_index);
