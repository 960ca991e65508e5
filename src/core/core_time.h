// How much of the time the ranks had a core, as the system counts it, and whether that spoils the times of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.h"

namespace febem::core {

/// How a rank got on with its core in a stretch of the run. Zeros where nothing was observed. Combined over ranks, times are the largest
/// of any rank; rank_seconds, ran_seconds and counts are sums.
struct CoreTime {
  double seconds = 0;                         ///< of the stretch
  double rank_seconds = 0;                    ///< of the stretch, which is longer on a rank that others meet late
  double ran_seconds = 0;                     ///< CPU time
  std::optional<double> queued_seconds = {};  ///< the rank was ready to run but waited for a core; nothing where the system does not tell
  Count involuntary_switches = 0;             ///< times that the rank lost its core although it was ready to run
  double node_busy_seconds = 0;               ///< that the cores of the rank's node had work, of all processes
  double node_stolen_seconds = 0;             ///< the part of node_busy_seconds that the host of a virtual machine took away

  /// Adds another stretch of the run.
  CoreTime& operator+=(const CoreTime& next);
  /// Adds another rank in the same stretch.
  void combine(const CoreTime& other);

  /// CPU time as a part of the stretch, 0 to 1, average of the ranks; not a number if nothing was observed.
  double ran_share() const;
  /// queued_seconds as a part of the stretch, 0 to 1; not a number if unknown or nothing was observed.
  double queued_share() const;
  /// node_stolen_seconds as a part of node_busy_seconds, 0 to 1; not a number if nothing was observed.
  double stolen_share() const;
};

/// The stretch from one reading of the counters to a later one.
CoreTime operator-(const CoreTime& after, const CoreTime& before);

/// Above this share, of time that a rank waited for a core or that the host took, the times of a run are spoilt. docs/measurements.md has
/// the shares that were seen.
inline constexpr double spoiling_share = 0.05;

/// How all ranks of a run or study got on with their cores.
struct CoreUse {
  CoreTime time;         ///< of all ranks, in all that was timed
  bool crowded = false;  ///< on some node the ranks outnumber the cores that they may run on

  /// What spoiled the times and what to do about it, a line each without its end; empty if nothing did.
  std::vector<std::string> warnings() const;
  /// A line of how much of the time ranks ran and waited for a core, then a line for each warning.
  std::string text() const;
};

}  // namespace febem::core
