#include "core/memory.h"

#include <cmath>

#include "core/error.h"
#include "support/catch.h"

using namespace febem::core;
using Catch::Matchers::Contains, Catch::Matchers::EndsWith;

TEST_CASE("what fits is let pass; what does not is refused with what it takes and what there is") {
  CHECK(physical_memory() > 1e7);
  CHECK_NOTHROW(require_memory(0, "nothing"));
  CHECK_NOTHROW(require_memory(physical_memory(), "all of it"));
  CHECK_THROWS_AS(require_memory(1.001 * physical_memory(), "more"), InputError);
  CHECK_THROWS_WITH(require_memory(2.5e18, "a matrix"), Contains("a matrix would take 2.5e+03 PB of memory; this machine has "));
  CHECK_THROWS_WITH(require_memory(3e14, "a table"), Contains("a table would take 300 TB"));
  CHECK_THROWS_WITH(require_memory(2 * physical_memory(), "rows", 9.5 * physical_memory()), EndsWith("; 10 ranks with as much each would do"));
  CHECK_THROWS_WITH(require_memory(2 * physical_memory(), "rows"), !Contains("ranks"));
  CHECK_THROWS_AS(require_memory(std::nan(""), "who knows"), InputError);
}
