// The begin and the end of every way to solve a case: its strategies, the report, and the tables on
// the terminal.
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

/// The strategies of the stages. Returns nothing, after a message of the rank that `prints`, if a
/// strategy cannot be used. The result is the same on every rank. Collective.
std::optional<tuning::StageStrategies> resolved(
    tuning::Strategies& strategies, const cases::Messages& messages, bool prints);

/// One line that says what will be solved.
std::string headline(
    const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups);

/// The cost of the stages, from the report of a run on so many ranks, with their methods and
/// strategies.
std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> report,
    const cases::Case& problem, int ranks, const tuning::StageStrategies& strategies);

/// Adds the most bytes that were in flight to each rank, if they were counted. Collective.
void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages);

/// Fills in the program, the library and the case.
void describe(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups,
    io::RunResult& result);

/// A number of bytes as text: "1.2 MB".
std::string bytes_text(double bytes);

/// The four stages in their order: seconds, communication seconds, messages, bytes, flop/s, method,
/// strategy; below them the sections that are not a stage, and the total.
std::string stage_table(const io::RunResult& run);

/// A row for each stage: the most bytes in flight to a rank at one time. Empty if they were not
/// counted.
std::string outstanding_table(const io::RunResult& run);

/// The choices of "auto". Empty without "auto". Begins with an empty line.
std::string choice_table(const io::RunResult& run);

/// A row for each frequency: outcome, integral equation, powers and pressure.
std::string frequency_table(const io::RunResult& run);

/// A row for each frequency: how good the solution of the dense system is, and that of the
/// structure if there is one.
std::string quality_table(const io::RunResult& run);

/// A row for each frequency: what the mesh can resolve, and how well two ways to the power agree.
/// Figures with which an error of one per cent cannot be expected of boundary elements of this
/// order are marked, and a line below says so. `generated` says that a generator made the mesh, so
/// that --convergence can refine it.
std::string accuracy_table(const io::RunResult& run, bool generated, int order = 0);

/// The peak memory: "peak memory: 12 MB on the largest rank". The ranks of a simulator are one
/// process, which has a single peak.
std::string memory_text(const io::RunResult& run);

}  // namespace febem::solve
