#include "app/bench/message_bench.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include "app/bench/compute_bench.h"
#include "app/bench/pages.h"
#include "app/bench/sizes.h"
#include "app/gather.h"
#include "comm/ledger.h"
#include "core/error.h"
#include "core/registry.h"

namespace febem::app::bench {
namespace {

Pattern pattern_of(const Request& request) {
  const auto all = patterns();
  return core::find(std::span<const Pattern>(all), request.pattern, "benchmark");
}

std::vector<std::size_t> sizes_of(const Request& request, const Pattern& pattern) {
  if (!request.sizes.empty()) return parse_sizes(request.sizes, pattern.element);
  return parse_sizes({std::to_string(pattern.element) + "..4MiB"}, pattern.element);
}

comm::Traffic sent(const comm::Ledger& ledger) {
  comm::Traffic total;
  for (const auto& tally : ledger.tallies()) total += tally.sent;
  return total;
}

class MessageBench {
 public:
  MessageBench(const Request& request, const Setting& setting, comm::Transport& transport,
               const comm::Messenger& control)
      : ledger_(transport), control_(control), sizes_(sizes_of(request, pattern_of(request))),
        out_(sizes_.back()), in_(sizes_.back()) {
    record_.setting = setting;
    record_.pattern = pattern_of(request);
    record_.barrier = request.barrier.value_or(record_.pattern.barrier);
    for (const auto& names : strategy_grid(request.strategies, {})) add(names);
    if (messengers_.empty()) throw core::InputError(record_.refused.front().reason);
  }

  MessageRecord run(const timing::Progress& progress) {
    std::vector<Point> points;
    for (std::size_t strategy = 0; strategy < messengers_.size(); ++strategy)
      for (const auto bytes : sizes_) {
        record_.timings.push_back({strategy, bytes, {}, 0, 0});
        points.push_back(point(points.size()));
      }
    books_.resize(points.size());
    auto samples = take_samples(points, record_.setting.effort, control_, progress);
    for (std::size_t i = 0; i < points.size(); ++i) record_.timings[i].samples = std::move(samples[i]);
    total_books();
    if (control_.rank() == pipeline::master) fit();
    return std::move(record_);
  }

 private:
  /// What one rank sent for a point, warm-up included.
  struct Book {
    core::Count messages = 0, bytes = 0, repetitions = 0;
  };

  void add(const comm::StrategyNames& names) {
    try {
      messengers_.emplace_back(ledger_, comm::make_strategy(names));
      record_.strategies.push_back(names);
    } catch (const core::InputError& error) {
      record_.refused.push_back({names, error.what()});
    }
  }

  Point point(std::size_t index) {
    const auto& timing = record_.timings[index];
    const std::size_t bytes = timing.bytes;
    const Exchange exchange{messengers_[timing.strategy], ledger_, record_.barrier, out_.first(bytes), in_.first(bytes)};
    const auto& names = record_.strategies[timing.strategy];
    return {text(names) + ", " + std::to_string(bytes) + " bytes", [this, index, exchange](std::size_t repetitions) {
              const auto before = sent(ledger_);
              const double seconds = record_.pattern.seconds(exchange, repetitions);
              const auto after = sent(ledger_);
              auto& book = books_[index];
              book.messages += after.messages - before.messages;
              book.bytes += after.bytes - before.bytes;
              book.repetitions += static_cast<core::Count>(repetitions);
              return seconds;
            }};
  }

  void total_books() {
    for (const auto& rank : gather(control_, books_))
      for (std::size_t i = 0; i < rank.size(); ++i) {
        const auto repetitions = static_cast<double>(rank[i].repetitions);
        record_.timings[i].messages += static_cast<double>(rank[i].messages) / repetitions;
        record_.timings[i].bytes_sent += static_cast<double>(rank[i].bytes) / repetitions;
      }
  }

  void fit() {
    for (std::size_t strategy = 0; strategy < record_.strategies.size(); ++strategy) {
      std::vector<double> bytes, medians;
      for (const auto& timing : record_.timings) {
        if (timing.strategy != strategy) continue;
        bytes.push_back(static_cast<double>(timing.bytes));
        medians.push_back(timing::summarise(timing.seconds()).median);
      }
      record_.fits.push_back(timing::fit_line(bytes, medians));
    }
  }

  comm::Ledger ledger_;
  const comm::Messenger& control_;
  std::vector<std::size_t> sizes_;
  Pages out_, in_;
  MessageRecord record_;
  std::deque<comm::Messenger> messengers_;  ///< by strategy; points refer to them
  std::vector<Book> books_;                 ///< by point
};

}  // namespace

void check_messages(const Request& request, int ranks) {
  auto names = core::names(std::span<const Pattern>(patterns()));
  names.emplace_back(compute_name);
  if (std::find(names.begin(), names.end(), request.pattern) == names.end())
    throw core::InputError("unknown benchmark '" + request.pattern + "'" + core::suggestion(request.pattern, names));
  const auto pattern = pattern_of(request);
  if (!pattern.routed && !request.strategies.routes.empty())
    throw core::InputError("option '--route': " + request.pattern +
                           " has no route, for its messages go from one rank to one other");
  strategy_grid(request.strategies, {});
  sizes_of(request, pattern);
  if (ranks < 2) throw core::InputError("bench " + request.pattern + " needs 2 ranks or more: mpirun -n 2 minifebem ...");
}

MessageRecord time_messages(const Request& request, const Setting& setting, comm::Transport& transport,
                            const comm::Messenger& control, const timing::Progress& progress) {
  return MessageBench(request, setting, transport, control).run(progress);
}

}  // namespace febem::app::bench
