#include "core/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text_table.h"

namespace febem::core {
namespace {

double part(double some, double whole) {
  return whole > 0 ? some / whole : std::numeric_limits<double>::quiet_NaN();
}

std::string percent(double share) {
  return std::isnan(share) ? "an unknown part" : number(100 * share, "%.1f %%");
}

constexpr std::array times{&CoreTime::seconds, &CoreTime::rank_seconds, &CoreTime::ran_seconds,
    &CoreTime::node_busy_seconds, &CoreTime::node_stolen_seconds};

}  // namespace

CoreTime& CoreTime::operator+=(const CoreTime& next) {
  for (const auto time : times) this->*time += next.*time;
  if (next.queued_seconds) queued_seconds = queued_seconds.value_or(0) + *next.queued_seconds;
  involuntary_switches += next.involuntary_switches;
  return *this;
}

void CoreTime::combine(const CoreTime& other) {
  seconds = std::max(seconds, other.seconds);
  rank_seconds += other.rank_seconds;
  ran_seconds += other.ran_seconds;
  queued_seconds = std::max(queued_seconds, other.queued_seconds);
  involuntary_switches += other.involuntary_switches;
  node_busy_seconds = std::max(node_busy_seconds, other.node_busy_seconds);
  node_stolen_seconds = std::max(node_stolen_seconds, other.node_stolen_seconds);
}

// The CPU time is that of the process, other threads of the MPI library included.
double CoreTime::ran_share() const { return std::min(part(ran_seconds, rank_seconds), 1.0); }

double CoreTime::queued_share() const {
  return std::min(
      part(queued_seconds.value_or(std::numeric_limits<double>::quiet_NaN()), seconds), 1.0);
}

double CoreTime::stolen_share() const { return part(node_stolen_seconds, node_busy_seconds); }

CoreTime operator-(const CoreTime& after, const CoreTime& before) {
  CoreTime stretch;
  for (const auto time : times) stretch.*time = after.*time - before.*time;
  stretch.involuntary_switches = after.involuntary_switches - before.involuntary_switches;
  if (after.queued_seconds && before.queued_seconds)
    stretch.queued_seconds = *after.queued_seconds - *before.queued_seconds;
  return stretch;
}

std::vector<std::string> CoreUse::warnings() const {
  constexpr double least_stolen_seconds = 0.1;  // ten ticks of the system's clock: fewer are chance
  std::vector<std::string> lines;
  const auto waited = "a rank was ready to run but waited for a core " +
                      percent(time.queued_share()) + " of the time";
  if (crowded)
    lines.push_back(
        "the ranks outnumber the cores: " + waited +
        ". The times are of ranks that share cores; start no more ranks than there are cores.");
  else if (time.queued_share() > spoiling_share)
    lines.push_back("other processes used the cores of this run: " + waited +
                    ". The times are too long; end the other processes, or give the run free "
                    "cores, and measure again.");
  if (time.stolen_share() > spoiling_share && time.node_stolen_seconds > least_stolen_seconds)
    lines.push_back(
        "the host of this virtual machine took " + percent(time.stolen_share()) +
        " of the time of its cores. The times are too long; measure again on a quieter host.");
  return lines;
}

std::string CoreUse::text() const {
  std::string text =
      "cores: ranks ran " + percent(time.ran_share()) + " of the time and waited for a core " +
      percent(time.queued_share()) + " at most; " + std::to_string(time.involuntary_switches) +
      " involuntary context switches; the host took " + percent(time.stolen_share()) + "\n";
  for (const auto& warning : warnings()) text += "  ! Warning: " + warning + "\n";
  return text;
}

}  // namespace febem::core
