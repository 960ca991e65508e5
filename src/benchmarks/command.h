// `minifebem bench`: what the machine and the message layer can do.
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

/// Where all ranks meet, outside the clock; it changes results. Without a barrier between them repetitions
/// overlap, and what is timed is how fast they follow each other; with one, its own imbalance is part of the
/// time.
enum class Barrier { sample, repetition };

/// How often each point is timed, and in which order.
struct SamplePlan {
  int repeats = 20;      ///< samples of a point at most
  double seconds = 0.5;  ///< of a point: no sample of it begins later
  std::uint32_t seed = 1;
};

struct Options {
  std::string pattern;  ///< or "compute"
  cli::StrategyWords strategies;
  std::vector<std::string> sizes;    ///< words; empty: those of the pattern
  std::vector<std::string> kernels;  ///< of compute; empty: those that are timed unless others are asked for
  std::optional<Barrier> barrier;    ///< without it that of the pattern
  SamplePlan effort;
  std::string csv, json;  ///< files; empty: none
  std::string profile;    ///< file for the machine's profile; empty: none
  network::Options network;

  std::vector<cli::Output> outputs() const { return {{"--json", json}, {"--csv", csv}, {"--profile", profile}}; }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& bench, Options& options);

/// Lengths, bytes, ascending, of words such as "100", "4KiB" or "1..4MiB" (1 B, 2 B, 4 B, ... up to 4 MiB).
/// Throws core::InputError for a word that is none, for more than 1 GiB and for what is not a multiple of
/// `element` bytes.
std::vector<std::size_t> parse_sizes(const std::vector<std::string>& words, std::size_t element);

/// Times a pattern of messages, or kernels, prints the table and writes the files. Status 0; 1 after one line on stderr if a kernel
/// has computed something wrong; 2 after one if the input is bad. Collective.
int bench(const Options& options, network::Stack& network);

}  // namespace febem::benchmarks
