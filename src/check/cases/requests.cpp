// Nonblocking requests: completion, cancellation, release.
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void run_cancel_receive(Probe& probe) {
  double value = 1;
  int cancelled = 0;
  MPI_Request request;
  MPI_Status status;
  probe.step("MPI_Cancel of a receive, then MPI_Wait");
  mpi::check(MPI_Irecv(&value, 1, MPI_DOUBLE, probe.other(), 77, MPI_COMM_WORLD, &request), "MPI_Irecv");
  mpi::check(MPI_Cancel(&request), "MPI_Cancel");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  mpi::check(MPI_Test_cancelled(&status, &cancelled), "MPI_Test_cancelled");
  probe.expect(cancelled != 0, "a receive that nothing can match is not cancelled");
  probe.step("a message after it");
  double in = 0;
  mpi::check(MPI_Sendrecv(&value, 1, MPI_DOUBLE, probe.other(), 77, &in, 1, MPI_DOUBLE, probe.other(), 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  probe.expect_equal(in, 1.0, "the message after the cancelled receive");
}

void run_cancel_send(Probe& probe) {
  const int value = 42;
  int cancelled = 0;
  MPI_Request request;
  MPI_Status status;
  probe.step("MPI_Cancel of a synchronous send, then MPI_Wait");
  mpi::check(MPI_Issend(&value, 1, MPI_INT, probe.rank(), 0, MPI_COMM_WORLD, &request), "MPI_Issend");
  mpi::check(MPI_Cancel(&request), "MPI_Cancel");
  mpi::check(MPI_Wait(&request, &status), "MPI_Wait");
  mpi::check(MPI_Test_cancelled(&status, &cancelled), "MPI_Test_cancelled");
  probe.expect(cancelled != 0, "a send that nobody receives completes and is not cancelled");
}

void run_request_free(Probe& probe) {
  for (const int count : {1, 1000, 1000000}) {
    const auto out = pattern(count, 4);
    std::vector<int> in(static_cast<std::size_t>(count));
    probe.step("MPI_Request_free of an active send of " + std::to_string(count) + " integers");
    if (probe.is_first()) {
      MPI_Request request;
      mpi::check(MPI_Isend(out.data(), count, MPI_INT, 1, 1, MPI_COMM_WORLD, &request), "MPI_Isend");
      mpi::check(MPI_Request_free(&request), "MPI_Request_free");
      probe.expect(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
      // The reply is what says that the buffer may go.
      mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    } else {
      mpi::check(MPI_Recv(in.data(), count, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
      expect_pattern(probe, in, 4, "the message of a freed request");
      mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 2, MPI_COMM_WORLD), "MPI_Send");
    }
  }
}

void run_many_requests(Probe& probe) {
  constexpr int count = 20000;
  std::vector<double> out(count), in(count);
  std::vector<MPI_Request> requests(2 * count);
  for (int i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = i + 0.25 * probe.rank();
  probe.step("20 000 receives and as many sends in flight");
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    mpi::check(MPI_Irecv(&in[at], 1, MPI_DOUBLE, probe.other(), i % 1000, MPI_COMM_WORLD, &requests[at]), "MPI_Irecv");
  }
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    mpi::check(MPI_Isend(&out[at], 1, MPI_DOUBLE, probe.other(), i % 1000, MPI_COMM_WORLD, &requests[count + at]), "MPI_Isend");
  }
  mpi::check(MPI_Waitall(2 * count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  for (int i = 0; i < count; ++i) probe.expect_equal(in[static_cast<std::size_t>(i)], i + 0.25 * probe.other(), "message " + std::to_string(i));
}

void on_nothing(Probe& probe) {
  MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int index = 0, flag = 0, indices[2], count = 0;
  mpi::check(MPI_Testany(2, none, &index, &flag, MPI_STATUS_IGNORE), "MPI_Testany");
  probe.expect(flag != 0 && index == MPI_UNDEFINED, "MPI_Testany on null requests is not true with MPI_UNDEFINED");
  mpi::check(MPI_Waitany(2, none, &index, MPI_STATUS_IGNORE), "MPI_Waitany");
  probe.expect_equal(index, MPI_UNDEFINED, "MPI_Waitany on null requests");
  mpi::check(MPI_Waitsome(2, none, &count, indices, MPI_STATUSES_IGNORE), "MPI_Waitsome");
  probe.expect_equal(count, MPI_UNDEFINED, "MPI_Waitsome on null requests");
  mpi::check(MPI_Testall(2, none, &flag, MPI_STATUSES_IGNORE), "MPI_Testall");
  probe.expect(flag != 0, "MPI_Testall on null requests is false");
}

/// Rank 1 receives 10 messages, which come in reverse.
void receive_some(Probe& probe) {
  constexpr int all = 10;
  std::vector<int> in(all);
  std::vector<MPI_Request> requests(all);
  std::vector<MPI_Status> statuses(all);
  for (int i = 0; i < all; ++i)
    mpi::check(MPI_Irecv(&in[static_cast<std::size_t>(i)], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]), "MPI_Irecv");
  mpi::check(MPI_Send(nullptr, 0, MPI_INT, 0, 100, MPI_COMM_WORLD), "MPI_Send");
  for (int done = 0, count = 0; done < all; done += count) {
    std::vector<int> indices(all);
    mpi::check(MPI_Waitsome(all, requests.data(), &count, indices.data(), statuses.data()), "MPI_Waitsome");
    probe.expect(count >= 1 && count <= all - done, "MPI_Waitsome completes " + std::to_string(count));
    if (count < 1) return;
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(indices[static_cast<std::size_t>(i)]);
      probe.expect_equal(statuses[static_cast<std::size_t>(i)].MPI_TAG, static_cast<int>(at), "tag of a completed request");
      probe.expect_equal(in[at], 100 + static_cast<int>(at), "data of a completed request");
      probe.expect(requests[at] == MPI_REQUEST_NULL, "MPI_Waitsome leaves the handle of a completed request");
    }
  }
}

void run_completion_calls(Probe& probe) {
  probe.step("completion of null requests");
  on_nothing(probe);
  probe.step("MPI_Waitsome");
  if (!probe.is_first()) return receive_some(probe);
  mpi::check(MPI_Recv(nullptr, 0, MPI_INT, 1, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
  for (int i = 9; i >= 0; --i) {
    const int value = 100 + i;
    mpi::check(MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD), "MPI_Send");
  }
}

constexpr int overwritten_length = 500000, overwritten_rounds = 10;

/// Overwrites what it has sent as soon as it may.
void send_and_overwrite(Probe& probe) {
  for (int round = 0; round < overwritten_rounds; ++round) {
    auto data = pattern(overwritten_length, round);
    probe.step("sends of 2 MB, overwritten at once");
    if (round % 2 == 0) {
      mpi::check(MPI_Send(data.data(), overwritten_length, MPI_INT, 1, 1, MPI_COMM_WORLD), "MPI_Send");
    } else {
      MPI_Request request;
      mpi::check(MPI_Isend(data.data(), overwritten_length, MPI_INT, 1, 1, MPI_COMM_WORLD, &request), "MPI_Isend");
      mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    }
    data.assign(data.size(), -1);
    mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  }
}

void receive_and_compare(Probe& probe) {
  for (int round = 0; round < overwritten_rounds; ++round) {
    std::vector<int> data(overwritten_length, -2);
    MPI_Request request;
    probe.step("receives of 2 MB");
    mpi::check(MPI_Irecv(data.data(), overwritten_length, MPI_INT, 0, 1, MPI_COMM_WORLD, &request), "MPI_Irecv");
    mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    const auto seen = data;  // nothing may come after MPI_Wait
    mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
    expect_pattern(probe, seen, round, "after MPI_Wait of round " + std::to_string(round));
  }
}

void run_wait_completes(Probe& probe) { probe.is_first() ? send_and_overwrite(probe) : receive_and_compare(probe); }

}  // namespace

extern const Case cancel_receive_case{
    .name = "cancel_receive",
    .help = "a receive that nobody will match is cancelled, and does not take the next message",
    .standard = "MPI_Wait on a request marked for cancellation returns whatever other processes do (MPI 3.1, 3.8.4)",
    .run = run_cancel_receive,
    .time_limit = 8};

// Open MPI does not cancel sends (open-mpi/ompi#9626), nor does MPICH since 3.4 (pmodels/mpich#5775, which will stay so).
// MPI 4.0 deprecates it.
extern const Case cancel_send_case{.name = "cancel_send",
                                   .ranks = 1,
                                   .help = "a synchronous send that nobody will receive is cancelled",
                                   .standard = "MPI_Wait on a request marked for cancellation returns whatever other processes do (MPI 3.1, 3.8.4)",
                                   .run = run_cancel_send,
                                   .time_limit = 6};

extern const Case request_free_case{.name = "request_free",
                                    .help = "the message of an active send whose request is freed still arrives, up to 4 MB",
                                    .standard = "MPI_Request_free lets the communication complete, and the request goes when it has (MPI 3.1, 3.7.3)",
                                    .run = run_request_free};

extern const Case many_requests_case{.name = "many_requests",
                                     .help = "20 000 nonblocking receives and sends at once on each rank",
                                     .standard = "any number of nonblocking operations may be pending, as resources allow (MPI 3.1, 3.7.2 and 3.5)",
                                     .run = run_many_requests,
                                     .time_limit = 40};

extern const Case completion_calls_case{.name = "completion_calls",
                                        .help = "MPI_Waitsome, MPI_Waitany, MPI_Testany, MPI_Testall on active and on null requests",
                                        .standard = "with no active request they return at once: true, or MPI_UNDEFINED (MPI 3.1, 3.7.5)",
                                        .run = run_completion_calls};

// What MPI_Wait and MPI_Send promise of the buffers: the data are there, or may be overwritten.
extern const Case wait_completes_case{
    .name = "wait_completes",
    .help = "data are there when MPI_Wait returns, and may be overwritten when a send has completed, 2 MB",
    .standard = "MPI_Wait returns when the operation is complete: the buffer holds the message, or may be reused (MPI 3.1, 3.7.3)",
    .run = run_wait_completes};

}  // namespace febem::check
