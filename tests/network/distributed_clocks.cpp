// Clocks of different hosts: in this program every rank's is ten seconds ahead of that of the rank
// before, whatever the test.
#include <mpi.h>

#include "comm/clock_offset.h"
#include "mpi/environment.h"
#include "network/trace.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using network::TraceEvent;

namespace {

constexpr double ahead_of_rank_before = 10;  // s
/// What a busy machine may add, s.
constexpr double slack = ahead_of_rank_before / 2;

int rank_of_this_process() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

double ahead() {
  static const double seconds = ahead_of_rank_before * rank_of_this_process();
  return seconds;
}

/// When the first message of data left, or came in, by a rank's log, s.
double moment_of(const network::TraceLog& log, TraceEvent::Way way) {
  for (const auto& event : log.events)
    if (event.kind == TraceEvent::Kind::flow && event.way == way) return event.begin;
  return std::nan("");
}

}  // namespace

extern "C" double MPI_Wtime() { return PMPI_Wtime() + ahead(); }

TEST_CASE("the offset of each rank's clock is found") {
  auto wire = over_mpi();
  CHECK(std::abs(clock_offset(wire) + ahead()) < slack);
}

TEST_CASE("by the trace a message comes in when it has left, though the clocks of its ranks differ",
    "[several]") {
  auto wire = over_mpi();
  network::Trace trace(wire, clock_offset(wire), 100);
  const int next = (wire.rank() + 1) % wire.size(),
            before = (wire.rank() + wire.size() - 1) % wire.size();
  const auto receive = trace.begin(Message::receive({}, before));
  trace.perform(Message::send({}, next));
  trace.wait(receive);
  const auto log = trace.take();
  const double left = moment_of(log, TraceEvent::Way::out),
               came = moment_of(log, TraceEvent::Way::in);
  double left_before = 0;
  const auto arrival =
      wire.begin(Message::receive(std::as_writable_bytes(std::span(&left_before, 1)), before));
  wire.perform(Message::send(std::as_bytes(std::span(&left, 1)), next));
  wire.wait(arrival);
  CHECK(std::abs(came - left_before) < slack);
}
