#include "core/digest.h"

#include "support/catch.h"

using core::digest;

TEST_CASE("the digest of nothing is XXH3's published 128-bit value") {
  CHECK(digest({}) == "99aa06d3014798d86001c324468d497f");
}

TEST_CASE("one changed bit changes the digest") {
  std::array<double, 3> values{1.0, 2.0, 3.0};
  const auto before = digest(std::as_bytes(std::span(values)));
  values[2] = 3.0000000000000004;
  CHECK(digest(std::as_bytes(std::span(values))) != before);
}
