// The results of `minifebem bench`, valid on the master.
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

/// The conditions of a measurement.
struct Setting {
  std::string benchmark;  ///< name of the pattern, or "compute"
  std::string mpi_library;
  int ranks = 1;
  SamplePlan effort;
  double clock_resolution = 0;  ///< s
  io::NetworkFigures network;
  std::string network_text;  ///< the emulated network in words; empty: the real network
};

/// The entry among the strategies that stands for MPI_Send and MPI_Recv without the message layer.
extern const comm::StrategyNames bare_calls;

/// The timing of messages of one length by one strategy.
struct Timing {
  std::size_t strategy = 0;  ///< position among MessageRecord::strategies
  std::size_t bytes = 0;
  std::vector<Sample> samples;
  core::Metrics counted;  ///< by the ledger, all ranks together in one repetition that is not a
                          ///< sample; zeros for bare calls
};

/// The place of the barrier, and of the buffers, in words.
std::string_view place(Barrier barrier);
std::string_view place(BufferKind buffers);

struct MessageRecord {
  Setting setting;
  Pattern pattern;
  Barrier barrier = Barrier::sample;
  BufferKind buffers = BufferKind::warm;
  std::vector<comm::StrategyNames> strategies;
  std::vector<cli::Refused> refused;
  std::vector<Timing> timings;    ///< strategy by strategy, each with ascending lengths
  std::vector<timing::Fit> fits;  ///< fits of the medians, by strategy

  /// Payload over time, bytes/s.
  double rate(const Timing& timing, double seconds) const;
};

/// The timing of a kernel with operands of one size, on all ranks at once.
struct KernelTiming {
  const KernelFamily* family = nullptr;
  std::string name;
  std::size_t bytes = 0;
  int weight = 1;       ///< weight in the statistics of the family
  double work = 0;      ///< units of one repetition
  Deviation deviation;  ///< largest deviation of all ranks
  std::vector<Sample> samples;

  std::vector<double> seconds(std::size_t rank) const;
  /// The rate of a rank by its median, units/s.
  double rate(std::size_t rank) const;
};

struct ComputeRecord {
  Setting setting;
  std::string blas_library;
  std::vector<KernelTiming> timings;

  /// The rate of the slowest rank.
  double rate(const KernelTiming& timing) const;
};

/// Statistics of the rates of a family of kernels, each of the slowest rank. The Livermore loops
/// are reported by these figures.
struct RateStatistics {
  struct Figure {
    const char *key, *name;  ///< in files and in words
    double rate;
  };

  const KernelFamily* family = nullptr;
  std::size_t rates = 0;  ///< number of rates, each counted as often as its weight
  std::vector<Figure> figures;
};

/// The statistics of the families that have them. On the master.
std::vector<RateStatistics> rate_statistics(const ComputeRecord& record);

/// The timing of an operation for a machine profile.
struct PricedTiming {
  timing::Work work;
  std::string name;
  std::vector<Sample> samples;
};

struct ProfileRecord {
  Setting setting;
  std::vector<PricedTiming> timings;  ///< operation by operation
  timing::Profile profile;
};

/// What a benchmark prints and writes.
struct Report {
  std::string json;  ///< everything in the record, statistics computed from it, and the meaning of
                     ///< the figures; infinite numbers are null
  std::string
      csv;  ///< one line for each sample (and for each rank, with kernels), below a head line
  std::string text;  ///< the conditions of the measurement, and a table
};

/// With a table and a fit for each strategy, and the fastest strategy at each length.
Report report_of(const MessageRecord& record);
/// With a line for each kernel and size, with the rates of the ranks.
Report report_of(const ComputeRecord& record);
/// With a line for each operation and size, with the measured time and the time by the fitted
/// prices.
Report report_of(const ProfileRecord& record);

// Timing. `control` carries messages between samples, outside the clock.

/// Throws core::InputError for an unknown pattern or word, bad sizes, or too few ranks.
void check_messages(const Options& options, int ranks);
/// Throws core::InputError for bad sizes, and for options that have no effect.
void check_compute(const Options& options);

/// Times a pattern of messages over strategies and lengths. Call check_messages() before. The
/// record is valid on the master. Throws core::InputError on every rank if no strategy can be used.
/// Collective.
MessageRecord time_messages(const Options& options, const Setting& setting, network::Stack& network,
    const comm::Messenger& control, const timing::Progress& progress);

/// Times kernels of arithmetic and memory on all ranks at once, because the ranks of a node share
/// its memory. Checks the results of the kernels. Call check_compute() before. Samples are valid on
/// the master, the rest on every rank. Collective.
ComputeRecord time_kernels(const Options& options, const Setting& setting,
    comm::Transport& transport, const comm::Messenger& control, const timing::Progress& progress);

/// `bench compute --profile`: times every operation of the stages on all ranks at once, and fits
/// its prices. The record is valid on the master. Collective.
ProfileRecord time_profile(const Options& options, const Setting& setting,
    comm::Transport& transport, const comm::Messenger& control, const timing::Progress& progress);

}  // namespace febem::benchmarks
