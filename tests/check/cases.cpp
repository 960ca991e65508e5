// The list of cases: each says what it is and what the standard has to say. A leak is told from a
// store that grows now and then.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/check/case.h"
#include "bench/check/command.h"
#include "bench/check/export.h"
#include "core/registry.h"
#include "support/catch.h"
#include "support/parsed.h"

using namespace febem;
using check::Observation;

namespace {

/// What is made of `once`, repeated 2000 times.
check::RankRecord observed(const std::function<void()>& once) {
  check::Probe probe(0, 1, [](const check::RankRecord&) {});
  check::expect_no_growth(probe, "thing", 2000, once);
  return probe.finished();
}

}  // namespace

TEST_CASE("there are 130 cases and more, each with a name of its own") {
  std::set<std::string> names;
  for (const auto& one : check::cases()) names.emplace(one.name);
  CHECK(names.size() == check::cases().size());
  CHECK(names.size() >= 130);
  CHECK(names.count(std::string(check::first_case)) == 1);
}

TEST_CASE(
    "every case cites a section of the standard, has processes, a time limit and something to do") {
  for (const auto& one : check::cases()) {
    INFO(one.name);
    CHECK_THAT(one.standard(),
        Catch::Matchers::Matches(R"(.*\(MPI [345]\.[01], (chapter )?[1-9]\d?(\.\d)?.*\))"));
    CHECK(one.help.size() > 10);
    CHECK(one.processes.least >= 1);
    CHECK(one.time_limit > 0);
    CHECK(one.run != nullptr);
  }
}

TEST_CASE("every case of a family's file is in its list") {
  std::map<std::string_view, int> listed;
  for (const auto& one : check::cases()) ++listed[one.family];
  for (const auto& [family, number] : listed) {
    const auto text = check::embedded(std::string(family) + ".c");
    int found = 0;
    for (auto at = text.find("\nCASE("); at != text.npos; at = text.find("\nCASE(", at + 1))
      ++found;
    CHECK(found == number);
  }
}

TEST_CASE("an exported case has what it uses, and no more") {
  const auto text = check::c_program(core::find(check::cases(), "self_threshold", "case"));
  const auto has = [&](const char* part) { return text.find(part) != text.npos; };
  CHECK(has("static int is_buffered_to_itself("));
  CHECK(has("longest_to_itself"));
  CHECK(has("static inline void must("));
  CHECK_FALSE(has("is_send_buffered"));
  CHECK_FALSE(has("CASE("));
  CHECK_FALSE(has("static int size(void)"));
}

TEST_CASE("cases need what each version of the standard brought, and cite that or a later one") {
  std::map<std::string_view, int> of_version;
  for (const auto& one : check::cases()) {
    INFO(one.name);
    CHECK(one.introduced() <= one.version);
    ++of_version[one.introduced()];
  }
  for (const auto* version : {"2.2", "3.0", "3.1", "4.0", "4.1", "5.0"})
    CHECK(of_version[version] >= 2);
  CHECK(of_version.size() == 6);
}

TEST_CASE("cases of every class are there") {
  std::set<check::Legality> found;
  for (const auto& one : check::cases()) found.insert(one.legality);
  CHECK(found.size() == 3);
}

TEST_CASE("the command takes names separated by commas, files, a launcher and limits") {
  const auto options = parsed<check::Options>({"--only", "start,ssend", "--launcher", "srun -n {n}",
      "--ranks", "7", "--time-limit", "2.5", "--json", "a", "--junit", "b"});
  CHECK(options.only == std::vector<std::string>{"start", "ssend"});
  CHECK(options.launcher == "srun -n {n}");
  CHECK(options.ranks == 7);
  CHECK(options.time_limit == 2.5);
  CHECK(options.outputs().size() == 2);
  CHECK(parsed<check::Options>({}).launcher.empty());
  CHECK_THROWS_AS(parsed<check::Options>({"--ranks", "0"}), CLI::ParseError);
  CHECK_THROWS_AS(parsed<check::Options>({"--time-limit", "0"}), CLI::ParseError);
}

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
