// Calls that break a rule.
#include <limits>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"

namespace febem::check {
namespace {

void run_tag_too_large(Probe& probe) {
  const int* const bound = attribute(MPI_TAG_UB);
  int value = 0;
  const bool room = bound != nullptr && *bound < std::numeric_limits<int>::max();
  const int tag = room ? *bound + 1 : -17;
  probe.step("a message with the tag ", tag);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Irecv(&value, 1, MPI_INT, probe.rank(), tag, MPI_COMM_WORLD, &request);
  probe.observe_code(code, "MPI_Irecv with tag " + std::to_string(tag));
  if (code == MPI_SUCCESS) MUST(MPI_Cancel(&request));
  if (code == MPI_SUCCESS) wait(request);
}

void run_truncation(Probe& probe) {
  std::vector<int> data(1000, 1);
  probe.step("a message longer than its receive");
  if (probe.is_first()) {
    send(data, 1, 1);
    return;
  }
  std::vector<int> in(1000, 0);
  probe.observe_code(
      MPI_Recv(in.data(), 10, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  for (std::size_t i = 10; i < in.size(); ++i)
    if (in[i] != 0)
      return probe.observe(
          Observation::wrong_answer, "memory behind the receive buffer is overwritten");
}

void run_invalid_rank(Probe& probe) {
  const int value = 1;
  probe.step("a message to a rank that is not there");
  const int code = MPI_Send(&value, 1, MPI_INT, probe.size() + 3, 1, MPI_COMM_WORLD);
  probe.observe_code(code, "MPI_Send");
  int error = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &error);
  if (code != MPI_SUCCESS && error != MPI_ERR_RANK) probe.note("its class is not MPI_ERR_RANK");
}

void run_type_mismatch(Probe& probe) {
  probe.step("integers received as doubles");
  if (probe.is_first()) {
    const int values[2] = {1, 2};
    send({values, 2}, 1, 1);
    return;
  }
  double value = 0;
  probe.observe_code(
      MPI_Recv(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

void run_aliased_buffers(Probe& probe) {
  std::vector<double> values(1000, 1.0);
  probe.step("MPI_Allreduce with one buffer for both");
  probe.observe_code(
      MPI_Allreduce(values.data(), values.data(), 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD),
      "MPI_Allreduce");
  if (probe.finished().observation == Observation::accepted && values[999] != probe.size())
    probe.observe(Observation::wrong_answer, "accepted, and the sum is wrong");
}

void run_bcast_lengths_differ(Probe& probe) {
  std::vector<int> data(100000, probe.is_first() ? 1 : 0);
  probe.step("MPI_Bcast of 100 000 integers, of which others want 10");
  probe.observe_code(
      MPI_Bcast(data.data(), probe.is_first() ? 100000 : 10, MPI_INT, 0, MPI_COMM_WORLD),
      "MPI_Bcast");
}

void run_collective_order(Probe& probe) {
  std::vector<double> values(100000), sums(values);
  int code = MPI_SUCCESS;
  for (int i = 0; i < 2 && code == MPI_SUCCESS; ++i) {
    const bool broadcasts = (i == 0) == probe.is_first();
    probe.step(broadcasts ? "MPI_Bcast" : "MPI_Reduce");
    code = broadcasts ? MPI_Bcast(values.data(), 100000, MPI_DOUBLE, 0, MPI_COMM_WORLD)
                      : MPI_Reduce(values.data(), sums.data(), 100000, MPI_DOUBLE, MPI_SUM, 1,
                            MPI_COMM_WORLD);
    probe.observe_code(code, broadcasts ? "MPI_Bcast" : "MPI_Reduce");
  }
}

}  // namespace

std::vector<Case> erroneous_calls_cases() {
  return {
      {"tag_too_large", erroneous, exactly(1), run_tag_too_large,
          "a receive with a tag beyond MPI_TAG_UB, or a negative one where that is the largest "
          "integer",
          "tags are 0 to MPI_TAG_UB", "3.2.3"},
      {"truncation", erroneous, exactly(2), run_truncation,
          "a message of 4000 bytes for a receive of 40",
          "an overflow error occurs if the incoming data do not fit into the receive buffer",
          "3.2.4"},
      {"invalid_rank", erroneous, exactly(1), run_invalid_rank,
          "a message to a rank beyond the communicator, with MPI_ERRORS_RETURN",
          "the rank of the destination is 0 to n-1, or MPI_PROC_NULL", "3.2.3"},
      {"type_mismatch", erroneous, exactly(2), run_type_mismatch,
          "two integers sent, one double received",
          "the type of each entry sent must match that of the entry received", "3.3.1"},
      {"aliased_buffers", erroneous, exactly(2), run_aliased_buffers,
          "MPI_Allreduce with the same send and receive buffer in place of MPI_IN_PLACE",
          "an output argument must not be aliased with any other argument", "2.3"},
      {"bcast_lengths_differ", erroneous, exactly(2), run_bcast_lengths_differ,
          "MPI_Bcast with a longer count on the root than elsewhere",
          "the amount of data sent must equal the amount received, between each process and the "
          "root",
          "5.4", 8},
      {"collective_order", erroneous, exactly(2), run_collective_order,
          "rank 0 calls MPI_Bcast, then MPI_Reduce; rank 1 the other way round",
          "collective operations must be executed in the same order at all members of the "
          "communicator",
          "5.13", 6},
  };
}

}  // namespace febem::check
