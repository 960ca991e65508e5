#include "app/command_line.h"
#include "benchmarks/command.h"
#include "benchmarks/pattern.h"
#include "core/error.h"
#include "support/catch.h"
#include "support/parsed.h"

using febem::app::parse_command_line;
using febem::benchmarks::parse_sizes;
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
  const auto options = parsed<febem::benchmarks::Options>({"broadcast", "--route", "star", "ring",
      "--cut", "all", "--sizes", "1..4KiB", "8KiB", "--repeats", "7", "--seconds", "200ms",
      "--seed", "3", "--barrier", "sample", "--buffers", "fresh", "--csv", "c", "--json", "j"});
  CHECK(options.json == "j");
  CHECK(options.pattern == "broadcast");
  CHECK(options.strategies.routes == std::vector<std::string>{"star", "ring"});
  CHECK(options.strategies.cuts == std::vector<std::string>{"all"});
  CHECK(options.strategies.paces.empty());
  CHECK(options.sizes == std::vector<std::string>{"1..4KiB", "8KiB"});
  CHECK(options.effort.repeats == 7);
  CHECK(options.effort.seconds == 0.2);
  CHECK(options.effort.seed == 3);
  CHECK(options.barrier == febem::benchmarks::Barrier::sample);
  CHECK(options.buffers == febem::benchmarks::BufferKind::fresh);
  CHECK(options.csv == "c");
}

TEST_CASE("the help of bench names every pattern") {
  const auto text = parse_command_line({"bench", "--help"}).text;
  for (const auto& pattern : febem::benchmarks::patterns()) {
    CHECK_FALSE(pattern.help.empty());
    CHECK(text.find(pattern.help) != std::string::npos);
  }
}
