// `minifebem solve --convergence`: one case at several mesh densities, and what that says of the error.
#pragma once

#include "solve/command.h"

namespace febem::solve {

/// Solves at each of options.densities into a folder of its own under the results directory, prints each power and the mean
/// pressure with its estimated error and order, and writes the same to convergence.json there. Collective over everyone; status and failures
/// as of solve(), and 2 also for a case whose mesh comes from a file.
int solve_refined(const Options& options, const Ranks& ranks);

}  // namespace febem::solve
