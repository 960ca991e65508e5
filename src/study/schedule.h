// The order of a study's measurements, and the time left.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "study/record.h"

namespace febem::study {

/// Rounds over the items that are not settled yet. Each round has a new random order. The first
/// round is a warm-up. An item is settled if it was repeated often enough with little spread, or as
/// often as allowed. The schedule continues after the samples in the record.
class Schedule {
 public:
  /// Refers to `record`, to which the caller adds each sample before the next call.
  explicit Schedule(const Record& record);

  /// The next item to measure. Nothing if all items are settled.
  std::optional<Item> next();

  /// The remaining items of this round.
  const std::vector<Item>& queue() const { return queue_; }
  int round() const { return round_; }
  /// "round 1 (warm-up)", "round 2", ...
  std::string name() const {
    return "round " + std::to_string(round_) + (warming_up_ ? " (warm-up)" : "");
  }
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

/// A duration between two bounds, s. NaN if unknown.
struct Span {
  double least = 0, most = 0;
};

/// A duration as text: "about 2 to 7.5 min". Empty if it is unknown or over.
std::string duration_text(const Span& span);

/// Estimates the remaining time from the last time of each item. An item that has not run yet
/// counts as the average of its stage on its network.
class TimeLeft {
 public:
  /// Records that a run of an item took `seconds`, including preparation and messages.
  void took(const Item& item, double seconds);

  /// Seconds of the next round of repeats. NaN before each stage has run on each network.
  double round(const Schedule& schedule) const;
  /// Seconds of the remaining items of this round.
  double queue(const Schedule& schedule) const;
  /// The time of the rest of the warm-up and of the repeats: at least those that are due, at most
  /// those that are allowed.
  Span rest(const Schedule& schedule) const;

  /// Stores the estimate for text(). `limit` is the longest time that the study may still take, s.
  void update(const Schedule& schedule, double limit);
  /// The remaining time: "about 2 to 7.5 min left", minus the time since update(). Empty before
  /// update(), and if nothing is left.
  std::string text() const;

 private:
  double cost(const Item& item) const;

  std::map<Item, double> cost_;  ///< by item: seconds of the last run
  Span end_;                     ///< end of the study on the clock; zero: not known yet
};

/// Whether a study that may take another `left` seconds continues. A round of repeats begins only
/// if it is likely to end in time. It is then finished, so that all strategies have equally many
/// repeats. A warm-up stops when the time is over.
bool has_time(const Schedule& schedule, const TimeLeft& estimate, double left);

}  // namespace febem::study
