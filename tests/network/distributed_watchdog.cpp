// The watchdog ends what has stalled, and nothing else.

#include "comm/ledger.h"
#include "core/error.h"
#include "network/watchdog.h"
#include "stages/common/run.h"
#include "support/catch.h"
#include "support/over_mpi.h"

using namespace febem::comm;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double limit = 0.4;

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What `whom` is told when it waits for `sender`, which is `silent` for so many seconds and then
/// waits for `whom`, as all others do. Afterwards everyone gets what it waits for, past the
/// watchdog of `whom`.
std::string told(
    MpiTransport& bare, network::Watchdog& watchdog, int whom, int sender, double silent = 0) {
  std::string text;
  if (bare.rank() == whom) {
    try {
      watchdog.perform(Message::receive({}, sender));
    } catch (const core::RunError& error) {
      text = error.what();
    }
    for (int other = 0; other < bare.size(); ++other)
      if (other != whom) bare.perform(Message::send({}, other));
    bare.perform(Message::receive({}, sender));
    return text;
  }
  if (bare.rank() == sender) sleep(silent);
  watchdog.perform(Message::receive({}, whom));
  if (bare.rank() == sender) watchdog.perform(Message::send({}, whom));
  return text;
}

}  // namespace

TEST_CASE("where every rank stands is told when all wait for each other", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit);
  const int last = bare.size() - 1;
  watchdog.enter("reduce");
  watchdog.begin_transfer("gather", 1234);
  const auto start = Clock::now();
  const auto text = told(bare, watchdog, 0, last);
  watchdog.end_transfer();
  watchdog.finish();
  CHECK(text.empty() == (bare.rank() != 0));
  if (bare.rank() != 0) return;
  CHECK(seconds_since(start) >= limit);
  CHECK_THAT(text, Contains("no rank has made progress for 0.4 s (--stall-limit): rank 0: "));
  CHECK_THAT(text, Contains(": rank 0: reduce, gather of 1234 bytes, receives from rank " +
                            std::to_string(last) + ", piece 1, for "));
  for (int other = 1; other <= last; ++other)
    CHECK_THAT(
        text, Contains("; rank " + std::to_string(other) +
                       ": reduce, gather of 1234 bytes, receives from rank 0, piece 1, for "));
}

TEST_CASE("a rank that is silent is named", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit);
  const int last = bare.size() - 1;
  watchdog.enter("merge");
  const auto text = told(bare, watchdog, 0, last, 5 * limit);
  watchdog.finish();
  CHECK(text.empty() == (bare.rank() != 0));
  if (bare.rank() != 0) return;
  CHECK_THAT(text,
      Contains(": rank 0: merge, receives from rank " + std::to_string(last) + ", piece 1, for "));
  CHECK_THAT(text,
      Contains("; rank " + std::to_string(last) + ": no answer: it computes, is stopped or gone"));
}

TEST_CASE("rank 1 speaks when rank 0 is silent", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit);
  const auto text = told(bare, watchdog, 1, 0, 8 * limit);
  watchdog.finish();
  CHECK(text.empty() == (bare.rank() != 1));
  if (bare.rank() != 1) return;
  CHECK_THAT(text, Contains(": rank 0: no answer: it computes, is stopped or gone"));
  CHECK_THAT(text, Contains("; rank 1: start, receives from rank 0, piece 1, for "));
}

TEST_CASE("nothing is ended while one rank makes progress with its part of a stage", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit);
  Ledger ledger(watchdog);
  common::Run run(ledger, {});
  // Those who ask wait in turn: rank 0 for the last rank, rank 1 for rank 0.
  for (const auto& [waiting, computing] : {std::pair{0, bare.size() - 1}, {1, 0}}) {
    const auto work = [&, waiting = waiting, computing = computing](
                          const common::StageContext& context) {
      if (bare.rank() == waiting) watchdog.perform(Message::receive({}, computing));
      if (bare.rank() != computing) return;
      for (const auto start = Clock::now(); seconds_since(start) < 8 * limit; sleep(limit / 4))
        context.report_progress(0.5);
      watchdog.perform(Message::send({}, waiting));
    };
    CHECK_NOTHROW(run.section(core::Stage::form, make_strategy({}), work));
  }
  CHECK_NOTHROW(watchdog.synchronise());
  CHECK_NOTHROW(watchdog.finish());
}

TEST_CASE("nothing is ended while one rank looks for messages", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit);
  int value = 0;
  const auto bytes = std::as_writable_bytes(std::span(&value, 1));
  const int last = bare.size() - 1;
  // The last rank computes in stretches shorter than the limit and looks for a message in between;
  // all others wait for it.
  if (bare.rank() == last) {
    const auto ticket = watchdog.begin(Message::receive(bytes, 0));
    for (const auto start = Clock::now(); seconds_since(start) < 6 * limit; sleep(limit / 4))
      CHECK_FALSE(watchdog.test(ticket));
    watchdog.perform(Message::send({}, 0));
    watchdog.wait(ticket);
  }
  if (bare.rank() == 0) {
    CHECK_NOTHROW(watchdog.perform(Message::receive({}, last)));
    watchdog.perform(Message::send(bytes, last));
  }
  CHECK_NOTHROW(watchdog.synchronise());
  CHECK_NOTHROW(watchdog.finish());
}

TEST_CASE("ranks meet under a watchdog", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, 60);
  for (int late = 0; late < bare.size(); ++late) {
    double latest = 0;  // when the late one came, on the clock of the node
    const auto now = [] {
      return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    };
    if (bare.rank() == late) {
      sleep(0.05);
      latest = now();
    }
    watchdog.synchronise();
    const double met = now();
    bare.perform(Message::broadcast(bare.rank() == late
                                        ? Buffer(std::as_bytes(std::span(&latest, 1)))
                                        : Buffer(std::as_writable_bytes(std::span(&latest, 1))),
        late));
    CHECK(met >= latest);
  }
  CHECK_NOTHROW(watchdog.finish());
}

TEST_CASE("a rank that does not come to the end is told", "[several]") {
  auto bare = over_mpi();
  network::Watchdog watchdog(bare, limit / 4);
  if (bare.rank() == 0) sleep(3 * limit);
  if (bare.rank() == 0)
    CHECK_NOTHROW(watchdog.finish());
  else
    CHECK_THROWS_WITH(
        watchdog.finish(), Contains("at the end of the run: waits for rank 0 or 1 to end"));
}
