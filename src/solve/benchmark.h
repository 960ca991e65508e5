// `minifebem benchmark`: named problems, and a figure of merit that counts only if the answer is
// right. docs/figure-of-merit.md has the rules of a run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case_options.h"
#include "cli/outputs.h"
#include "core/stage.h"
#include "io/results.h"
#include "mesh/surface.h"
#include "network/stack.h"

namespace febem::solve {

using core::Stage;

/// A problem by name: a spherical shell in water of 6 cells^2 bricks and 24 cells^2 panels.
struct NamedProblem {
  std::string_view name;
  int cells;    ///< bricks along an edge of the cubed sphere
  int repeats;  ///< timed solutions, if the user asks for no other number
  std::string_view help;
};
std::span<const NamedProblem> named_problems();

struct BenchmarkOptions {
  std::string name = "tiny";
  bool list = false;  ///< only list the problems
  bool weak = false;  ///< the problem grows with the ranks
  int repeats = 0;    ///< 0: the number of the problem
  double memory = 0;  ///< as Options::memory
  std::string json;   ///< file of the report; empty: none
  cases::KeyOptions keys;
  network::Options network;

  std::vector<cli::Output> outputs() const { return {{"--json", json}}; }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, BenchmarkOptions& options);

/// Solves a problem some times, judges each answer, and prints the figure of merit, or why there is
/// none. Returns status 0; 1 if an answer is wrong; 2 after one line on the master's stderr for
/// wrong input. Collective.
int benchmark(const BenchmarkOptions& options, network::Stack& network);

/// The case file of the shell with so many cells.
std::string shell_text(int cells);

/// The cells of a problem on so many ranks whose credited flop for each rank are nearest to those
/// of `cells` on one rank.
int weak_cells(int cells, int ranks);

/// The work of the problem, by its size alone: real additions and multiplications with which each
/// of the four stages is credited, whatever a method does.
core::PerStage<double> credited_flop(int cells);

/// A figure of the answer beside the limit that it must not exceed; NaN exceeds any.
struct ValidityCheck {
  std::string figure;
  double value, limit;

  bool passes() const { return value <= limit; }
};

/// How good an answer is: residuals, power balance, distance from the exact solution, and from the
/// answer that was stored for the size, if one was. `surface` has the panels of the pressure.
std::vector<ValidityCheck> validity(
    const io::FrequencySolution& solution, const mesh::Surface& surface, int cells);

/// A sum of the pressures with pseudorandom signs over sqrt(sum |p|^2), which is about 1. A wrong
/// pressure anywhere changes it.
core::Complex fingerprint(const std::vector<core::Complex>& pressure);

}  // namespace febem::solve
