// A line that carries one message at a time: the only way out of, or into, a rank.
#pragma once

#include <vector>

namespace febem::network {

class Line {
 public:
  /// Takes the first `duration` seconds from time `earliest` on that are not taken yet, in parts if they must be;
  /// returns when the last of them ends. Messages may be entered in another order than they travel.
  double take(double earliest, double duration);

 private:
  struct Interval {
    double begin, end;
  };
  void insert(Interval taken);

  std::vector<Interval> taken_;  ///< in order, apart; the oldest are forgotten
};

}  // namespace febem::network
