#include "io/solved.h"

#include <fstream>

#include "io/sample.h"
#include "support/catch.h"

using febem::io::Solved;

TEST_CASE("a kept solution comes back bit for bit") {
  const febem::io::sample::Directory directory("solved");
  const double hz = 1000.0 / 3.0;
  const auto solution = febem::io::sample::solution(hz);
  Solved(directory.path(), "digest").save(solution);
  const auto again = Solved(directory.path(), "digest").load(hz);
  REQUIRE(again);
  CHECK(again->pressure == solution.pressure);
  CHECK(again->displacement == solution.displacement);
  CHECK(again->directivity == solution.directivity);
  CHECK(again->figures.radiated_power_w == solution.figures.radiated_power_w);
  CHECK_FALSE(Solved(directory.path(), "digest").load(hz + 1e-9));
}

TEST_CASE("a kept solution is read while other files are open") {
  const febem::io::sample::Directory directory("beside");
  const Solved solved(directory.path(), "digest");
  const auto solution = febem::io::sample::solution(100.0);
  febem::io::Hdf5File open_before;
  solved.save(solution);
  REQUIRE(solved.load(100.0));
  CHECK(solved.load(100.0)->pressure == solution.pressure);
}

TEST_CASE("a solution of another problem is refused and reported as stale") {
  const febem::io::sample::Directory directory("stale");
  Solved(directory.path(), "one").save(febem::io::sample::solution(100));
  const Solved other(directory.path(), "two");
  CHECK_FALSE(other.load(100));
  CHECK(other.stale(100));
  CHECK_FALSE(other.stale(200));
  CHECK_FALSE(Solved(directory.path(), "one").stale(100));
}

TEST_CASE("a damaged file counts as not solved") {
  const febem::io::sample::Directory directory("damaged");
  const Solved solved(directory.path(), "digest");
  solved.save(febem::io::sample::solution(100));
  std::filesystem::resize_file(directory.path() / "solved" / "100Hz.h5", 900);
  CHECK_FALSE(solved.load(100));
  CHECK(solved.stale(100));
}

TEST_CASE("removing the last solution removes the directory") {
  const febem::io::sample::Directory directory("removed");
  const Solved solved(directory.path(), "digest");
  solved.save(febem::io::sample::solution(100));
  solved.save(febem::io::sample::solution(200));
  solved.remove(100);
  CHECK(solved.load(200));
  solved.remove(200);
  CHECK_FALSE(std::filesystem::exists(directory.path() / "solved"));
  solved.remove(300);
}

TEST_CASE("a solution without structure, field points or directivity comes back") {
  const febem::io::sample::Directory directory("bare");
  auto solution = febem::io::sample::solution(100);
  solution.displacement.clear();
  solution.field_pressure.clear();
  solution.directivity.clear();
  const Solved solved(directory.path(), "digest");
  solved.save(solution);
  const auto again = solved.load(100);
  REQUIRE(again);
  CHECK(again->pressure == solution.pressure);
  CHECK(again->displacement.empty());
  CHECK(again->figures.far_field_power_w != again->figures.far_field_power_w);
}
