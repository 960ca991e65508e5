// What a study measures next.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "study/record.h"

namespace febem::study {

/// One stage with one strategy, by their positions in the record.
struct Item {
  std::size_t stage = 0;
  std::size_t strategy = 0;
  friend auto operator<=>(const Item&, const Item&) = default;
};

/// Rounds over what is not settled yet, each round in a new random order, the first a warm-up. Settled is
/// what has been repeated often enough with little spread, or as often as allowed. Goes on after the samples
/// of the record.
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

  /// What is not settled yet.
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

}  // namespace febem::study
