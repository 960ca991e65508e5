// What every way to solve a case begins and ends with: strategies, report, tables on the terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/model.h"
#include "comm/strategy.h"
#include "io/results.h"
#include "solve/command.h"
#include "stages/common/run.h"

namespace febem::solve {

/// The strategies of the stages; nothing, after a message of the rank that `prints`, if one cannot
/// be used. The same on every rank. Collective.
std::optional<comm::StageStrategies> resolved(
    comm::Transport& transport, const cases::Messages& messages, bool prints);

/// One line that says what is solved.
std::string headline(
    const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups);

/// The stages in the report of a run on so many ranks, with their methods and strategies.
std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> report,
    const cases::Case& problem, int ranks, const comm::StageStrategies& strategies);

/// Adds the most bytes in flight to each rank, if they were counted. Collective.
void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages);

/// Fills in the program, the library and the case.
void describe(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups,
    io::RunResult& result);

std::string bytes_text(double bytes);

/// The four stages in their order, below them the other sections, and the total.
std::string stage_table(const io::RunResult& run);

/// The most bytes in flight to a rank in each stage. Empty if they were not counted.
std::string outstanding_table(const io::RunResult& run);

/// How many of the frequencies a rational sweep solved, its error, and the resonances that it
/// found. Empty without one.
std::string curve_text(const io::RunResult& run, std::size_t frequencies);

/// io::TransducerFigures; empty without a transducer.
std::string transducer_table(const io::RunResult& run);

/// Outcome, integral equation, powers and pressure of each frequency, and the figures named.
std::string frequency_table(const io::RunResult& run, const std::vector<std::string>& more = {});

/// How good the solutions of the dense system, and of the structure, are.
std::string quality_table(const io::RunResult& run);

/// What the mesh resolves, and how well two ways to the power agree. Marks figures with which an
/// error of one per cent cannot be expected of boundary elements of this order, and says so.
/// `generated`: --convergence can refine the mesh.
std::string accuracy_table(const io::RunResult& run, bool generated, int order = 0);

/// "peak memory: 12 MB on the largest rank"; on a simulator of all ranks, which are one process.
std::string memory_text(const io::RunResult& run);

}  // namespace febem::solve
