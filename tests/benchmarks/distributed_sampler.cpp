// How often a benchmark times a point.
#include <chrono>
#include <thread>

#include "benchmarks/sampler.h"
#include "support/catch.h"
#include "support/world.h"

using namespace febem;
using benchmarks::Point;

TEST_CASE("what warming up takes is not taken from the time of a point") {
  test::World world;
  const auto messages = world.messenger();
  benchmarks::Effort effort;
  effort.repeats = 3;
  effort.seconds = 1;
  bool cold = true;
  const Point point{"slow to begin with", [&](std::size_t) {
                      if (cold) std::this_thread::sleep_for(std::chrono::duration<double>(1.1 * effort.seconds));
                      cold = false;
                      return 1e-6;
                    }};
  const auto samples = benchmarks::take_samples({point}, effort, messages, {});
  REQUIRE(samples.size() == 1);
  CHECK(samples[0].size() == 3);
  for (std::size_t i = 0; i < samples[0].size(); ++i) CHECK(samples[0][i].order == i);
}
