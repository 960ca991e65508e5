#include "app/bench/pattern.h"
#include "app/bench/sizes.h"
#include "app/command_line.h"
#include "core/error.h"
#include "support/catch.h"

using namespace febem::app;
using febem::app::bench::parse_sizes;
using Sizes = std::vector<std::size_t>;

TEST_CASE("sizes are single ones and ranges of powers of two, each once and in order") {
  CHECK(parse_sizes({"4KiB", "100", "1..8", "4"}, 1) == Sizes{1, 2, 4, 8, 100, 4096});
  CHECK(parse_sizes({"3..12"}, 1) == Sizes{3, 6, 12});
  CHECK(parse_sizes({"3..11"}, 1) == Sizes{3, 6});
  CHECK(parse_sizes({"1GiB"}, 1) == Sizes{std::size_t{1} << 30});
}

TEST_CASE("words that are no sizes are refused") {
  for (const auto* word : {"", "0", "4KB", "-1", "1..", "..4", "8..4", "1..2..4", "2GiB"})
    CHECK_THROWS_AS(parse_sizes({word}, 1), febem::core::InputError);
  CHECK_THROWS_AS(parse_sizes({"16", "24"}, 16), febem::core::InputError);
}

TEST_CASE("bench takes a pattern, the words of the axes, sizes and how often to measure") {
  const auto parsed =
      parse_command_line({"bench", "broadcast", "--route", "star", "ring", "--cut", "all", "--sizes", "1..4KiB",
                          "8KiB", "--repeats", "7", "--seconds", "200ms", "--seed", "3", "--barrier", "sample",
                          "--csv", "c", "--json", "j"});
  REQUIRE(parsed.run);
  CHECK(parsed.command.action == Action::bench);
  CHECK(parsed.command.json == "j");
  const auto& request = parsed.command.bench;
  CHECK(request.pattern == "broadcast");
  CHECK(request.strategies.routes == std::vector<std::string>{"star", "ring"});
  CHECK(request.strategies.cuts == std::vector<std::string>{"all"});
  CHECK(request.strategies.paces.empty());
  CHECK(request.sizes == std::vector<std::string>{"1..4KiB", "8KiB"});
  CHECK(request.effort.repeats == 7);
  CHECK(request.effort.seconds == 0.2);
  CHECK(request.effort.seed == 3);
  CHECK(request.barrier == bench::Barrier::sample);
  CHECK(request.csv == "c");
}

TEST_CASE("the help of bench names every pattern") {
  const auto text = parse_command_line({"bench", "--help"}).text;
  for (const auto& pattern : bench::patterns()) CHECK(text.find(pattern.help) != std::string::npos);
}
