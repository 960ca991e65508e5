// `minifebem solve`: a case from its file to its results.
#pragma once

#include <optional>

#include "io/results.h"
#include "network/stack.h"
#include "solve/options.h"

namespace febem::solve {

using core::Stage;

/// Collective. Returns the exit status: 0, 1 if a frequency could not be solved, or 2 after one line on the master's stderr if
/// the input is wrong. Throws core::RunError if the run cannot go on.
int solve(const Options& options, network::Stack& network);

/// The same without regard to `options.convergence`, on the mesh that the case's generator makes at `density` if one is given;
/// and the report, on the master.
struct Refined {
  int status = 0;
  io::RunResult report;
};
Refined solve_at_density(const Options& options, network::Stack& network, std::optional<double> density);

}  // namespace febem::solve
