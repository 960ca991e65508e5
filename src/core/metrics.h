// The cost of a stage: the ledger fills it, reductions over ranks combine it, and every report
// reads it. It includes whether the ranks had their cores, as the system counts it, because shared
// cores spoil the times of a run.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "core/stage.h"
#include "core/strategy.h"
#include "core/types.h"

namespace febem::core {

/// Whether a rank had its core to itself in a stretch of the run. Zero if nothing was observed.
/// Combined over ranks, times are the largest of any rank, and rank_seconds, ran_seconds and counts
/// are sums.
struct CoreTime {
  double seconds = 0;       ///< length of the stretch
  double rank_seconds = 0;  ///< of the stretch on this rank, its wait for late ranks included
  double ran_seconds = 0;   ///< CPU time
  std::optional<double> queued_seconds = {};  ///< ready to run without a core; empty if unknown
  Count involuntary_switches = 0;  ///< times that the rank lost its core although ready to run
  double node_busy_seconds = 0;    ///< of the cores of the rank's node, for all processes
  double node_stolen_seconds = 0;  ///< of these, taken away by the host of a virtual machine

  /// Adds another stretch of the run.
  CoreTime& operator+=(const CoreTime& next);
  /// Adds another rank in the same stretch.
  void combine(const CoreTime& other);

  /// CPU time as a part of the stretch, 0 to 1, average of the ranks. NaN if nothing was observed.
  double ran_share() const;
  /// queued_seconds as a part of the stretch, 0 to 1. NaN if unknown or nothing was observed.
  double queued_share() const;
  /// node_stolen_seconds as a part of node_busy_seconds, 0 to 1. NaN if nothing was observed.
  double stolen_share() const;
};

/// The stretch from one reading of the counters to a later one.
CoreTime operator-(const CoreTime& after, const CoreTime& before);

/// The times of a run are spoilt if a rank waited for a core, or the host took, more than this
/// share of the time. docs/performance.md has measured shares.
inline constexpr double spoiling_share = 0.05;

/// Whether all ranks of a run or study had their cores to themselves.
struct CoreUse {
  CoreTime time;         ///< all ranks together, in all timed stretches
  bool crowded = false;  ///< on some node the ranks outnumber the cores that they may run on

  /// Each cause that spoiled the times, with its cure: one line, without its end.
  std::vector<std::string> warnings() const;
  /// The shares of the time that ranks ran and waited for a core, then the warnings.
  std::string text() const;
};

struct Traffic {
  Count messages = 0;
  Count bytes = 0;

