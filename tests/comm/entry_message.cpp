#include "comm/entry_message.h"

#include "core/types.h"
#include "support/catch.h"

TEST_CASE("integers arrive as they were written, one in the place of each number") {
  const std::vector<std::int64_t> integers{-1, 7, std::int64_t{1} << 40};
  std::vector<core::Complex> entries(3);
  comm::write_integers<core::Complex>(integers, entries.data());
  CHECK(comm::read_integers(std::span<const core::Complex>(entries)) == integers);
  std::vector<core::SingleComplex> single(3);
  comm::write_integers<core::SingleComplex>(integers, single.data());
  CHECK(comm::read_integers(std::span<const core::SingleComplex>(single)) == integers);
  CHECK(comm::read_integers(std::span<const core::Complex>()).empty());
}
