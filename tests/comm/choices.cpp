// Cuts, and the choice of a strategy by name.
#include "comm/cut.h"
#include "comm/strategy.h"
#include "core/error.h"
#include "support/catch.h"

using namespace febem::comm;

namespace {

/// Wishes for no progress at all.
constexpr Cut stuck{[](std::size_t, std::size_t, std::size_t) { return std::size_t{0}; }};

using Lengths = std::vector<std::size_t>;

Lengths lengths(const Cut& cut, std::size_t total, std::size_t element) {
  Lengths result;
  Pieces pieces(cut, total, element);
  std::size_t expected_offset = 0;
  while (const auto piece = pieces.next()) {
    REQUIRE(piece->offset == expected_offset);
    expected_offset += piece->length;
    result.push_back(piece->length);
  }
  CHECK(expected_offset == total);
  return result;
}

}  // namespace

TEST_CASE("pieces cover the message, tail included") {
  CHECK(lengths(make_cut("64"), 64 * 2 + 7, 1) == Lengths{64, 64, 7});
  CHECK(lengths(make_cut("64"), 64, 1) == Lengths{64});
  CHECK(lengths(make_cut("64"), 0, 1).empty());
  CHECK(lengths(make_cut("whole"), 1000, 8) == Lengths{1000});
}

TEST_CASE("a piece never separates an element, and never is empty") {
  CHECK(lengths(make_cut("20"), 48, 16) == Lengths{16, 16, 16});
  CHECK(lengths(make_cut("1"), 48, 16) == Lengths{16, 16, 16});
  CHECK(lengths(stuck, 3, 1) == Lengths{1, 1, 1});
}

TEST_CASE("a message longer than MPI can count goes in several pieces") {
  CHECK(lengths(make_cut("whole"), (std::size_t{1} << 31) + 16, 16).size() == 3);
}

TEST_CASE("sizes are read with binary units") {
  using Size = std::pair<const char*, std::size_t>;
  for (const auto& [text, size] :
      {Size{"4096", 4096}, {"3B", 3}, {"4KiB", 4096}, {"64k", 65536}, {"2MiB", 2 << 20},
          {"3M", 3 << 20}, {"3GiB", std::size_t{3} << 30}, {"3G", std::size_t{3} << 30}})
    CHECK(parse_size(text) == size);
  for (const char* bad : {"", "0", "-1", "4 KiB", "4KB2", "KiB", "1e3", "99999999999GiB"})
    CHECK(!parse_size(bad));
}

TEST_CASE("a misspelt choice is answered with the nearest name") {
  CHECK_THROWS_WITH(
      make_strategy({"binominal", "whole", "ack"}), Contains("did you mean 'binomial'"));
  CHECK_THROWS_WITH(make_strategy({"star", "hwole", "ack"}), Contains("did you mean 'whole'"));
  CHECK_THROWS_WITH(make_strategy({"star", "whole", "ak"}), Contains("did you mean 'ack'"));
  CHECK_THROWS_WITH(make_strategy({"star", "whole", "ack:3"}), Contains("takes no parameter"));
  CHECK_THROWS_WITH(make_strategy({"star", "whole", "window:0"}), Contains("from 1 to 4096"));
}

TEST_CASE(
    "each piece is twice as long as the one before, whole elements, and the tail is what is left") {
  CHECK(lengths(make_cut("grow:64"), 64 * 7 + 10, 1) == Lengths{64, 128, 256, 10});
  CHECK(lengths(make_cut("grow:16"), 16 * 3, 16) == Lengths{16, 32});
  CHECK(lengths(make_cut("grow:64"), 40, 1) == Lengths{40});
  CHECK(lengths(make_cut("grow:1KiB"), 3000, 8) == Lengths{1024, 1976});
}
