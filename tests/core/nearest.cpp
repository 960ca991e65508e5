#include "core/nearest.h"

#include "support/catch.h"

using febem::core::nearest;

TEST_CASE("a misspelt name is answered with the nearest one") {
  const std::vector<std::string> routes{"star", "binomial", "native"};
  CHECK(nearest("binominal", routes) == "binomial");
  CHECK(nearest("satr", routes) == "star");
  CHECK(nearest("native", routes) == "native");
}

TEST_CASE("a name far from all others has no nearest") {
  CHECK(nearest("zzzzzz", {"star", "ring"}).empty());
  CHECK(nearest("x", {}).empty());
}
