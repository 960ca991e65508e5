// Calls that break a rule.
#include <limits.h>

#include "bench/check/cases/case.h"

CASE(tag_too_large, erroneous, exactly(1),
    "a receive with a tag beyond MPI_TAG_UB, or a negative one where that is the largest integer",
    "tags are 0 to MPI_TAG_UB", "3.2.3") {
  int *bound = NULL, there = 0, value = 0;
  MUST(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &there));
  const int tag = there && *bound < INT_MAX ? *bound + 1 : -17;
  STEP("a message with the tag %d", tag);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Irecv(&value, 1, MPI_INT, rank(), tag, MPI_COMM_WORLD, &request);
  OBSERVE_CODE(code, "MPI_Irecv with tag %d", tag);
  if (code == MPI_SUCCESS) MUST(MPI_Cancel(&request));
  if (code == MPI_SUCCESS) MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

CASE(truncation, erroneous, exactly(2), "a message of 4000 bytes for a receive of 40",
    "an overflow error occurs if the incoming data do not fit into the receive buffer", "3.2.4") {
  int* data = NEW(int, 1000);
  STEP("a message longer than its receive");
  if (rank() == 0) {
    MUST(MPI_Send(fill(data, 1000, 1), 1000, MPI_INT, 1, 1, MPI_COMM_WORLD));
  } else {
    OBSERVE_CODE(MPI_Recv(data, 10, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    for (int i = 10; i < 1000; ++i)
      EXPECT(data[i] == 0, "memory behind the receive buffer is overwritten");
  }
  free(data);
}

CASE(invalid_rank, erroneous, exactly(1),
    "a message to a rank beyond the communicator, with MPI_ERRORS_RETURN",
    "the rank of the destination is 0 to n-1, or MPI_PROC_NULL", "3.2.3") {
  const int value = 1;
  STEP("a message to a rank that is not there");
  const int code = MPI_Send(&value, 1, MPI_INT, size() + 3, 1, MPI_COMM_WORLD);
  OBSERVE_CODE(code, "MPI_Send");
  int error = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &error);
  if (code != MPI_SUCCESS && error != MPI_ERR_RANK) NOTE("its class is not MPI_ERR_RANK");
}

CASE(type_mismatch, erroneous, exactly(2), "two integers sent, one double received",
    "the type of each entry sent must match that of the entry received", "3.3.1") {
  const int values[2] = {1, 2};
  double value = 0;
  STEP("integers received as doubles");
  if (rank() == 0)
    MUST(MPI_Send(values, 2, MPI_INT, 1, 1, MPI_COMM_WORLD));
  else
    OBSERVE_CODE(
        MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

CASE(aliased_buffers, erroneous, exactly(2),
    "MPI_Allreduce with the same send and receive buffer in place of MPI_IN_PLACE",
    "an output argument must not be aliased with any other argument", "2.3") {
  double* values = NEW(double, 1000);
  for (int i = 0; i < 1000; ++i) values[i] = 1;
  STEP("MPI_Allreduce with one buffer for both");
  const int code = MPI_Allreduce(values, values, 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  OBSERVE_CODE(code, "MPI_Allreduce");
  EXPECT(code != MPI_SUCCESS || values[999] == size(), "accepted, and the sum is wrong");
  free(values);
}

CASE(bcast_lengths_differ, erroneous, exactly(2),
    "MPI_Bcast with a longer count on the root than elsewhere",
    "the amount of data sent must equal the amount received, between each process and the root",
    "5.4", 8) {
  int* data = NEW(int, 100000);
  STEP("MPI_Bcast of 100 000 integers, of which others want 10");
  OBSERVE_CODE(MPI_Bcast(data, rank() == 0 ? 100000 : 10, MPI_INT, 0, MPI_COMM_WORLD), "MPI_Bcast");
  free(data);
}

CASE(collective_order, erroneous, exactly(2),
    "rank 0 calls MPI_Bcast, then MPI_Reduce; rank 1 the other way round",
    "collective operations must be executed in the same order at all members of the communicator",
    "5.13", 6) {
  double *values = NEW(double, 100000), *sums = NEW(double, 100000);
  int code = MPI_SUCCESS;
  for (int i = 0; i < 2 && code == MPI_SUCCESS; ++i) {
    const char* call = (i == 0) == (rank() == 0) ? "MPI_Bcast" : "MPI_Reduce";
    STEP("%s", call);
    if (strcmp(call, "MPI_Bcast") == 0)
      code = MPI_Bcast(values, 100000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    else
      code = MPI_Reduce(values, sums, 100000, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    OBSERVE_CODE(code, "%s", call);
  }
  free(values);
  free(sums);
}

FAMILY(erroneous_calls, tag_too_large, truncation, invalid_rank, type_mismatch, aliased_buffers,
    bcast_lengths_differ, collective_order);
