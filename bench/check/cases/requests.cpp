// Nonblocking, persistent and partitioned requests: completion, cancellation, release.
#include <algorithm>
#include <vector>

#include "bench/check/calls.h"
#include "bench/check/case.h"
#include "mpi/environment.h"

namespace febem::check {
namespace {

/// Whether a request that is cancelled says so when it completes.
bool is_cancelled(MPI_Request& request) {
  int cancelled = 0;
  MPI_Status status;
  MUST(MPI_Cancel(&request));
  MUST(MPI_Wait(&request, &status));
  MUST(MPI_Test_cancelled(&status, &cancelled));
  return cancelled != 0;
}

void run_cancel_receive(Probe& probe) {
  double value = 1, in = 0;
  probe.step("MPI_Cancel of a receive, then MPI_Wait");
  auto request = ireceive(value, probe.other(), 77);
  probe.expect(is_cancelled(request), "a receive that nothing can match is not cancelled");
  probe.step("a message after it");
  exchange(value, in, probe.other(), 77);
  probe.expect_equal(in, 1.0, "the message after the cancelled receive");
}

void run_cancel_send(Probe& probe) {
  const int value = 42;
  probe.step("MPI_Cancel of a synchronous send, then MPI_Wait");
  auto request = issend(value, probe.rank(), 0);
  probe.expect(is_cancelled(request), "a send that nobody receives completes and is not cancelled");
}

void run_request_free(Probe& probe) {
  for (const int count : {1, 1000, 1000000}) {
    const auto out = pattern(count, 4);
    std::vector<int> in(count);
    probe.step("MPI_Request_free of an active send of ", count, " integers");
    if (probe.is_first()) {
      auto request = isend(out, 1, 1);
      MUST(MPI_Request_free(&request));
      probe.expect(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
      // The reply is what says that the buffer may go.
      receive(nullptr, 1, 2);
    } else {
      receive(in, 0, 1);
      expect_pattern(probe, in, 4, "the message of a freed request");
      send(nullptr, 0, 2);
    }
  }
}

void run_many_requests(Probe& probe) {
  constexpr int count = 20000;
  std::vector<double> out(count), in(count);
  std::vector<MPI_Request> requests(2 * count);
  for (int i = 0; i < count; ++i) out[i] = i + 0.25 * probe.rank();
  probe.step("20 000 receives and as many sends in flight");
  for (int i = 0; i < count; ++i) requests[i] = ireceive(in[i], probe.other(), i % 1000);
  for (int i = 0; i < count; ++i) requests[count + i] = isend(out[i], probe.other(), i % 1000);
  wait_all(requests);
  for (int i = 0; i < count; ++i)
    probe.expect_equal(in[i], i + 0.25 * probe.other(), "message ", i);
}

void on_nothing(Probe& probe) {
  MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int index = 0, flag = 0, indices[2], count = 0;
  MUST(MPI_Testany(2, none, &index, &flag, MPI_STATUS_IGNORE));
  probe.expect(flag != 0 && index == MPI_UNDEFINED,
      "MPI_Testany on null requests is not true with MPI_UNDEFINED");
  MUST(MPI_Waitany(2, none, &index, MPI_STATUS_IGNORE));
  probe.expect_equal(index, MPI_UNDEFINED, "MPI_Waitany on null requests");
  MUST(MPI_Waitsome(2, none, &count, indices, MPI_STATUSES_IGNORE));
  probe.expect_equal(count, MPI_UNDEFINED, "MPI_Waitsome on null requests");
  MUST(MPI_Testall(2, none, &flag, MPI_STATUSES_IGNORE));
  probe.expect(flag != 0, "MPI_Testall on null requests is false");
}

/// Rank 1 receives 10 messages, which come in reverse.
void receive_some(Probe& probe) {
  constexpr int all = 10;
  std::vector<int> in(all);
  std::vector<MPI_Request> requests(all);
  std::vector<MPI_Status> statuses(all);
  for (int i = 0; i < all; ++i) requests[i] = ireceive(in[i], 0, i);
  send(nullptr, 0, 100);
  for (int done = 0, count = 0; done < all; done += count) {
    std::vector<int> indices(all);
    MUST(MPI_Waitsome(all, requests.data(), &count, indices.data(), statuses.data()));
    probe.expect(count >= 1 && count <= all - done, "MPI_Waitsome completes ", count);
    if (count < 1) return;
    for (int i = 0; i < count; ++i) {
      const int at = indices[i];
      probe.expect_equal(statuses[i].MPI_TAG, at, "tag of a completed request");
      probe.expect_equal(in[at], 100 + at, "data of a completed request");
      probe.expect(requests[at] == MPI_REQUEST_NULL,
          "MPI_Waitsome leaves the handle of a completed request");
    }
  }
}

void run_completion_calls(Probe& probe) {
  probe.step("completion of null requests");
  on_nothing(probe);
  probe.step("MPI_Waitsome");
  if (!probe.is_first()) return receive_some(probe);
  receive(nullptr, 1, 100);
  for (int i = 9; i >= 0; --i) {
    const int value = 100 + i;
    send(value, 1, i);
  }
}

constexpr int overwritten_length = 500000, overwritten_rounds = 10;

void run_wait_completes(Probe& probe) {
  for (int round = 0; round < overwritten_rounds; ++round) {
    if (probe.is_first()) {
      auto data = pattern(overwritten_length, round);
      probe.step("sends of 2 MB, overwritten at once");
      if (round % 2 == 0) {
        send(data, 1, 1);
      } else {
        auto request = isend(data, 1, 1);
        wait(request);
      }
      data.assign(data.size(), -1);
      barrier();
    } else {
      std::vector<int> data(overwritten_length, -2);
      probe.step("receives of 2 MB");
      auto request = ireceive(data, 0, 1);
      wait(request);
      const auto seen = data;  // nothing may come after MPI_Wait
      barrier();
      expect_pattern(probe, seen, round, "after MPI_Wait of round ", round);
    }
  }
}

/// Makes `data` a pattern where it stands: a request knows its address.
void set_pattern(std::vector<int>& data, int seed) {
  const auto next = pattern(static_cast<int>(data.size()), seed);
  std::copy(next.begin(), next.end(), data.begin());
}

constexpr int persistent_rounds = 20;

/// Both ways at once.
void exchange_persistently(Probe& probe, int count) {
  std::vector<int> out(count), in(out);
  MPI_Request requests[2] = {
      prepared_send(out, probe.other(), 1), prepared_receive(in, probe.other(), 1)};
  for (int round = 0; round < persistent_rounds; ++round) {
    set_pattern(out, 10 * round + probe.rank());
    MUST(MPI_Startall(2, requests));
    wait_all(requests);
    expect_pattern(probe, in, 10 * round + probe.other(), "round ", round);
  }
  free_all(requests);
}

/// One way: a persistent request on one side, MPI_Send or MPI_Recv on the other.
void one_way(Probe& probe, int count, bool persistent_send) {
  std::vector<int> data(count);
  const bool is_persistent = persistent_send == probe.is_first();
  MPI_Request request = MPI_REQUEST_NULL;
  if (is_persistent)
    request = probe.is_first() ? prepared_send(data, 1, 2) : prepared_receive(data, 0, 2);
  for (int round = 0; round < persistent_rounds; ++round) {
    if (probe.is_first()) set_pattern(data, round);
    if (is_persistent) {
      MUST(MPI_Start(&request));
      wait(request);
    } else if (probe.is_first()) {
      send(data, 1, 2);
    } else {
      receive(data, 0, 2);
    }
    if (!probe.is_first()) expect_pattern(probe, data, round, "one way, round ", round);
  }
  if (is_persistent) MUST(MPI_Request_free(&request));
}

void run_persistent(Probe& probe) {
  for (const int count : {1, 100, 100000}) {
    const auto length = text(" of ", count, " integers");
    probe.step("persistent messages both ways", length);
    exchange_persistently(probe, count);
    probe.step("persistent sends to MPI_Recv", length);
    one_way(probe, count, true);
    probe.step("MPI_Send to persistent receives", length);
    one_way(probe, count, false);
  }
}

void run_persistent_proc_null(Probe& probe) {
  double value = 2;
  MPI_Status statuses[2];
  probe.step("persistent requests with MPI_PROC_NULL");
  MPI_Request requests[2] = {
      prepared_send(value, MPI_PROC_NULL, 1), prepared_receive(value, MPI_PROC_NULL, 1)};
  MUST(MPI_Startall(2, requests));
  MUST(MPI_Waitall(2, requests, statuses));
  probe.expect_equal(statuses[1].MPI_SOURCE, MPI_PROC_NULL, "source");
  free_all(requests);
}

#ifdef FEBEM_HAVE_PARTITIONED
/// A persistent request to or from `other` in partitions of 1000 integers: rank 0 sends.
MPI_Request in_partitions(Probe& probe, std::vector<int>& data, int other) {
  constexpr int of_each = 1000;
  const int partitions = static_cast<int>(data.size()) / of_each;
  MPI_Request request;
  if (probe.is_first())
    MUST(MPI_Psend_init(data.data(), partitions, of_each, MPI_INT, other, 1, MPI_COMM_WORLD,
        MPI_INFO_NULL, &request));
  else
    MUST(MPI_Precv_init(data.data(), partitions, of_each, MPI_INT, other, 1, MPI_COMM_WORLD,
        MPI_INFO_NULL, &request));
  return request;
}

void run_partitioned(Probe& probe) {
  constexpr int partitions = 8;
  std::vector<int> data(partitions * 1000);
  std::vector<MPI_Request> requests;
  for (const int other : probe.is_first() ? std::vector<int>{1, 2} : std::vector<int>{0})
    requests.push_back(in_partitions(probe, data, other));
  for (int round = 0; round < 3; ++round) {
    if (probe.is_first()) {
      probe.step("partitioned sends to two ranks, round ", round);
      set_pattern(data, round);
    } else {
      probe.step("a partitioned receive, round ", round);
    }
    MUST(MPI_Startall(static_cast<int>(requests.size()), requests.data()));
    for (int i = partitions - 1; i >= 0 && probe.is_first(); --i)
      for (auto& request : requests) MUST(MPI_Pready(i, request));
    wait_all(requests);
    if (!probe.is_first()) expect_pattern(probe, data, round, "partitioned round ", round);
  }
  free_all(requests);
}

void run_partitioned_bystander(Probe& probe) {
  auto data = probe.is_first() ? pattern(1000, 7) : std::vector<int>(1000);
  if (probe.rank() < 2) {
    probe.step("a partitioned transfer between two ranks, the third waiting for a message");
    auto request = in_partitions(probe, data, probe.other());
    MUST(MPI_Start(&request));
    if (probe.is_first()) MUST(MPI_Pready(0, request));
    wait(request);
    MUST(MPI_Request_free(&request));
    if (probe.rank() == 1) expect_pattern(probe, data, 7, "the transfer");
  }
  int done = 1;
  if (probe.rank() == 1) send(done, 2, 2);
  if (probe.rank() == 2) receive(done, 1, 2);
}
#else
void run_partitioned(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
void run_partitioned_bystander(Probe&) { throw Unsupported(mpi::partitioned_unsupported_reason()); }
#endif

}  // namespace

std::vector<Case> requests_cases() {
  return {
      {"cancel_receive", legal, exactly(2), run_cancel_receive,
          "a receive that nobody will match is cancelled, and does not take the next message",
          "MPI_Wait on a request marked for cancellation returns whatever other processes do",
          "3.8.4", 8},
      // Open MPI does not cancel sends (open-mpi/ompi#9626), nor does MPICH since 3.4
      // (pmodels/mpich#5775, which will stay so). MPI 4.0 deprecates it.
      {"cancel_send", legal, exactly(1), run_cancel_send,
          "a synchronous send that nobody will receive is cancelled",
          "MPI_Wait on a request marked for cancellation returns whatever other processes do",
          "3.8.4", 6},
      {"request_free", legal, exactly(2), run_request_free,
          "the message of an active send whose request is freed still arrives, up to 4 MB",
          "MPI_Request_free lets the communication complete, and the request goes when it has",
          "3.7.3"},
      {"many_requests", legal, exactly(2), run_many_requests,
          "20 000 nonblocking receives and sends at once on each rank",
          "any number of nonblocking operations may be pending, as resources allow",
          "3.7.2 and 3.5", 40},
      {"completion_calls", legal, exactly(2), run_completion_calls,
          "MPI_Waitsome, MPI_Waitany, MPI_Testany, MPI_Testall on active and on null requests",
          "with no active request they return at once: true, or MPI_UNDEFINED", "3.7.5"},
      // MPI_Wait and MPI_Send promise of the buffers that the data are there, or may be
      // overwritten.
      {"wait_completes", legal, exactly(2), run_wait_completes,
          "data are there when MPI_Wait returns, and may be overwritten when a send has completed, "
          "2 MB",
          "MPI_Wait returns when the operation is complete: the buffer holds the message, or may "
          "be reused",
          "3.7.3"},
      // SimGrid SMPI 3.32: a started MPI_Send_init of a short message never completes.
      {"persistent", legal, exactly(2), run_persistent,
          "persistent sends and receives started twenty times, also with MPI_Recv and MPI_Send on "
          "the other side",
          "a persistent request may be started again when it has completed", "3.9"},
      // MPICH 3.4: MPI_Wait hangs, pmodels/mpich#5053.
      {"persistent_proc_null", legal, exactly(1), run_persistent_proc_null,
          "persistent requests with MPI_PROC_NULL complete",
          "MPI_PROC_NULL may stand wherever a source or destination does, also in persistent "
          "requests",
          "3.9 and 3.11", 8},
      // Partitioned sends to two neighbours hang in Open MPI 5: open-mpi/ompi#12969.
      {"partitioned", legal, exactly(3), run_partitioned,
          "partitioned sends to two ranks, partitions ready in reverse order",
          "partitions may be marked ready in any order", "4.2", 20, Special::none, "4.0"},
      // Open MPI 5.0 makes ready for partitioned requests by a collective operation within the
      // first: ranks that open none leave the others waiting. Akin to open-mpi/ompi#12969.
      {"partitioned_bystander", legal, exactly(3), run_partitioned_bystander,
          "a partitioned transfer between two ranks while the third opens none",
          "the calls that open and start a partitioned transfer are local: they need no call by a "
          "third",
          "4.2, A.2", 20, Special::none, "4.0"},
  };
}

}  // namespace febem::check
