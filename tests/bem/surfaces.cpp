#include "bem/surfaces.h"

#include "support/catch.h"

TEST_CASE("the tests' box is closed and faces outwards") {
  const auto surface = febem::bem::box({1, 2, 3}, {2, 3, 4});
  CHECK_NOTHROW(febem::mesh::validate(surface));
  CHECK(febem::mesh::enclosed_volume(surface) == Approx(6));
}
