// The emulated network: its parameters, and the lines that its messages share.
#pragma once

#include <limits>
#include <vector>

namespace febem::network {

/// LogGP's L, o and 1/G: a message of s bytes takes 2 o + L + s/bandwidth when nothing else is in
/// flight.
struct Link {
  double latency = 0;   ///< s, one way
  double overhead = 0;  ///< s of the sender's and of the receiver's processor
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes/s

  friend bool operator==(const Link&, const Link&) = default;
};

/// Every rank has one line out and one line in, which its messages share; a switch joins them
/// without loss.
struct NetworkModel {
  /// A pair of ranks with a link of its own, in this direction.
  struct Exception {
    int from = 0, to = 0;
    Link link;
  };

  Link all;
  std::vector<Exception> exceptions;  ///< the last one for a pair of ranks holds

  const Link& link(int from, int to) const {
    for (auto exception = exceptions.rbegin(); exception != exceptions.rend(); ++exception)
      if (exception->from == from && exception->to == to) return exception->link;
    return all;
  }
};

/// A line that carries one message at a time: the only way out of, or into, a rank.
class Line {
 public:
  /// Takes the first `duration` seconds from time `earliest` on that are not taken yet, in parts if
  /// they must be; returns when the last of them ends. Messages may be entered in another order
  /// than they travel.
  double take(double earliest, double duration);

 private:
  struct Interval {
    double begin, end;
  };
  void insert(Interval taken);

  std::vector<Interval> taken_;  ///< in order, apart; the oldest are forgotten
};

}  // namespace febem::network
