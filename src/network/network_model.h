// The parameters of an emulated network.
#pragma once

#include <limits>
#include <vector>

namespace febem::network {

/// LogGP's L, o and 1/G: a message of s bytes takes 2 o + L + s/bandwidth when nothing else is in flight.
struct Link {
  double latency = 0;                                          ///< s, one way
  double overhead = 0;                                         ///< s of the sender's and of the receiver's processor
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes/s

  friend bool operator==(const Link&, const Link&) = default;
};

/// Every rank has one line out and one line in, which its messages share; a switch joins them without loss.
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

}  // namespace febem::network
