#include "study/sensitivity.h"

#include "support/catch.h"

using namespace febem::study;
using network::NetworkModel;

namespace {

/// A stage that takes 1 s and has so many latencies, overheads and bytes one after the other.
Probe probe_of(double latencies, double overheads, double bytes) {
  Probe probe;
  probe.base = base_network();
  probe.messages = 100;
  probe.bytes = 1000000;
  probe.seconds = [=](const NetworkModel& model) {
    return 1 + latencies * model.all.latency + overheads * model.all.overhead +
           bytes / model.all.bandwidth;
  };
  return probe;
}

}  // namespace

TEST_CASE("the slopes are what is on the critical path") {
  const auto found = measure_sensitivity(probe_of(40, 90, 2e6));
  CHECK(found.responses[0].line().slope == Approx(40).epsilon(1e-6));
  CHECK(found.responses[1].line().slope == Approx(90).epsilon(1e-6));
  CHECK(found.responses[2].line().slope == Approx(2e6).epsilon(1e-6));
  const double base = 1 + 40 * 50e-6 + 90 * 5e-6 + 2e6 / 1.25e9;
  CHECK(found.responses[0].line().intercept == Approx(base).epsilon(1e-6));
  CHECK(found.latency_costing(0.02) == Approx(0.02 * base / 40).epsilon(1e-6));
}

TEST_CASE("what is raised is raised until it is felt, and not much further") {
  const auto probe = probe_of(0.5, 0.01, 10);
  const auto found = measure_sensitivity(probe);
  for (const auto& response : found.responses) {
    const auto [least, most] =
        std::minmax_element(response.seconds.begin(), response.seconds.end());
    CHECK(*most / *least > 1.4);
    CHECK(*most / *least < 3.0);
  }
}

TEST_CASE("a stage that does not feel latency bears any") {
  const auto found = measure_sensitivity(probe_of(0, 1, 1));
  CHECK(std::isinf(found.latency_costing(0.01)));
}

TEST_CASE("every link is raised") {
  auto probe = probe_of(1, 1, 1);
  probe.base.exceptions.push_back({0, 1, {1e-3, 0, 1e6}});
  probe.seconds = [](const NetworkModel& model) { return 1 + 40 * model.link(0, 1).latency; };
  CHECK(measure_sensitivity(probe).responses[0].line().slope == Approx(40).epsilon(1e-6));
}
