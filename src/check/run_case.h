// One process of one case: what --run-case does.
#pragma once

#include "check/command.h"

namespace febem::check {

/// Initialises MPI, runs the case and leaves what it saw as RANK.json in the directory of the records; it is there, as
/// unfinished, from the first step on. Status 0, or what a failing call made of it; 2 for an unknown case. Collective.
int run_case(const Options& options);

/// The file of a rank in the directory of the records.
std::string record_file(const std::string& records, int rank);

}  // namespace febem::check
