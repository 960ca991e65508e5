#include "cli/duration.h"

#include <limits>

#include "support/catch.h"

using namespace febem::cli;

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
}

TEST_CASE("a duration has the unit that suits it") {
  CHECK(duration_text({12, 80}) == "about 12 to 80 s");
  CHECK(duration_text({30, 300}) == "about 0.5 to 5 min");
  CHECK(duration_text({7200, 7200}) == "about 2 h");
  CHECK(duration_text({-1, 30}) == "at most 30 s");
  CHECK(duration_text({0.01, 0.02}) == "less than 1 s");
  CHECK(duration_text({0, 0}).empty());
  CHECK(duration_text({unknown, unknown}).empty());
}

TEST_CASE("nothing is said of the time left when it is unknown or over") {
  CHECK(left_text({125, 125}) == "about 2.1 min left");
  CHECK(left_text({-5, -5}).empty());
  CHECK(left_text({unknown, unknown}).empty());
}
