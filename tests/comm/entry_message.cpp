#include "comm/entry_message.h"

#include "core/types.h"
#include "support/catch.h"

using core::Complex;
using ComplexMessage = comm::EntryMessage<core::Complex>;

TEST_CASE("numbers and integers arrive as they were written, in entries of 16 bytes") {
  const std::vector<std::int64_t> integers{-1, 7, std::int64_t{1} << 40};
  ComplexMessage sent(2, 3), received(2, 3);
  sent.numbers()[0] = {1.5, -2};
  sent.numbers()[1] = {0.25, 4};
  sent.write_integers(integers);
  const auto bytes = std::as_bytes(sent.entries());
  CHECK(bytes.size() == 5 * sizeof(Complex));
  std::memcpy(received.entries().data(), bytes.data(), bytes.size());
  CHECK(received.numbers()[0] == Complex(1.5, -2));
  CHECK(received.numbers()[1] == Complex(0.25, 4));
  CHECK(received.read_integers() == integers);
}

TEST_CASE("there may be none of either") {
  CHECK(ComplexMessage(0, 0).entries().empty());
  CHECK(ComplexMessage(3, 0).read_integers().empty());
  CHECK(ComplexMessage(0, 2).entries().size() == 2);
}
