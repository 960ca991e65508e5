#include "core/metrics.h"

#include "support/catch.h"

using namespace febem::core;

namespace {

/// Ten seconds of two ranks, of which one waited so long for a core.
CoreUse waited(double seconds) {
  CoreUse use;
  use.time.seconds = 10;
  use.time.rank_seconds = 18;  // one of them came two seconds late
  use.time.ran_seconds = 18 - seconds;
  use.time.queued_seconds = seconds;
  use.time.node_busy_seconds = 20;
  return use;
}

}  // namespace

TEST_CASE("ranks that had their cores to themselves are not warned of") {
  const auto use = waited(0.4);
  CHECK(use.warnings().empty());
  CHECK(use.time.queued_share() == Approx(0.04));
  CHECK(use.time.ran_share() == Approx(17.6 / 18));
  CHECK_THAT(
      use.text(), Contains("ranks ran 97.8 % of the time and waited for a core 4.0 % at most"));
  CHECK_THAT(use.text(), !Contains("Warning"));
}

TEST_CASE(
    "cores that others used, ranks that outnumber the cores and a host that takes them are told "
    "apart") {
  auto use = waited(4);
  REQUIRE(use.warnings().size() == 1);
  CHECK_THAT(use.warnings()[0], Contains("other processes used the cores") &&
                                    Contains("waited for a core 40.0 % of the time"));
  CHECK_THAT(use.text(), Contains("\n  ! Warning: other processes used the cores"));
  use.crowded = true;
  REQUIRE(use.warnings().size() == 1);
  CHECK_THAT(
      use.warnings()[0], Contains("the ranks outnumber the cores") && !Contains("other processes"));
  use = waited(0);
  use.crowded = true;
  CHECK(use.warnings().size() == 1);
  use = waited(0);
  use.time.node_stolen_seconds = 3;
  REQUIRE(use.warnings().size() == 1);
  CHECK_THAT(use.warnings()[0], Contains("the host of this virtual machine took 15.0 %"));
}

TEST_CASE("a few ticks of the host's, and what the system does not tell, are no reason to warn") {
  auto use = waited(0);
  use.time.node_busy_seconds = 0.2;
  use.time.node_stolen_seconds = 0.05;
  CHECK(use.warnings().empty());
  use.time.queued_seconds.reset();
  CHECK(std::isnan(use.time.queued_share()));
  CHECK(use.warnings().empty());
  CHECK_THAT(use.text(), Contains("waited for a core an unknown part"));
  CHECK(CoreUse{}.warnings().empty());
  CHECK(std::isnan(CoreTime{}.ran_share()));
}

TEST_CASE(
    "stretches of a rank add up; of several ranks the longest time counts, and CPU time and "
    "switches add up") {
  const CoreTime before{100, 100, 50, 7, 30, 1000, 20}, after{110, 110, 58, 8, 33, 1015, 21};
  auto time = after - before;
  CHECK(time.seconds == 10);
  CHECK(time.ran_seconds == 8);
  CHECK(time.queued_seconds == 1);
  CHECK(time.involuntary_switches == 3);
  CHECK(time.node_busy_seconds == 15);
  CHECK(time.node_stolen_seconds == 1);
  CoreTime sum;
  sum += time;
  sum += time;
  CHECK(sum.seconds == 20);
  CHECK(sum.queued_seconds == 2);
  CHECK(sum.involuntary_switches == 6);
  sum.combine({10, 10, 9, 5, 1, 40, 0});
  CHECK(sum.seconds == 20);
  CHECK(sum.rank_seconds == 30);
  CHECK(sum.ran_seconds == 25);
  CHECK(sum.queued_seconds == 5);
  CHECK(sum.involuntary_switches == 7);
  CHECK(sum.node_busy_seconds == 40);
  CHECK(sum.node_stolen_seconds == 2);
  CHECK_FALSE((after - CoreTime{}).queued_seconds);
}
