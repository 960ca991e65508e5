// Send modes, and messages to oneself, to nobody and of nothing.
#include "check/case.h"

namespace febem::check {
namespace {

void exchange_with_itself(Probe& probe, int count) {
  const auto out = pattern(count, 7);
  auto in = pattern(count, 0);
  MPI_Request requests[2];
  mpi::check(MPI_Isend(out.data(), count, MPI_INT, probe.rank(), 1, MPI_COMM_WORLD, &requests[0]), "MPI_Isend");
  mpi::check(MPI_Irecv(in.data(), count, MPI_INT, probe.rank(), 1, MPI_COMM_WORLD, &requests[1]), "MPI_Irecv");
  mpi::check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  expect_pattern(probe, in, 7, "MPI_Isend to itself");
  in = pattern(count, 0);
  mpi::check(MPI_Sendrecv(out.data(), count, MPI_INT, probe.rank(), 2, in.data(), count, MPI_INT, probe.rank(), 2, MPI_COMM_SELF, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  expect_pattern(probe, in, 7, "MPI_Sendrecv with itself");
}

void run_self_send(Probe& probe) {
  for (const int count : {0, 1, 100, 10000, 1000000}) {
    probe.step("a message of " + std::to_string(count) + " integers to itself");
    exchange_with_itself(probe, count);
  }
}

void in_pairs(Probe& probe) {
  MPI_Status status;
  int count = -1;
  if (probe.is_first()) {
    mpi::check(MPI_Send(nullptr, 0, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD), "MPI_Send");
    mpi::check(MPI_Ssend(nullptr, 0, MPI_DOUBLE, 1, 6, MPI_COMM_WORLD), "MPI_Ssend");
    return;
  }
  mpi::check(MPI_Recv(nullptr, 0, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status), "MPI_Recv");
  mpi::check(MPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
  probe.expect_equal(count, 0, "elements of an empty message");
  probe.expect_equal(status.MPI_TAG, 5, "its tag");
  double untouched = 3;
  mpi::check(MPI_Recv(&untouched, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD, &status), "MPI_Recv");
  probe.expect_equal(untouched, 3.0, "a buffer longer than the empty message");
}

void in_collectives(Probe& probe) {
  double value = 4;
  mpi::check(MPI_Bcast(&value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD), "MPI_Bcast");
  mpi::check(MPI_Allreduce(nullptr, &value, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
  mpi::check(MPI_Gather(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, 1, MPI_COMM_WORLD), "MPI_Gather");
  mpi::check(MPI_Alltoall(nullptr, 0, MPI_DOUBLE, &value, 0, MPI_DOUBLE, MPI_COMM_WORLD), "MPI_Alltoall");
  probe.expect_equal(value, 4.0, "what a collective on nothing leaves");
}

void run_zero_length(Probe& probe) {
  probe.step("empty messages");
  in_pairs(probe);
  probe.step("collectives on nothing");
  in_collectives(probe);
}

/// Rank 0: must not complete while rank 1, which waits for our word, has no receive.
void send_synchronously(Probe& probe) {
  const double value = 5;
  int done = 0;
  MPI_Request request;
  mpi::check(MPI_Issend(&value, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &request), "MPI_Issend");
  for (const double start = MPI_Wtime(); done == 0 && MPI_Wtime() - start < 0.1;)
    mpi::check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  probe.expect(done == 0, "MPI_Issend completes although no receive is posted");
  mpi::check(MPI_Send(&value, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  mpi::check(MPI_Ssend(&value, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD), "MPI_Ssend");
}

void receive_in_turn(Probe& probe) {
  double value = 0;
  for (const int tag : {2, 1, 3}) {
    value = 0;
    mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    probe.expect_equal(value, 5.0, "what arrives");
  }
}

void run_ssend(Probe& probe) {
  probe.step("synchronous sends");
  probe.is_first() ? send_synchronously(probe) : receive_in_turn(probe);
}

void run_bsend(Probe& probe) {
  constexpr int count = 300000;
  const auto out = pattern(count, probe.rank());
  std::vector<int> in(count);
  std::vector<char> buffer(static_cast<std::size_t>(2 * (count * 4 + MPI_BSEND_OVERHEAD)));
  probe.step("MPI_Bsend head to head");
  mpi::check(MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size())), "MPI_Buffer_attach");
  for (int i = 0; i < 2; ++i) mpi::check(MPI_Bsend(out.data(), count, MPI_INT, probe.other(), i, MPI_COMM_WORLD), "MPI_Bsend");
  for (int i = 0; i < 2; ++i) {
    mpi::check(MPI_Recv(in.data(), count, MPI_INT, probe.other(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    expect_pattern(probe, in, probe.other(), "a buffered message");
  }
  char* detached = nullptr;
  int size = 0;
  probe.step("MPI_Buffer_detach");
  mpi::check(MPI_Buffer_detach(&detached, &size), "MPI_Buffer_detach");
  probe.expect(detached == buffer.data(), "MPI_Buffer_detach gives back another buffer");
}

void run_rsend(Probe& probe) {
  for (const int count : {0, 10, 100000}) {
    std::vector<int> in(static_cast<std::size_t>(count));
    probe.step("MPI_Rsend of " + std::to_string(count) + " integers");
    if (probe.is_first()) {
      mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      mpi::check(MPI_Rsend(pattern(count, 3).data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Rsend");
      continue;
    }
    MPI_Request request;
    mpi::check(MPI_Irecv(in.data(), count, MPI_INT, 0, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
    mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 2, MPI_COMM_WORLD), "MPI_Send");
    mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    expect_pattern(probe, in, 3, "a ready send");
  }
}

void run_sendrecv_replace(Probe& probe) {
  const int to = (probe.rank() + 1) % probe.size(), from = (probe.rank() + probe.size() - 1) % probe.size();
  for (const int count : {0, 1, 1000, 500000}) {
    auto data = pattern(count, probe.rank());
    probe.step("MPI_Sendrecv_replace of " + std::to_string(count) + " integers round a ring");
    mpi::check(MPI_Sendrecv_replace(data.data(), count, MPI_INT, to, 1, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Sendrecv_replace");
    expect_pattern(probe, data, from, "what comes from the left");
  }
}

void run_proc_null(Probe& probe) {
  double value = 8;
  MPI_Status status;
  int count = -1;
  probe.step("messages to and from MPI_PROC_NULL");
  mpi::check(MPI_Send(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD), "MPI_Send");
  mpi::check(MPI_Ssend(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD), "MPI_Ssend");
  mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status), "MPI_Recv");
  mpi::check(MPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
  probe.expect_equal(value, 8.0, "the buffer of a receive from nobody");
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "its source");
  probe.expect_equal(status.MPI_TAG, MPI_ANY_TAG, "its tag");
  probe.expect_equal(count, 0, "its count");
  MPI_Request request;
  mpi::check(MPI_Irecv(&value, 1, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  probe.expect_equal(status.MPI_SOURCE, MPI_PROC_NULL, "the source of a nonblocking one");
}

}  // namespace

// Blocking Sendrecv and nonblocking pairs, with lengths on both sides of any eager limit.
extern const Case self_send_case{.name = "self_send",
                                 .ranks = 1,
                                 .help = "nonblocking messages and MPI_Sendrecv of a process with itself, up to 4 MB",
                                 .standard = "a process can send a message to itself (MPI 3.1, 3.2.4)",
                                 .run = run_self_send};

extern const Case zero_length_case{.name = "zero_length",
                                   .help = "empty messages and collectives on nothing, with null buffers",
                                   .standard = "the count may be zero, in which case the data part of the message is empty (MPI 3.1, 3.2.2)",
                                   .run = run_zero_length};

extern const Case ssend_case{.name = "ssend",
                             .help = "a synchronous send of 8 bytes does not complete before its receive is posted, and does after",
                             .standard = "a synchronous send completes only if a matching receive has started to receive it (MPI 3.1, 3.4)",
                             .run = run_ssend};

extern const Case bsend_case{.name = "bsend",
                             .help = "both ranks send two messages of 1.2 MB to each other through a buffer of their own, then receive",
                             .standard =
                                 "a buffered send completes whether or not a receive is posted, if the attached buffer holds it (MPI 3.1, 3.4 and "
                                 "3.6)",
                             .run = run_bsend};

extern const Case rsend_case{.name = "rsend",
                             .help = "ready sends to a receive that is known to be posted",
                             .standard = "a ready send may be started if the matching receive is already posted (MPI 3.1, 3.4)",
                             .run = run_rsend};

extern const Case sendrecv_replace_case{
    .name = "sendrecv_replace",
    .ranks = 3,
    .takes_more = true,
    .help = "a ring of exchanges in place, up to 2 MB",
    .standard = "send and receive of one call use the same buffer, and a cycle of them does not deadlock (MPI 3.1, 3.10)",
    .run = run_sendrecv_replace};

// MPICH 4.0 and 4.1: the status of a nonblocking receive says source 0 and tag 0, pmodels/mpich#6805.
extern const Case proc_null_case{
    .name = "proc_null",
    .ranks = 1,
    .help = "messages to and from MPI_PROC_NULL do nothing, and say so in the status",
    .standard = "communication with MPI_PROC_NULL has no effect; source MPI_PROC_NULL, tag MPI_ANY_TAG, count 0 (MPI 3.1, 3.11)",
    .run = run_proc_null};

}  // namespace febem::check
