#include "study/schedule.h"

#include <algorithm>
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
    const int taken = static_cast<int>(samples.size());
    if (!wanted.enough(samples, 0))
      result.push_back({item, std::max(effort.fewest - taken, 1), effort.most - taken});
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

double TimeLeft::cost(const Item& item) const {
  if (const auto known = cost_.find(item); known != cost_.end()) return known->second;
  double sum = 0;
  int runs = 0;
  for (const auto& [other, seconds] : cost_)
    if (other.stage == item.stage && other.network == item.network) {
      sum += seconds;
      ++runs;
    }
  return runs > 0 ? sum / runs : std::numeric_limits<double>::quiet_NaN();
}

double TimeLeft::round(const Schedule& schedule) const {
  double seconds = 0;
  for (const auto& left : schedule.remaining()) seconds += cost(left.item);
  return seconds;
}

double TimeLeft::queue(const Schedule& schedule) const {
  double seconds = 0;
  for (const auto& item : schedule.queue()) seconds += cost(item);
  return seconds;
}

cli::Span TimeLeft::rest(const Schedule& schedule) const {
  const double warm_up = schedule.warming_up() ? queue(schedule) : 0;
  cli::Span rest{warm_up, warm_up};
  for (const auto& [item, at_least, at_most] : schedule.remaining()) {
    rest.least += at_least * cost(item);
    rest.most += at_most * cost(item);
  }
  return rest;
}

void TimeLeft::update(const Schedule& schedule, double limit) {
  const auto [least, most] = rest(schedule);
  const double now = mpi::wall_time();
  end_ = {now + std::min(least, limit), now + std::min(most, limit)};
}

std::string TimeLeft::text() const {
  const double now = mpi::wall_time();
  return cli::left_text({end_.least - now, end_.most - now});
}

bool has_time(const Schedule& schedule, const TimeLeft& estimate, double left) {
  if (!schedule.queue().empty()) return !schedule.warming_up() || left > 0;
  if (schedule.remaining().empty()) return true;
  return left > 0 && !(estimate.round(schedule) > left);  // not a number before the warm-up
}

}  // namespace febem::study
