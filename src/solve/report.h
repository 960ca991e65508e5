// The tables on the terminal.
#pragma once

#include <string>

#include "io/results.h"

namespace febem::solve {

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
