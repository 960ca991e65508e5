#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "benchmarks/record.h"
#include "comm/ledger.h"
#include "core/error.h"
#include "core/registry.h"

namespace febem::benchmarks {
namespace {

const Pattern& pattern_of(const Options& options) {
  return core::find(patterns(), options.pattern, "benchmark");
}

std::vector<std::size_t> message_sizes(const Options& options, const Pattern& pattern) {
  if (!options.sizes.empty()) return parse_sizes(options.sizes, pattern.element);
  return parse_sizes({std::to_string(pattern.element) + "..4MiB"}, pattern.element);
}

class MessageBench {
 public:
  MessageBench(const Options& options, const Setting& setting, network::Stack& network,
      const comm::Messenger& control)
      : network_(network), transport_(network.top()), control_(control),
        sizes_(message_sizes(options, pattern_of(options))),
        buffers_(sizes_.back(), options.buffers) {
    record_.setting = setting;
    record_.pattern = pattern_of(options);
    record_.buffers = options.buffers;
    record_.barrier = options.barrier.value_or(record_.pattern.barrier);
    if (record_.pattern.bare && !setting.network.emulated) add_bare();
    for (const auto& names : cli::strategy_grid(options.strategies, comm::strategy_set("bulk")))
      add(names);
    if (ways_.empty() || (bare_ && ways_.size() == 1))
      throw core::InputError(record_.refused.front().reason);
  }

  MessageRecord run(const timing::Progress& progress) {
    std::vector<Point> points;
    std::vector<core::Metrics> counted;
    for (std::size_t strategy = 0; strategy < ways_.size(); ++strategy)
      for (const auto bytes : sizes_) {
        record_.timings.push_back({strategy, bytes, {}, {}});
        points.push_back(point(strategy, bytes));
        counted.push_back(count(strategy, bytes));
      }
    combine(counted);
    auto samples = take_samples(points, record_.setting.effort, control_, progress);
    for (std::size_t i = 0; i < points.size(); ++i)
      record_.timings[i].samples = std::move(samples[i]);
    if (control_.rank() == core::master) fit();
    return std::move(record_);
  }

 private:
  struct Way {
    comm::Messenger messages;
    const mpi::Communicator* bare;  ///< null where the messenger sends
  };

  void add_bare() {
    bare_.emplace(mpi::Communicator::world());
    ways_.push_back({control_, &*bare_});
    record_.strategies.push_back(bare_calls);
  }

  void add(const comm::StrategyNames& names) {
    try {
      ways_.push_back({{transport_, comm::make_strategy(names)}, nullptr});
      record_.strategies.push_back(names);
    } catch (const core::InputError& error) {
      record_.refused.push_back({names, error.what()});
    }
  }

  Exchange exchange(
      const comm::Messenger& messages, const mpi::Communicator* bare, std::size_t bytes) {
    return {messages, transport_, record_.barrier, bare, buffers_, bytes};
  }

  Point point(std::size_t strategy, std::size_t bytes) {
    const auto& way = ways_[strategy];
    return {text(record_.strategies[strategy]) + ", " + std::to_string(bytes) + " bytes",
        [&pattern = record_.pattern, with = exchange(way.messages, way.bare, bytes)](
            std::size_t repetitions) { return pattern.seconds(with, repetitions); }};
  }

  // What this rank counts in one repetition; nothing is known of bare calls.
  core::Metrics count(std::size_t strategy, std::size_t bytes) {
    const auto& way = ways_[strategy];
    if (way.bare != nullptr) return {};
    comm::Ledger ledger(transport_);
    const comm::Messenger messages(ledger, way.messages.strategy());
    network_.take_most_outstanding("");
    record_.pattern.seconds(exchange(messages, nullptr, bytes), 1);
    core::Metrics counted = ledger.metrics();
    counted.most_outstanding_bytes = network_.take_most_outstanding("");
    return counted;
  }

  void combine(const std::vector<core::Metrics>& mine) {
    for (const auto& rank : control_.gather(mine, core::master))
      for (std::size_t i = 0; i < rank.size(); ++i) record_.timings[i].counted.combine(rank[i]);
  }

  void fit() {
    for (std::size_t strategy = 0; strategy < record_.strategies.size(); ++strategy) {
      std::vector<double> bytes, medians;
      for (const auto& timing : record_.timings) {
        if (timing.strategy != strategy) continue;
        bytes.push_back(static_cast<double>(timing.bytes));
        medians.push_back(median_of_slowest(timing.samples));
      }
      record_.fits.push_back(timing::fit_line(bytes, medians));
    }
  }

  network::Stack& network_;
  comm::Transport& transport_;
  const comm::Messenger& control_;
  std::vector<std::size_t> sizes_;
  Buffers buffers_;
  MessageRecord record_;
  std::optional<mpi::Communicator> bare_;
  std::deque<Way> ways_;  ///< by strategy; points refer to them
};

}  // namespace

void check_messages(const Options& options, int ranks) {
  auto names = core::names(patterns());
  names.emplace_back(compute_name);
  if (std::find(names.begin(), names.end(), options.pattern) == names.end())
    throw core::InputError(
        "unknown benchmark '" + options.pattern + "'" + core::suggestion(options.pattern, names));
  const auto& pattern = pattern_of(options);
  if (!pattern.routed && !options.strategies.routes.empty())
    throw core::InputError("option '--route': " + options.pattern +
                           " has no route, for its messages go from one rank to one other");
  cli::strategy_grid(options.strategies, comm::strategy_set("bulk"));
  message_sizes(options, pattern);
  if (ranks < 2)
    throw core::InputError(
        "bench " + options.pattern + " needs 2 ranks or more: mpirun -n 2 minifebem ...");
}

MessageRecord time_messages(const Options& options, const Setting& setting, network::Stack& network,
    const comm::Messenger& control, const timing::Progress& progress) {
  return MessageBench(options, setting, network, control).run(progress);
}

}  // namespace febem::benchmarks
