#include "study/schedule.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "mpi/environment.h"

namespace febem::study {
namespace {

int last_round(const Record& record) {
  int round = 0;
  for (const auto& sample : record.samples) round = std::max(round, sample.round);
  return round;
}

}  // namespace

Schedule::Schedule(const Record& record) : record_(record), round_(last_round(record)) {}

std::optional<Item> Schedule::next() {
  if (queue_.empty()) begin_round();
  if (queue_.empty()) return std::nullopt;
  const Item item = queue_.back();
  queue_.pop_back();
  return item;
}

std::vector<Schedule::Remaining> Schedule::remaining() const {
  std::vector<Remaining> result;
  const auto& effort = record_.effort;
  const timing::Repetition wanted{static_cast<std::size_t>(effort.fewest),
                                  static_cast<std::size_t>(effort.most), effort.spread,
                                  std::numeric_limits<double>::infinity()};
  for (const auto& item : items(record_)) {
    const auto samples = repeats(record_, item).samples;
    if (!wanted.enough(samples, 0)) result.push_back({item, effort.most - static_cast<int>(samples.size())});
  }
  return result;
}

void Schedule::begin_round() {
  for (const auto& left : remaining()) queue_.push_back(left.item);
  ++round_;
  warming_up_ = !warm_;
  warm_ = true;
  std::seed_seq seed{record_.effort.seed, static_cast<std::uint64_t>(round_)};
  std::mt19937_64 random(seed);
  std::shuffle(queue_.begin(), queue_.end(), random);
}

void TimeLeft::took(const Item& item, double seconds) { cost_[item] = seconds; }

void TimeLeft::update(const Schedule& schedule, double limit) {
  double left = 0;
  for (const auto& [item, at_most] : schedule.remaining()) left += at_most * cost_[item];
  end_ = mpi::wall_time() + std::min(left, limit);
}

std::string TimeLeft::text() const {
  const double left = end_ - mpi::wall_time();
  if (left <= 0) return {};
  char text[48];
  if (left < 90)
    std::snprintf(text, sizeof text, "at most %.0f s left", left);
  else
    std::snprintf(text, sizeof text, "at most %.1f min left", left / 60);
  return text;
}

}  // namespace febem::study
