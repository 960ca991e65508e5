// Pieces that grow.
#include "comm/cut.h"
#include "support/catch.h"

using namespace febem::comm;

TEST_CASE("each piece is twice as long as the one before, whole elements, and the tail is what is left") {
  const auto lengths = [](const char* name, std::size_t total, std::size_t element) {
    const auto cut = make_cut(name);
    std::vector<std::size_t> result;
    Pieces pieces(*cut, total, element);
    while (const auto piece = pieces.next()) result.push_back(piece->length);
    return result;
  };
  using Lengths = std::vector<std::size_t>;
  CHECK(lengths("grow:64", 64 * 7 + 10, 1) == Lengths{64, 128, 256, 10});
  CHECK(lengths("grow:16", 16 * 3, 16) == Lengths{16, 32});
  CHECK(lengths("grow:64", 40, 1) == Lengths{40});
  CHECK(lengths("grow:1KiB", 3000, 8) == Lengths{1024, 1976});
}

TEST_CASE("a size is the number times its unit") {
  CHECK(parse_size("3B") == 3u);
  CHECK(parse_size("3k") == 3072u);
  CHECK(parse_size("3KiB") == 3072u);
  CHECK(parse_size("3M") == 3u << 20);
  CHECK(parse_size("3MiB") == 3u << 20);
  CHECK(parse_size("3G") == std::size_t{3} << 30);
  CHECK(parse_size("3GiB") == std::size_t{3} << 30);
}
