// What messages cost over one link of the network, for predictions.
#pragma once

#include <cstddef>
#include <vector>

namespace febem::comm {

/// The time of one message as a piecewise linear function of its length, T1(s) = start_up + s per_byte, and the part of
/// the start-up that occupies the sender.
class LinkCost {
 public:
  struct Regime {
    double from_bytes = 0;  ///< shortest message it holds for; 0 for the first
    double start_up = 0;    ///< s
    double per_byte = 0;    ///< s
  };

  LinkCost() = default;
  /// At least one regime, shortest messages first. `overhead`: how long a message occupies its sender besides its bytes,
  /// `receiving`: how long it occupies a receiver that has other things to do; s.
  LinkCost(std::vector<Regime> regimes, double overhead, double receiving = 0)
      : regimes_(std::move(regimes)), overhead_(overhead), receiving_(receiving) {}

  /// T1: from the call that sends to the arrival of the data, s.
  double delivery(std::size_t bytes) const {
    const auto& r = regime(bytes);
    return r.start_up + static_cast<double>(bytes) * r.per_byte;
  }
  /// How long one message occupies the sender and its line, s.
  double occupied(std::size_t bytes) const { return overhead_ + static_cast<double>(bytes) * regime(bytes).per_byte; }
  double receiving() const { return receiving_; }

 private:
  const Regime& regime(std::size_t bytes) const {
    std::size_t r = regimes_.size() - 1;
    while (r > 0 && static_cast<double>(bytes) < regimes_[r].from_bytes) --r;
    return regimes_[r];
  }

  std::vector<Regime> regimes_{Regime{}};
  double overhead_ = 0, receiving_ = 0;
};

/// Times of one piece sent under a pace, s.
struct PieceTimes {
  double delivery = 0;  ///< from push() to the arrival of the piece
  double held = 0;      ///< from push() to when the sender may do something else
  double spacing = 0;   ///< least time between two pieces to the same receiver
};

}  // namespace febem::comm
