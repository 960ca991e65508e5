// Nonblocking, persistent and partitioned requests: completion, cancellation, release.
#include "bench/check/cases/case.h"

// Whether a request that is cancelled says so when it completes.
static int is_cancelled(MPI_Request* request) {
  int cancelled = 0;
  MPI_Status status;
  MUST(MPI_Cancel(request));
  MUST(MPI_Wait(request, &status));
  MUST(MPI_Test_cancelled(&status, &cancelled));
  return cancelled;
}

CASE(cancel_receive, legal, exactly(2),
    "a receive that nobody will match is cancelled, and does not take the next message",
    "MPI_Wait on a request marked for cancellation returns whatever other processes do", "3.8.4",
    8) {
  double value = 1, in = 0;
  MPI_Request request;
  STEP("MPI_Cancel of a receive, then MPI_Wait");
  MUST(MPI_Irecv(&value, 1, MPI_DOUBLE, other(), 77, MPI_COMM_WORLD, &request));
  EXPECT(is_cancelled(&request), "a receive that nothing can match is not cancelled");
  STEP("a message after it");
  MUST(MPI_Sendrecv(&value, 1, MPI_DOUBLE, other(), 77, &in, 1, MPI_DOUBLE, other(), 77,
      MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(in, 1, "the message after the cancelled receive");
}

// Open MPI does not cancel sends (open-mpi/ompi#9626), nor does MPICH since 3.4, which will stay so
// (pmodels/mpich#5775). MPI 4.0 deprecates it.
CASE(cancel_send, legal, exactly(1), "a synchronous send that nobody will receive is cancelled",
    "MPI_Wait on a request marked for cancellation returns whatever other processes do", "3.8.4",
    6) {
  const int value = 42;
  MPI_Request request;
  STEP("MPI_Cancel of a synchronous send, then MPI_Wait");
  MUST(MPI_Issend(&value, 1, MPI_INT, rank(), 0, MPI_COMM_WORLD, &request));
  EXPECT(is_cancelled(&request), "a send that nobody receives completes and is not cancelled");
}

CASE(request_free, legal, exactly(2),
    "the message of an active send whose request is freed still arrives, up to 4 MB",
    "MPI_Request_free lets the communication complete, and the request goes when it has", "3.7.3") {
  for (int count = 1; count <= 1000000; count *= 1000) {
    int* data = NEW(int, count);
    STEP("MPI_Request_free of an active send of %d integers", count);
    if (rank() == 0) {
      MPI_Request request;
      MUST(MPI_Isend(fill(data, count, 4), count, MPI_INT, 1, 1, MPI_COMM_WORLD, &request));
      MUST(MPI_Request_free(&request));
      EXPECT(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
      // The reply says that the buffer may go.
      MUST(MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    } else {
      MUST(MPI_Recv(data, count, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      EXPECT_PATTERN(data, count, 4, "the message of a freed request");
      MUST(MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD));
    }
    free(data);
  }
}

CASE(many_requests, legal, exactly(2), "20 000 nonblocking receives and sends at once on each rank",
    "any number of nonblocking operations may be pending, as resources allow", "3.7.2 and 3.5",
    40) {
  const int n = is_simulated() ? 5000 : 20000;  // simulators compare each with each
  const int peer = other(), mine = rank();
  double *out = NEW(double, n), *in = NEW(double, n);
  MPI_Request* requests = NEW(MPI_Request, 2 * n);
  STEP("%d receives and as many sends in flight", n);
  for (int i = 0; i < n; ++i)
    MUST(MPI_Irecv(&in[i], 1, MPI_DOUBLE, peer, i % 1000, MPI_COMM_WORLD, &requests[i]));
  for (int i = 0; i < n; ++i) {
    out[i] = i + 0.25 * mine;
    MUST(MPI_Isend(&out[i], 1, MPI_DOUBLE, peer, i % 1000, MPI_COMM_WORLD, &requests[n + i]));
  }
  MUST(MPI_Waitall(2 * n, requests, no_statuses));
  for (int i = 0; i < n; ++i) EXPECT_EQUAL(in[i], i + 0.25 * peer, "message %d", i);
  free(out);
  free(in);
  free(requests);
}

static void complete_nothing(void) {
  MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int index = 0, flag = 0, indices[2], count = 0;
  MUST(MPI_Testany(2, none, &index, &flag, MPI_STATUS_IGNORE));
  EXPECT(flag && index == MPI_UNDEFINED,
      "MPI_Testany on null requests is not true with MPI_UNDEFINED");
  MUST(MPI_Waitany(2, none, &index, MPI_STATUS_IGNORE));
  EXPECT_EQUAL(index, MPI_UNDEFINED, "MPI_Waitany on null requests");
  MUST(MPI_Waitsome(2, none, &count, indices, no_statuses));
  EXPECT_EQUAL(count, MPI_UNDEFINED, "MPI_Waitsome on null requests");
  MUST(MPI_Testall(2, none, &flag, no_statuses));
  EXPECT(flag, "MPI_Testall on null requests is false");
}

CASE(completion_calls, legal, exactly(2),
    "MPI_Waitsome, MPI_Waitany, MPI_Testany, MPI_Testall on active and on null requests",
    "with no active request they return at once: true, or MPI_UNDEFINED", "3.7.5") {
  enum { all = 10 };
  int values[all] = {0}, indices[all], count = 0;
  MPI_Request requests[all];
  MPI_Status statuses[all];
  STEP("completion of null requests");
  complete_nothing();
  STEP("MPI_Waitsome");
  for (int i = 0; i < all && rank() == 1; ++i)
    MUST(MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = all - 1; i >= 0 && rank() == 0; --i) {
    values[i] = 100 + i;
    MUST(MPI_Send(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD));
  }
  for (int done = 0; done < all && rank() == 1; done += count) {
    MUST(MPI_Waitsome(all, requests, &count, indices, statuses));
    EXPECT(count >= 1 && count <= all - done, "MPI_Waitsome completes %d", count);
    if (count < 1) break;
    for (int i = 0; i < count; ++i) {
      const int at = indices[i];
      EXPECT_EQUAL(statuses[i].MPI_TAG, at, "tag of a completed request");
      EXPECT_EQUAL(values[at], 100 + at, "data of a completed request");
      EXPECT(requests[at] == MPI_REQUEST_NULL,
          "MPI_Waitsome leaves the handle of a completed request");
    }
  }
}

// MPI_Wait and MPI_Send promise of the buffers that the data are there, or may be overwritten.
CASE(wait_completes, legal, exactly(2),
    "data are there when MPI_Wait returns, and may be overwritten when a send has completed, 2 MB",
    "MPI_Wait returns when the operation is complete: the buffer holds the message, or may be "
    "reused",
    "3.7.3") {
  const int count = 500000;
  int *data = NEW(int, count), *seen = NEW(int, count);
  for (int round = 0; round < 10; ++round) {
    MPI_Request request;
    if (rank() == 0) {
      STEP("sends of 2 MB, overwritten at once");
      fill(data, count, round);
      if (round % 2 == 0) {
        MUST(MPI_Send(data, count, MPI_INT, 1, 1, MPI_COMM_WORLD));
      } else {
        MUST(MPI_Isend(data, count, MPI_INT, 1, 1, MPI_COMM_WORLD, &request));
        MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
      }
      memset(data, -1, count * sizeof(int));
      MUST(MPI_Barrier(MPI_COMM_WORLD));
    } else {
      STEP("receives of 2 MB");
      memset(data, -2, count * sizeof(int));
      MUST(MPI_Irecv(data, count, MPI_INT, 0, 1, MPI_COMM_WORLD, &request));
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
      memcpy(seen, data, count * sizeof(int));  // nothing may come after MPI_Wait
      MUST(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_PATTERN(seen, count, round, "after MPI_Wait of round %d", round);
    }
  }
  free(data);
  free(seen);
}

// Both ways at once, twenty times.
static void exchange_persistently(int count) {
  int *out = NEW(int, count), *in = NEW(int, count);
  MPI_Request requests[2];
  MUST(MPI_Send_init(out, count, MPI_INT, other(), 1, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Recv_init(in, count, MPI_INT, other(), 1, MPI_COMM_WORLD, &requests[1]));
  for (int round = 0; round < 20; ++round) {
    fill(out, count, 10 * round + rank());
    MUST(MPI_Startall(2, requests));
    MUST(MPI_Waitall(2, requests, no_statuses));
    EXPECT_PATTERN(in, count, 10 * round + other(), "round %d", round);
  }
  for (int i = 0; i < 2; ++i) MUST(MPI_Request_free(&requests[i]));
  free(out);
  free(in);
}

// One way: a persistent request on one side, MPI_Send or MPI_Recv on the other.
static void send_one_way(int count, int persistent_rank) {
  int* data = NEW(int, count);
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank() == persistent_rank && rank() == 0)
    MUST(MPI_Send_init(data, count, MPI_INT, 1, 2, MPI_COMM_WORLD, &request));
  else if (rank() == persistent_rank)
    MUST(MPI_Recv_init(data, count, MPI_INT, 0, 2, MPI_COMM_WORLD, &request));
  for (int round = 0; round < 20; ++round) {
    if (rank() == 0) fill(data, count, round);
    if (rank() == persistent_rank) {
      MUST(MPI_Start(&request));
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else if (rank() == 0) {
      MUST(MPI_Send(data, count, MPI_INT, 1, 2, MPI_COMM_WORLD));
    } else {
      MUST(MPI_Recv(data, count, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    if (rank() != 0) EXPECT_PATTERN(data, count, round, "one way, round %d", round);
  }
  if (rank() == persistent_rank) MUST(MPI_Request_free(&request));
  free(data);
}

// SimGrid SMPI 3.32: a started MPI_Send_init of a short message never completes.
CASE(persistent, legal, exactly(2),
    "persistent sends and receives started twenty times, also with MPI_Recv and MPI_Send on the "
    "other side",
    "a persistent request may be started again when it has completed", "3.9") {
  const int counts[3] = {1, 100, 100000};
  for (int i = 0; i < 3; ++i) {
    STEP("persistent messages both ways of %d integers", counts[i]);
    exchange_persistently(counts[i]);
    STEP("persistent sends to MPI_Recv of %d integers", counts[i]);
    send_one_way(counts[i], 0);
    STEP("MPI_Send to persistent receives of %d integers", counts[i]);
    send_one_way(counts[i], 1);
  }
}

// MPICH 3.4: MPI_Wait hangs, pmodels/mpich#5053.
CASE(persistent_proc_null, legal, exactly(1), "persistent requests with MPI_PROC_NULL complete",
    "MPI_PROC_NULL may stand wherever a source or destination does, also in persistent requests",
    "3.9 and 3.11", 8) {
  double value = 2;
  MPI_Status statuses[2];
  MPI_Request requests[2];
  STEP("persistent requests with MPI_PROC_NULL");
  MUST(MPI_Send_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Recv_init(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[1]));
  MUST(MPI_Startall(2, requests));
  MUST(MPI_Waitall(2, requests, statuses));
  EXPECT_EQUAL(statuses[1].MPI_SOURCE, MPI_PROC_NULL, "source");
  for (int i = 0; i < 2; ++i) MUST(MPI_Request_free(&requests[i]));
}

// A persistent request to or from `peer` in partitions of 1000 integers: rank 0 sends.
static MPI_Request in_partitions(int* data, int partitions, int peer) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank() == 0)
    MUST(MPI_Psend_init(
        data, partitions, 1000, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  else
    MUST(MPI_Precv_init(
        data, partitions, 1000, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  return request;
}

// Partitioned sends to two neighbours hang in Open MPI 5: open-mpi/ompi#12969.
CASE(partitioned, legal, exactly(3),
    "partitioned sends to two ranks, partitions ready in reverse order",
    "partitions may be marked ready in any order", "4.2", 20, Special::none, "4.0") {
  const int partitions = 8, count = partitions * 1000, peers = rank() == 0 ? 2 : 1;
  int* data = NEW(int, count);
  MPI_Request requests[2];
  for (int i = 0; i < peers; ++i)
    requests[i] = in_partitions(data, partitions, rank() == 0 ? i + 1 : 0);
  for (int round = 0; round < 3; ++round) {
    STEP(rank() == 0 ? "partitioned sends to two ranks, round %d"
                     : "a partitioned receive, round %d",
        round);
    if (rank() == 0) fill(data, count, round);
    MUST(MPI_Startall(peers, requests));
    for (int i = partitions - 1; i >= 0 && rank() == 0; --i)
      for (int peer = 0; peer < peers; ++peer) MUST(MPI_Pready(i, requests[peer]));
    MUST(MPI_Waitall(peers, requests, no_statuses));
    if (rank() != 0) EXPECT_PATTERN(data, count, round, "partitioned round %d", round);
  }
  for (int i = 0; i < peers; ++i) MUST(MPI_Request_free(&requests[i]));
  free(data);
}

// Open MPI 5.0 makes ready for partitioned requests by a collective operation within the first:
// ranks that open none leave the others waiting. Akin to open-mpi/ompi#12969.
CASE(partitioned_bystander, legal, exactly(3),
    "a partitioned transfer between two ranks while the third opens none",
    "the calls that open and start a partitioned transfer are local: they need no call by a third",
    "4.2, A.2", 20, Special::none, "4.0") {
  int *data = fill(NEW(int, 1000), 1000, rank() == 0 ? 7 : 0), done = 1;
  if (rank() < 2) {
    STEP("a partitioned transfer between two ranks, the third waiting for a message");
    MPI_Request request = in_partitions(data, 1, other());
    MUST(MPI_Start(&request));
    if (rank() == 0) MUST(MPI_Pready(0, request));
    MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MUST(MPI_Request_free(&request));
    if (rank() == 1) EXPECT_PATTERN(data, 1000, 7, "the transfer");
  }
  if (rank() == 1) MUST(MPI_Send(&done, 1, MPI_INT, 2, 2, MPI_COMM_WORLD));
  if (rank() == 2) MUST(MPI_Recv(&done, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  free(data);
}

FAMILY(requests, cancel_receive, cancel_send, request_free, many_requests, completion_calls,
    wait_completes, persistent, persistent_proc_null, partitioned, partitioned_bystander);
