// What bench times, and everything it has found out; valid on the master.
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
#include "network/stack.h"
#include "timing/clock.h"
#include "timing/fit.h"
#include "timing/statistics.h"
#include "timing/work.h"

namespace febem::benchmarks {

/// How it was measured.
struct Setting {
  std::string benchmark;  ///< name of the pattern, or "compute"
  std::string mpi_library;
  int ranks = 1;
  SamplePlan effort;
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

  /// Seconds of each sample, of the slowest rank.
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
  int weight = 1;       ///< in the statistics of the family
  double work = 0;      ///< units, of one repetition
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

  /// Rate of the slowest rank.
  double rate(const KernelTiming& timing) const;
};

/// The rates of a family of kernels, each of the slowest rank: the figures by which the Livermore loops are reported.
struct RateStatistics {
  const KernelFamily* family = nullptr;
  std::size_t rates = 0;  ///< each as often as its weight
  double maximum = 0, upper_quartile = 0, average = 0, geometric_mean = 0, median = 0, harmonic_mean = 0, lower_quartile = 0, minimum = 0;
};

/// The statistics of the families that have them. On the master.
std::vector<RateStatistics> rate_statistics(const ComputeRecord& record);

/// A subject of a machine profile.
struct PricedTiming {
  timing::Work work;
  std::string name;
  std::vector<Sample> samples;

  /// Median seconds of the slowest rank.
  double median() const;
};

struct ProfileRecord {
  Setting setting;
  std::vector<PricedTiming> timings;  ///< operation by operation
  timing::Profile profile;
};

// Text: how it was measured, and a table.

/// A table and the fit for each strategy, and which strategy was fastest at each length.
std::string text(const MessageRecord& record);
/// A line for each kernel and size: rates of the ranks.
std::string text(const ComputeRecord& record);
/// A line for each operation and size: measured, and by the prices that were fitted.
std::string text(const ProfileRecord& record);

/// Everything in the record, the statistics computed from it and what the figures mean. What is infinite is null.
std::string to_json(const MessageRecord& record);
std::string to_json(const ComputeRecord& record);
std::string to_json(const ProfileRecord& record);

/// One line a sample (and a rank, for kernels), with a head line.
std::string to_csv(const MessageRecord& record);
std::string to_csv(const ComputeRecord& record);
std::string to_csv(const ProfileRecord& record);

// Timing. `control` sends by the top of the network, outside the clock.

/// Throws core::InputError for an unknown pattern or word, bad sizes, or too few ranks.
void check_messages(const Options& options, int ranks);
/// Throws core::InputError for bad sizes, and for options that make no difference.
void check_compute(const Options& options);

/// A pattern of messages over strategies and lengths; check_messages() has passed. The record is valid on the master. Throws
/// core::InputError, on every rank, if no strategy can be used here. Collective.
MessageRecord time_messages(const Options& options, const Setting& setting, network::Stack& network, const comm::Messenger& control,
                            const timing::Progress& progress);

/// Arithmetic and memory on all ranks at once: what the ranks of a node have to share. Times the kernels that are asked for, and looks
/// at what they have computed; check_compute() has passed. Samples are valid on the master, the rest everywhere. Collective.
ComputeRecord time_kernels(const Options& options, const Setting& setting, comm::Transport& transport, const comm::Messenger& control,
                           const timing::Progress& progress);

/// `bench compute --profile`: times every operation that stages run, on all ranks at once, and fits its prices. The record is valid
/// on the master. Collective.
ProfileRecord time_profile(const Options& options, const Setting& setting, comm::Transport& transport, const comm::Messenger& control,
                           const timing::Progress& progress);

}  // namespace febem::benchmarks
