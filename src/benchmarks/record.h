// Everything a benchmark has found out; valid on the master.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/kernel.h"
#include "benchmarks/pattern.h"
#include "benchmarks/sampler.h"
#include "cli/strategy_grid.h"
#include "comm/strategy.h"
#include "io/results.h"
#include "timing/line_fit.h"
#include "timing/profile.h"
#include "timing/statistics.h"

namespace febem::benchmarks {

/// How it was measured.
struct Setting {
  std::string benchmark;  ///< name of the pattern, or "compute"
  std::string mpi_library;
  int ranks = 1;
  Effort effort;
  double clock_resolution = 0;  ///< s
  io::NetworkFigures network;
  std::string network_text;  ///< empty: the network at hand
};

/// Stands among the strategies for MPI_Send and MPI_Recv without the message layer.
extern const comm::StrategyNames bare_calls;

/// Messages of one length by one strategy.
struct Timing {
  std::size_t strategy = 0;  ///< position among MessageRecord::strategies
  std::size_t bytes = 0;
  std::vector<Sample> samples;
  core::Metrics counted;  ///< of all ranks in one repetition apart from the samples, by the ledger; zeros for bare calls

  /// Of the slowest rank.
  std::vector<double> seconds() const;
};

/// In words.
std::string_view place(Barrier barrier);

struct MessageRecord {
  Setting setting;
  Pattern pattern;
  Barrier barrier = Barrier::sample;
  std::vector<comm::StrategyNames> strategies;
  std::vector<cli::Refused> refused;
  std::vector<Timing> timings;    ///< strategy by strategy, each with ascending lengths
  std::vector<timing::Fit> fits;  ///< of the medians, by strategy

  /// Payload over time, bytes/s.
  double rate(const Timing& timing, double seconds) const;
};

/// One kernel with operands of one size, on all ranks at once.
struct KernelTiming {
  const KernelFamily* family = nullptr;
  std::string name;
  std::size_t bytes = 0;
  int weight = 1;  ///< in the statistics of the family
  double work = 0;  ///< units, of one repetition
  Deviation deviation;  ///< of the rank that is worst off
  std::vector<Sample> samples;

  std::vector<double> seconds(std::size_t rank) const;
  /// By the median, units/s.
  double rate(std::size_t rank) const;
};

struct ComputeRecord {
  Setting setting;
  std::string blas_library;
  std::vector<KernelTiming> timings;

  /// Of the slowest rank.
  double rate(const KernelTiming& timing) const;
};

/// The rates of a family of kernels, each of the slowest rank: the figures by which the Livermore loops are reported.
struct RateStatistics {
  const KernelFamily* family = nullptr;
  std::size_t rates = 0;  ///< each as often as its weight
  double maximum = 0, upper_quartile = 0, average = 0, geometric_mean = 0, median = 0, harmonic_mean = 0, lower_quartile = 0, minimum = 0;
};

/// Of the families that have statistics. On the master.
std::vector<RateStatistics> rate_statistics(const ComputeRecord& record);

/// A subject of a machine profile (profile_subjects.h).
struct PricedTiming {
  timing::Work work;
  std::string name;
  std::vector<Sample> samples;

  /// Of the slowest rank.
  double median() const;
};

struct ProfileRecord {
  Setting setting;
  std::vector<PricedTiming> timings;  ///< operation by operation
  timing::Profile profile;
};

}  // namespace febem::benchmarks
