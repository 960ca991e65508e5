#include <map>
#include <set>

#include "benchmarks/command.h"
#include "benchmarks/kernel.h"
#include "benchmarks/pattern.h"
#include "cli/cli11.h"
#include "cli/network_options.h"
#include "cli/strategy_grid.h"
#include "comm/cut.h"
#include "core/error.h"

namespace febem::benchmarks {
namespace {

constexpr std::size_t longest = std::size_t{1} << 30;

std::size_t one_size(std::string_view text, const std::string& word) {
  const auto size = comm::parse_size(text);
  if (!size || *size > longest)
    throw core::InputError(
        "option '--sizes': '" + word + "' is neither a size from 1 to 1GiB nor MIN..MAX");
  return *size;
}

void add_range(std::set<std::size_t>& sizes, const std::string& word, std::size_t dots) {
  const std::string_view text(word);
  const std::size_t last = one_size(text.substr(dots + 2), word);
  std::size_t size = one_size(text.substr(0, dots), word);
  if (size > last) throw core::InputError("option '--sizes': '" + word + "' begins above its end");
  for (; size <= last; size *= 2) sizes.insert(size);
}

std::string line(std::string_view name, std::string_view help) {
  std::string text = "  " + std::string(name);
  text.resize(std::max<std::size_t>(text.size() + 1, 14), ' ');
  return text + std::string(help) + "\n";
}

std::string footer() {
  std::string text = "Benchmarks:\n";
  for (const auto& pattern : patterns()) text += line(pattern.name, pattern.help);
  text += line(compute_name,
      "kernels of arithmetic and memory, on all ranks at once, and whether they are right:");
  for (const auto& family : kernel_families())
    text += line("  " + std::string(family.name), family.help);
  return text + R"(
A sample is the mean of many repetitions between two readings of the clock. Samples of all
strategies and sizes are taken in random order. The table gives medians, quartiles and P95. For each
strategy it gives the start-up time t0, the rate r_inf and the length n_half = t0 r_inf.

  mpirun -n 2 minifebem bench pingpong --sizes 1..64KiB --pace blocking sync ack
  mpirun -n 4 minifebem bench broadcast --route all --cut whole 4KiB --json broadcast.json
  mpirun -n 2 minifebem bench compute
  minifebem bench compute --kernel linpack livermore
  minifebem bench compute --profile here.json

Strategies: minifebem help messages)";
}

/// An option whose words are values of an enumeration.
template <class T>
void add_choice(CLI::App& bench, const char* option, auto& choice, const char* type,
    const std::map<std::string, T>& words, const char* help) {
  bench
      .add_option_function<std::string>(
          option, [&choice, words](const std::string& word) { choice = words.at(word); }, help)
      ->check(CLI::IsMember(words))
      ->type_name(type);
}

void add_effort(CLI::App& bench, SamplePlan& effort) {
  bench
      .add_option(
          "--repeats", effort.repeats, "at most this many samples of each strategy and size")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  bench
      .add_option(
          "--seconds", effort.seconds, "time after which no sample of a strategy and size begins")
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, double>{{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}}))
      ->check(CLI::PositiveNumber)
      ->type_name("LIMIT")
      ->capture_default_str();
  bench.add_option("--seed", effort.seed, "seed of the random order")
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

void add_options(CLI::App& bench, Options& options) {
  bench.add_option("BENCHMARK", options.pattern, "one of the benchmarks below")->required();
  bench
      .add_option("--sizes", options.sizes,
          "lengths of the messages, or of an operand of a kernel: 100, 4KiB, or MIN..MAX in powers "
          "of two; for reduce and compute "
          "multiples of 16 [1..4MiB]")
      ->expected(1, -1)
      ->type_name("SIZE");
  std::vector<std::string> families;
  for (const auto& family : kernel_families()) families.emplace_back(family.name);
  bench
      .add_option(
          "--kernel", options.kernels, "compute only: the kernels to time [all but livermore]")
      ->expected(1, -1)
      ->check(CLI::IsMember(families))
      ->type_name("NAME");
  cli::add_output_option(
      bench, "--csv", options.csv, "also write the samples to this file, a line each");
  cli::add_strategy_options(
      bench, options.strategies, {"star (broadcast and reduce only)", "whole", "blocking"});
  add_choice<Barrier>(bench, "--barrier", options.barrier, "PLACE",
      {{"sample", Barrier::sample}, {"repetition", Barrier::repetition}},
      "barrier before each sample, or before each repetition; never timed [sample for pingpong "
      "and multi, repetition for the others]");
  add_choice<BufferKind>(bench, "--buffers", options.buffers, "KIND",
      {{"warm", BufferKind::warm}, {"fresh", BufferKind::fresh}},
      "memory of the messages; warm: the same in each repetition; fresh: each time memory that "
      "has left the caches, which takes twice a cache of memory each way [warm]");
  add_effort(bench, options.effort);
  cli::add_output_option(bench, "--json", options.json,
      "also write everything measured, samples included, to this file");
  cli::add_output_option(bench, "--profile", options.profile,
      "compute only: time what the stages of a run do and write the prices to this file, for "
      "--arithmetic modelled; "
      "the ranks compute at once, and prices are those of the slowest");
  cli::add_network_options(bench, options.network);
  bench.footer(footer());
}

std::vector<std::size_t> parse_sizes(const std::vector<std::string>& words, std::size_t element) {
  std::set<std::size_t> sizes;
  for (const auto& word : words) {
    const auto dots = word.find("..");
    if (dots == std::string::npos)
      sizes.insert(one_size(word, word));
    else
      add_range(sizes, word, dots);
  }
  for (const auto size : sizes)
    if (size % element != 0)
      throw core::InputError("option '--sizes': " + std::to_string(size) +
                             " is not a multiple of " + std::to_string(element) + " bytes");
  return {sizes.begin(), sizes.end()};
}

}  // namespace febem::benchmarks
