// `minifebem bench`: times the machine and the message layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/outputs.h"
#include "cli/strategy_grid.h"
#include "network/stack.h"

namespace febem::benchmarks {

/// The benchmark that is not a pattern of messages.
inline constexpr const char* compute_name = "compute";

/// The place of the barrier, which is outside the clock. It changes results. Without a barrier
/// between repetitions they overlap, and the time says how fast they follow each other. With a
/// barrier between repetitions the imbalance of the barrier is part of the time.
enum class Barrier { sample, repetition };

/// The memory of a repetition: warm, the same in each; fresh, one that has left the caches.
enum class BufferKind { warm, fresh };

/// How often each point is timed, and the seed of the order.
struct SamplePlan {
  int repeats = 20;      ///< largest number of samples of a point
  double seconds = 0.5;  ///< time for a point: no sample of it begins later
  std::uint32_t seed = 1;
};

struct Options {
  std::string pattern;  ///< name of a pattern, or "compute"
  cli::StrategyWords strategies;
  std::vector<std::string> sizes;    ///< words; empty: the sizes of the pattern
  std::vector<std::string> kernels;  ///< kernels of compute; empty: the default kernels
  std::optional<Barrier> barrier;    ///< empty: that of the pattern
  BufferKind buffers = BufferKind::warm;
  SamplePlan effort;
  std::string csv, json;  ///< files; empty: none
  std::string profile;    ///< file for the machine's profile; empty: none
  network::Options network;

  std::vector<cli::Output> outputs() const {
    return {{"--json", json}, {"--csv", csv}, {"--profile", profile}};
  }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& bench, Options& options);

/// The lengths that words such as "100", "4KiB" or "1..4MiB" (1 B, 2 B, 4 B, ... up to 4 MiB) stand
/// for, in bytes, ascending. Throws core::InputError for any other word, for more than 1 GiB, and
/// for a length that is not a multiple of `element` bytes.
std::vector<std::size_t> parse_sizes(const std::vector<std::string>& words, std::size_t element);

/// Times a pattern of messages, or kernels, prints the table and writes the files. Returns status
/// 0; 1 after one line on stderr if a kernel computed a wrong result; 2 after one line if the input
/// is wrong. Collective.
int bench(const Options& options, network::Stack& network);

}  // namespace febem::benchmarks
