// The offset of a rank's clock from that of rank 0.
#include "comm/clock_offset.h"

#include "comm/decorator.h"
#include "comm/hostile_network.h"
#include "support/catch.h"

using namespace febem::comm;

namespace {

constexpr double days = 86400;

/// The clock of rank 0, as the others hear of it, is ahead by so many seconds.
class AheadOfUs final : public Decorator {
 public:
  AheadOfUs(Transport& below, double seconds) : Decorator(below), seconds_(seconds) {}

  void perform(const Message& message) override {
    Decorator::perform(message);
    if (message.kind != Message::Kind::receive || message.purpose != Purpose::clock ||
        message.data.size() != sizeof(double))
      return;
    double time = 0;
    std::memcpy(&time, message.data.read().data(), sizeof time);
    time += seconds_;
    std::memcpy(message.data.written().data(), &time, sizeof time);
  }

 private:
  double seconds_;
};

}  // namespace

TEST_CASE("the offset of a clock is what must be added to it to have the first rank's time") {
  std::vector<double> offsets(3);
  HostileNetwork(3, 1).run([&](Transport& network) {
    AheadOfUs skewed(network, network.rank() * 100 * days);
    offsets[network.rank()] = clock_offset(skewed);
  });
  CHECK(offsets[0] == 0);
  // All have the same clock in truth; a busy machine makes the answer coarse, but not by days.
  CHECK(std::abs(offsets[1] - 100 * days) < days / 24);
  CHECK(std::abs(offsets[2] - 200 * days) < days / 24);
}
