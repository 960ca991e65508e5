#include "benchmarks/guidelines.h"

#include <set>
#include <utility>

#include "support/catch.h"

using namespace febem;
using namespace febem::benchmarks;

namespace {

/// Samples that vary by 2 % from round to round, by the figure that all timings of a round share.
Timing timed(std::size_t strategy, std::size_t bytes, double seconds, std::size_t rounds) {
  Timing timing{strategy, bytes, {}, {}};
  for (std::size_t round = 0; round < rounds; ++round)
    timing.samples.push_back({round, 1, {seconds * (1 + 0.02 * static_cast<double>(round % 3))}});
  return timing;
}

/// The library's broadcast, and a chain: a table of seconds at 1, 2 and 4 KiB for each.
MessageRecord record_of(std::vector<std::vector<double>> seconds, std::size_t rounds = 20) {
  MessageRecord record;
  record.strategies = {{"native", "whole", "blocking"}, {"chain", "whole", "blocking"}};
  for (std::size_t strategy = 0; strategy < 2; ++strategy)
    for (std::size_t i = 0; i < 3; ++i)
      record.timings.push_back(timed(strategy, 1024 << i, seconds[strategy][i], rounds));
  return record;
}

using Kinds = std::set<std::pair<std::string, std::size_t>>;

/// The timing of each guideline that is broken.
Kinds kinds(const MessageRecord& record) {
  Kinds result;
  for (const auto& one : guidelines(record).broken)
    result.emplace(std::string(one.guideline), one.timing);
  return result;
}

}  // namespace

TEST_CASE("a library that follows the guidelines breaks none") {
  const auto record = record_of({{1, 2, 4}, {1, 2, 4}});
  CHECK(kinds(record).empty());
  // 3 of the library, and of each strategy 3 of parts and 3 of longer messages
  CHECK(guidelines(record).comparisons == 15);
  CHECK_FALSE(guidelines(record).too_few);
}

TEST_CASE("each guideline is found broken where it is, by the ratio that is there") {
  CHECK(kinds(record_of({{1, 2.2, 4}, {1, 2, 4}})) == Kinds{{"library", 1}, {"split", 1}});
  CHECK(kinds(record_of({{1, 2, 3}, {1, 2, 4}})).empty());
  CHECK(kinds(record_of({{1, 2, 4}, {1, 2, 5}})) == Kinds{{"split", 5}});
  CHECK(kinds(record_of({{1, 2, 4}, {5, 4.5, 4}})) == Kinds{{"length", 3}, {"length", 4}});
  // The worst is said: 4 KiB as four messages of 1 KiB, not as two of 2 KiB.
  const auto broken = guidelines(record_of({{1, 3, 8}, {1, 3, 8}})).broken;
  REQUIRE(broken.size() == 4);
  CHECK(broken[1].timing == 2);
  CHECK(broken[1].other == 0);
  CHECK(broken[1].times == 4);
  CHECK(broken[1].comparison.ratio == Approx(2));
}

TEST_CASE("less than 5 %, too few samples, and an emulated network break nothing") {
  CHECK(kinds(record_of({{1.04, 2.08, 4.16}, {1, 2, 4}})).empty());
  const auto few = guidelines(record_of({{2, 4, 8}, {1, 2, 4}}, 5));
  CHECK(few.broken.empty());
  CHECK(few.too_few);
  auto emulated = record_of({{2, 4, 8}, {1, 2, 4}});
  CHECK(kinds(emulated) == Kinds{{"library", 0}, {"library", 1}, {"library", 2}});
  emulated.setting.network.emulated = true;
  CHECK(kinds(emulated).empty());
}
