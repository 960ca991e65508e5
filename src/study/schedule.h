// The order of a study's measurements, and the time left.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "study/record.h"

namespace febem::study {

/// Rounds over the items that are not settled yet, each round in a new random order, the first a warm-up. An item is
/// settled once it was repeated often enough with little spread, or as often as allowed. Continues after the samples in the
/// record.
class Schedule {
 public:
  /// Refers to `record`, to which the caller adds each sample before the next call.
  explicit Schedule(const Record& record);

  /// The next to be measured; nothing when all is settled.
  std::optional<Item> next();

  /// How many are left of this round.
  std::size_t queued() const { return queue_.size(); }
  int round() const { return round_; }
  bool warming_up() const { return warming_up_; }

  /// The items that are not settled yet.
  struct Remaining {
    Item item;
    int at_most = 0;  ///< further repeats
  };
  std::vector<Remaining> remaining() const;

 private:
  void begin_round();

  const Record& record_;
  int round_;
  bool warming_up_ = false, warm_ = false;
  std::vector<Item> queue_;
};

/// Upper estimate of the time left: the last time of each item, times the repeats still allowed.
class TimeLeft {
 public:
  /// One run of an item took so many seconds, preparation and messages included.
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
