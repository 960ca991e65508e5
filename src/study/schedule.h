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

  /// What is left of this round.
  const std::vector<Item>& queue() const { return queue_; }
  int round() const { return round_; }
  /// "round 1 (warm-up)", "round 2", ...
  std::string name() const { return "round " + std::to_string(round_) + (warming_up_ ? " (warm-up)" : ""); }
  bool warming_up() const { return warming_up_; }

  /// The items that are not settled yet.
  struct Remaining {
    Item item;
    int at_least = 0;  ///< further repeats
    int at_most = 0;   ///< further repeats
  };
  std::vector<Remaining> remaining() const;

 private:
  void begin_round();

  const Record& record_;
  int round_;
  bool warming_up_ = false, warm_ = false;
  std::vector<Item> queue_;
};

/// A duration between two bounds, s; not numbers if unknown.
struct Span {
  double least = 0, most = 0;
};

/// "about 2 to 7.5 min"; empty if unknown or over.
std::string duration_text(const Span& span);

/// Estimates the time left from the last time of each item. An item that has not run yet is taken for the average of its stage on its
/// network.
class TimeLeft {
 public:
  /// One run of an item took so many seconds, preparation and messages included.
  void took(const Item& item, double seconds);

  /// Seconds of the next round of repeats; not a number before each stage has run on each network.
  double round(const Schedule& schedule) const;
  /// Seconds of what is left of this round.
  double queue(const Schedule& schedule) const;
  /// What is left of the warm-up, and the repeats that are still due and still allowed.
  Span rest(const Schedule& schedule) const;

  /// Keeps the estimate for text(); `limit` is the time the study may still take at most, s.
  void update(const Schedule& schedule, double limit);
  /// "about 2 to 7.5 min left", less what has passed since update(); empty before that, and when nothing is left.
  std::string text() const;

 private:
  double cost(const Item& item) const;

  std::map<Item, double> cost_;  ///< of the last run
  Span end_;                     ///< on the clock; zeros: not known yet
};

/// Whether a study that may take another `left` seconds goes on. A round of repeats begins only if it is likely to end in time. Then it is
/// finished, so that all strategies have as many repeats. A warm-up stops when the time is over.
bool has_time(const Schedule& schedule, const TimeLeft& estimate, double left);

}  // namespace febem::study
