// The order of a study's measurements, and the time left.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/duration.h"
#include "study/record.h"

namespace febem::study {

/// Rounds over the items that are not settled, in a new random order each; the first warms up. An
/// item is settled if it was repeated often enough with little spread, or as often as allowed.
/// Continues after the samples in the record.
class Schedule {
 public:
  /// Refers to `record`. The caller adds each sample to it before the next call.
  explicit Schedule(const Record& record);

  /// The next item; nothing if all are settled.
  std::optional<Item> next();

  const std::vector<Item>& queue() const { return queue_; }
  int round() const { return round_; }
  std::string name() const {
    return "round " + std::to_string(round_) + (warming_up_ ? " (warm-up)" : "");
  }
  bool warming_up() const { return warming_up_; }

  /// An item that is not settled.
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

/// Estimates the remaining time from the last time of each item, or from the average of its stage
/// on its network.
class TimeLeft {
 public:
  /// A run of an item took `seconds`, including preparation and messages.
  void took(const Item& item, double seconds);

  /// Seconds of the next round of repeats. NaN before each stage has run on each network.
  double round(const Schedule& schedule) const;
  /// Seconds of the remaining items of this round.
  double queue(const Schedule& schedule) const;
  /// The rest of the warm-up, and the repeats that are due and that are allowed, s.
  cli::Span rest(const Schedule& schedule) const;

  /// Stores the estimate for text(). The study may take `limit` s more.
  void update(const Schedule& schedule, double limit);
  /// "about 2 to 7.5 min left", from now. Empty before update(), and if nothing is left.
  std::string text() const;

 private:
  double cost(const Item& item) const;

  std::map<Item, double> cost_;  ///< seconds of the last run
  cli::Span end_;                ///< end of the study on the clock; zero: unknown
};

/// Whether a study that may take `left` s more continues. A round of repeats begins only if it is
/// likely to end in time, and is then finished: all strategies have equally many repeats. A warm-up
/// stops when the time is over.
bool has_time(const Schedule& schedule, const TimeLeft& estimate, double left);

}  // namespace febem::study
