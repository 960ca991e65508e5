// How long a study may still take.
#pragma once

#include <map>
#include <string>

#include "study/schedule.h"

namespace febem::study {

/// Learns what each item costs and reckons, after each round, with as many repeats as are allowed.
class TimeLeft {
 public:
  /// One run of an item took so many seconds, with all that goes with it.
  void took(const Item& item, double seconds);

  /// To be called after each round; `limit` is the time the study may still take at most, s.
  void update(const Schedule& schedule, double limit);

  /// "at most 3 min left"; empty before the first round has ended and when nothing is left.
  std::string text() const;

 private:
  std::map<Item, double> cost_;  ///< of the last run
  double end_ = 0;               ///< on the clock; 0: not known yet
};

}  // namespace febem::study
