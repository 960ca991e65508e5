// What every way to solve a case begins and ends with: the case as the options have it, its strategies, what a report says of it, and the
// tables on the terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/model.h"
#include "io/results.h"
#include "solve/command.h"
#include "stages/common/run.h"
#include "tuning/strategies.h"

namespace febem::solve {

/// As the user wrote it, but for what the command line says of it; on a mesh of that density, if one is given. Throws
/// core::InputError.
cases::Case case_of(const Options& options, const std::string& text, std::optional<double> density);

/// Nothing where a strategy cannot be used, which the rank that `prints` says; every rank finds the same. Collective.
std::optional<tuning::StageStrategies> resolved(tuning::Strategies& strategies, const cases::Messages& messages, bool prints);

/// What is to be solved, in a line.
std::string headline(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups);

/// What the stages cost, from the report of a run, with their methods and strategies.
std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> report, const cases::Case& problem,
                                          const tuning::StageStrategies& strategies);

/// Adds the most bytes that were in flight to each rank, where they were counted. Collective.
void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages);

/// Fills in the program, the library and the case.
void describe(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups, io::RunResult& result);

/// "1.2 MB"
std::string bytes_text(double bytes);

/// The four stages in their order: seconds, communication seconds, messages, bytes, flop/s, method, strategy; below them
/// the sections that are not a stage, and the total.
std::string stage_table(const io::RunResult& run);

/// One row a stage: the most bytes in flight to a rank at one time; empty if they were not counted.
std::string outstanding_table(const io::RunResult& run);

/// What "auto" chose; empty without it. Begins with an empty line.
std::string choice_table(const io::RunResult& run);

/// One row a frequency: outcome, integral equation, powers and pressure.
std::string frequency_table(const io::RunResult& run);

/// One row a frequency: how good the solution of the dense system is, and that of the structure if there is one.
std::string quality_table(const io::RunResult& run);

/// One row a frequency: what the mesh can resolve, and how well two ways to the power agree; marked, with a line below, where an
/// error of one per cent cannot be expected. `generated`: the mesh is, so that --convergence can refine it.
std::string accuracy_table(const io::RunResult& run, bool generated);

/// "peak memory 12 MB a rank"; the ranks of a simulator are one process, which has but one peak.
std::string memory_text(const io::RunResult& run);

}  // namespace febem::solve
