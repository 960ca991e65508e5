// A leak is told from a store that grows now and then.
#include "check/memory_growth.h"

#include <memory>
#include <vector>

#include "support/catch.h"

using namespace febem;
using check::Observation;

namespace {

/// What is made of `once`, repeated 2000 times.
check::RankRecord observed(const std::function<void()>& once) {
  check::Probe probe(0, 1, 0, [](const check::RankRecord&) {});
  check::expect_no_growth(probe, "thing", 2000, once);
  return probe.finished();
}

}  // namespace

TEST_CASE("what keeps memory every time is a leak") {
  std::vector<std::unique_ptr<char[]>> kept;
  const auto record = observed([&] { kept.push_back(std::make_unique<char[]>(1000)); });
  CHECK(record.observation == Observation::leak);
  CHECK(record.detail.find("bytes kept by each thing, 2000 of them") != std::string::npos);
}

#ifndef __SANITIZE_ADDRESS__  // which keeps for a while what is freed
TEST_CASE("what keeps none, or only once in a while, is no leak") {
  CHECK(observed([] { std::vector<char> freed(1000, 1); }).observation == Observation::pass);
  std::vector<std::unique_ptr<char[]>> kept;
  int calls = 0;
  const auto now_and_then = [&] {
    if (++calls == 1700) kept.push_back(std::make_unique<char[]>(4 << 20));
  };
  CHECK(observed(now_and_then).observation == Observation::pass);
  CHECK(check::resident_bytes() > 1e5);
}
#endif
