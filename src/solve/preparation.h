// What every way to solve a case begins and ends with: the case as the options have it, its strategies, and what a report says of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "execution/run.h"
#include "model/model.h"
#include "solve/command.h"
#include "tuning/strategies.h"

namespace febem::solve {

/// As the user wrote it, but for what the command line says of it; on a mesh of that density, if one is given. Throws
/// core::InputError.
cases::Case case_of(const Options& options, const std::string& text, std::optional<double> density);

/// Nothing where a strategy cannot be used, which the rank that `prints` says; every rank finds the same. Collective.
std::optional<tuning::StageStrategies> resolved(tuning::Strategies& strategies, const cases::Messages& messages, bool prints);

/// What is to be solved, in a line.
std::string headline(const cases::Case& problem, const model::Model& model, const mpi::RankGroups& groups);

/// What the stages cost, from the report of a run, with their methods and strategies.
std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> report, const cases::Case& problem,
                                          const tuning::StageStrategies& strategies);

/// Adds the most bytes that were in flight to each rank, where they were counted. Collective.
void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages);

/// Fills in the program, the library and the case.
void describe(const cases::Case& problem, const model::Model& model, const mpi::RankGroups& groups, io::RunResult& result);

}  // namespace febem::solve