  Traffic& operator+=(const Traffic& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
  friend Traffic operator+(Traffic a, const Traffic& b) { return a += b; }
  friend Traffic operator*(Count n, const Traffic& a) { return {n * a.messages, n * a.bytes}; }
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

/// Numbers of messages by length. Class 0 counts empty messages, class i messages of 2^(i-1) to 2^i
/// - 1 bytes.
using SizeClasses = std::array<Count, 32>;
inline std::size_t size_class(std::size_t bytes) {
  return std::min<std::size_t>(
      static_cast<std::size_t>(std::bit_width(bytes)), SizeClasses{}.size() - 1);
}
inline Count longest_of_class(std::size_t size_class) { return (Count{1} << size_class) - 1; }

/// The cost of a stage on one rank or, combined, on all ranks. Combined, times are those of the
/// slowest rank, counts are sums, and high-water marks are the highest.
struct Metrics {
  double seconds = 0;
  double communication_seconds = 0;  ///< inside transport calls, waiting included
  double waiting_seconds = 0;        ///< of these, in calls that return when a message is complete
  double hidden_seconds = 0;  ///< look-ahead transfers were in flight while the rank computed
  Traffic sent;               ///< a native collective counts once, at its root
  Count flops = 0;            ///< real additions and multiplications; a complex multiply-add is 8
  SizeClasses sizes = {};     ///< number of messages sent, by class of length
  std::optional<Count> most_outstanding_bytes = {};  ///< in flight to a rank at a time; if counted
  std::optional<Count> most_posted_bytes = {};  ///< in unfinished receives at a time; if counted
  CoreTime cores = {};  ///< from before all ranks meet ahead of the stage to the end of the stage

  void combine(const Metrics& other) {
    seconds = std::max(seconds, other.seconds);
    communication_seconds = std::max(communication_seconds, other.communication_seconds);
    waiting_seconds = std::max(waiting_seconds, other.waiting_seconds);
    hidden_seconds = std::max(hidden_seconds, other.hidden_seconds);
    sent += other.sent;
    flops += other.flops;
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] += other.sizes[i];
    most_outstanding_bytes = std::max(most_outstanding_bytes, other.most_outstanding_bytes);
    most_posted_bytes = std::max(most_posted_bytes, other.most_posted_bytes);
    cores.combine(other.cores);
  }
};

/// The lists of figures that outputs show: of a stage and of a rank in a report, of the arrays of a
/// results file, of a study.
enum class Figures { stage, rank, arrays, study };

/// Calls use(key, unit, figure) for each figure of a list. figure(metrics) is a reference to the
/// figure. Only this function gives figures their keys.
template <Figures list, class Use>
void for_each_figure(Use&& use) {
  using enum Figures;
  constexpr auto is_in = [](auto... lists) {
    return sizeof...(lists) == 0 || ((lists == list) || ...);
  };
#define FEBEM_FIGURE(MEMBER, KEY, UNIT, ...) \
  if constexpr (is_in(__VA_ARGS__))          \
  use(KEY, UNIT, [](auto& metrics) -> decltype(auto) { return (metrics.MEMBER); })
  FEBEM_FIGURE(seconds, "seconds", "s");
  FEBEM_FIGURE(communication_seconds, "communication_seconds", "s");
  FEBEM_FIGURE(waiting_seconds, "waiting_seconds", "s", rank);
  FEBEM_FIGURE(hidden_seconds, "hidden_seconds", "s", stage, study);
  FEBEM_FIGURE(sent.messages, "messages", "");
  FEBEM_FIGURE(sent.bytes, "bytes", "B");
  FEBEM_FIGURE(flops, "flops", "flop", stage, rank, arrays);
  FEBEM_FIGURE(most_outstanding_bytes, "most_outstanding_bytes", "B", rank, study);
  FEBEM_FIGURE(most_posted_bytes, "most_posted_bytes", "B", rank);
  FEBEM_FIGURE(cores.seconds, "observed_seconds", "s", rank, study);
  FEBEM_FIGURE(cores.rank_seconds, "observed_rank_seconds", "s", rank, study);
  FEBEM_FIGURE(cores.ran_seconds, "ran_seconds", "s", rank, study);
  FEBEM_FIGURE(cores.queued_seconds, "queued_seconds", "s", rank, study);
  FEBEM_FIGURE(cores.involuntary_switches, "involuntary_switches", "", rank, study);
  FEBEM_FIGURE(cores.node_busy_seconds, "node_busy_seconds", "s", rank, study);
  FEBEM_FIGURE(cores.node_stolen_seconds, "node_stolen_seconds", "s", rank, study);
#undef FEBEM_FIGURE
}

/// The messages between a rank and another rank.
struct PeerMetrics {
  int rank = 0;  ///< the other rank
  Traffic sent;
  double seconds = 0;  ///< in transport calls for messages from or to it, waiting included
};

struct RankMetrics : Metrics {
  std::vector<PeerMetrics> peers = {};  ///< the library's own collectives have no peer
};

/// The cost of one stage on all ranks.
struct StageMetrics : Metrics {
  Stage stage{};
  std::string method;
  StrategyNames strategy;
  std::vector<RankMetrics> ranks = {};  ///< by rank
};

}  // namespace febem::core
