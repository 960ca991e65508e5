// How often a benchmark times a point. Every pattern in the list, whatever it is: it ends with
// every pace, its time is that of a rank that can tell, and as many repetitions as asked for are
// done.
#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "benchmarks/pattern.h"
#include "benchmarks/sampler.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;

TEST_CASE("every pattern of messages is done as often as asked for, with every pace", "[several]") {
  test::World world;
  benchmarks::Buffers buffers(48, benchmarks::BufferKind::fresh);
  const auto messages = world.messenger();
  // What one of the ranks took at most, and what all sent.
  const auto done = [&](const benchmarks::Pattern& pattern, const comm::StrategyNames& names,
                        std::size_t repetitions) {
    comm::Ledger ledger(world.transport());
    const comm::Messenger counted(ledger, comm::make_strategy(names));
    const double mine = pattern.seconds(
        {counted, ledger, benchmarks::Barrier::repetition, nullptr, buffers, 48}, repetitions);
    const double slowest =
        messages.all_reduce(mine, [](double a, double b) { return std::max(a, b); });
    return std::pair(slowest, messages.all_reduce(ledger.sent(), std::plus<>()));
  };
  for (const auto& pace : comm::paces()) {
    const comm::StrategyNames names{"star", "16", std::string(pace.example)};
    try {
      world.messenger(names);
    } catch (const core::InputError&) {  // not with this library, on any rank
      continue;
    }
    for (const auto& pattern : benchmarks::patterns()) {
      const auto [time, twice] = done(pattern, names, 2);
      const auto four_times = done(pattern, names, 4).second;
      if (world.rank() != 0) continue;
      INFO(std::string(pattern.name) + " with " + names.pace);
      CHECK(time > 0);
      CHECK(twice.messages > 0);
      CHECK(four_times == 2 * twice);
    }
  }
}

TEST_CASE("what warming up takes is not taken from the time of a point") {
  test::World world;
  const auto messages = world.messenger();
  benchmarks::SamplePlan effort;
  effort.repeats = 3;
  effort.seconds = 1;
  bool cold = true;
  const benchmarks::Point point{"slow to begin with", [&](std::size_t) {
                                  if (cold)
                                    std::this_thread::sleep_for(
                                        std::chrono::duration<double>(1.1 * effort.seconds));
                                  cold = false;
                                  return 1e-6;
                                }};
  const auto samples = benchmarks::take_samples({point}, effort, messages, {});
  REQUIRE(samples.size() == 1);
  CHECK(samples[0].size() == 3);
  for (std::size_t i = 0; i < samples[0].size(); ++i) CHECK(samples[0][i].order == i);
}
