#include <limits>
#include <map>
#include <memory>
#include <set>

#include "bench/livermore/loop.h"
#include "benchmarks/kernel.h"
#include "benchmarks/record.h"
#include "support/catch.h"

using namespace febem::benchmarks;
namespace livermore = febem::livermore;

namespace {

const KernelFamily& family(std::string_view name) {
  for (const auto& one : kernel_families())
    if (one.name == name) return one;
  throw std::logic_error("no such family");
}

void run(Kernel& kernel) {
  kernel.prepare();
  kernel.run();
}

}  // namespace

TEST_CASE("every kernel computes what is known of it, each time") {
  const std::vector<std::size_t> sizes{16, 48, 4096};
  for (const auto& one : kernel_families())
    for (const auto& [name, bytes, kernel, weight] : one.cases(sizes)) {
      INFO(name << " of " << bytes << " bytes");
      for (int time = 0; time < 2; ++time) {
        run(*kernel);
        CHECK(kernel->deviation().error <= kernel->deviation().limit);
        CHECK(kernel->work() > 0);
      }
      CHECK(name.starts_with(one.name));
      CHECK(weight >= 1);
    }
}

TEST_CASE("a kernel that has not run is wrong") {
  const std::vector<std::size_t> sizes{4096};
  // Published checksums of what the loop does not change: for loop 4 see below, the others are seen
  // to at their other lengths.
  const std::set<std::string> blind{"livermore-04-long", "livermore-04-medium",
      "livermore-04-short", "livermore-08-short", "livermore-18-short", "livermore-23-short"};
  for (const auto& one : kernel_families())
    for (const auto& [name, bytes, kernel, weight] : one.cases(sizes)) {
      INFO(name);
      kernel->prepare();
      CHECK(kernel->deviation().right() == blind.contains(name));
    }
}

TEST_CASE("a kernel that changes its input is wrong when it runs on without it") {
  const std::vector<std::size_t> sizes{4096};
  const auto cases = family("linpack").cases(sizes);
  run(*cases.front().kernel);
  cases.front().kernel->run();
  CHECK_FALSE(cases.front().kernel->deviation().right());
}

TEST_CASE("a deviation that is not a number is not right") {
  CHECK(Deviation{0, 0}.right());
  CHECK_FALSE(Deviation{1e-3, 1e-4}.right());
  CHECK_FALSE(Deviation{std::numeric_limits<double>::quiet_NaN(), 1}.right());
}

TEST_CASE("sizes are of one operand, and what is counted goes with them") {
  const std::vector<std::size_t> sizes{4096};
  const auto work = [&](std::string_view name) {
    const auto cases = family(name).cases(sizes);
    run(*cases.front().kernel);
    return cases.front().kernel->work();
  };
  CHECK(work("zgemm") == 8 * 16 * 16 * 16);
  CHECK(work("dot") == 2 * 512);
  CHECK(work("copy") == 2 * 4096);
  CHECK(work("linpack") == Approx(2.0 * 22 * 22 * 22 / 3 + 2.0 * 22 * 22));
}

TEST_CASE(
    "there are 24 Livermore loops in order, at three lengths, those in the middle counted twice") {
  const auto loops = livermore::loops();
  REQUIRE(loops.size() == 24);
  for (std::size_t i = 0; i < loops.size(); ++i) CHECK(loops[i]->number == static_cast<int>(i) + 1);
  std::set<std::string> names;
  int weights = 0;
  for (const auto& one : family("livermore").cases({})) {
    names.insert(one.name);
    weights += one.weight;
  }
  CHECK(names.size() == 72);
  CHECK(weights == 96);
}

TEST_CASE("loop 4 is right in the array that it changes") {
  const auto data = std::make_unique<livermore::Data>(),
             before = std::make_unique<livermore::Data>();
  livermore::initialise(*data, livermore::medium_span, 40);
  *before = *data;
  constexpr int n = 101;
  livermore::loops()[3]->pass(*data, n);
  for (int changed = 5; changed < 1001; changed += 400) {
    long double rest = before->x[changed];
    for (int term = 0; 5 * term + 4 < n; ++term)
      rest -= static_cast<long double>(before->x[changed - 5 + term]) * before->y[5 * term + 4];
    // The sixth term of each is the element itself, which has its old value until the end.
    CHECK(data->x[changed] == Approx(static_cast<double>(before->y[4] * rest)).epsilon(1e-13));
  }
  int different = 0;
  for (int i = 0; i < 1001; ++i) different += data->x[i] != before->x[i];
  CHECK(different == 3);
}

TEST_CASE("the table says which kernel is wrong") {
  ComputeRecord record;
  const auto add = [&](const char* name, double error) {
    record.timings.push_back({&family("dot"), name, 8, 1, 2, {error, 1e-12}, {{0, 1, {1.0}}}});
  };
  add("first", 1e-13);
  add("second", 1e-3);
  const auto table = report_of(record).text;
  const auto begin = table.find("second");
  CHECK(table.substr(begin, table.find('\n', begin) - begin).find("1.0e-03 WRONG") !=
        std::string::npos);
  CHECK(table.find("WRONG") == table.rfind("WRONG"));
}

TEST_CASE("the rates of a family are summarised with their weights") {
  ComputeRecord record;
  record.setting.ranks = 2;
  const auto add = [&](double rate, int weight) {
    // The second rank is the slower one.
    record.timings.push_back({&family("livermore"), "livermore-01-long", 8, weight, 12, {},
        {{0, 1, {12 / (2 * rate), 12 / rate}}}});
  };
  add(1, 1);
  add(2, 2);
  add(4, 1);
  record.timings.push_back({&family("dot"), "dot", 8, 1, 12, {}, {{0, 1, {1, 1}}}});
  const auto all = rate_statistics(record);
  REQUIRE(all.size() == 1);
  CHECK(all[0].family->name == "livermore");
  CHECK(all[0].rates == 4);
  const std::map<std::string, double> known{{"maximum", 4}, {"upper_quartile", 2.5},
      {"average", 2.25}, {"geometric_mean", 2}, {"median", 2}, {"harmonic_mean", 4 / 2.25},
      {"lower_quartile", 1.75}, {"minimum", 1}};
  CHECK(all[0].figures.size() == known.size());
  for (const auto& figure : all[0].figures) {
    INFO(figure.key);
    CHECK(figure.rate == Approx(known.at(figure.key)));
  }
}
