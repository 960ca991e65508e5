// The libraries that the methods of a case use.
#pragma once

#include "cases/case.h"
#include "stages/eliminate/eliminate.h"

namespace febem::cases {

/// The limits at which an iterative method of stage 4 stops.
eliminate::IterationLimits limits_of(const StageOptions& options);

/// The methods of the case that belong to a library, which works over MPI_COMM_WORLD.
std::vector<std::string> library_methods(const Case& problem);

/// Starts the libraries, so that the time of no stage includes it. Collective over all ranks.
/// Throws core::InputError, on every rank, for options that a library cannot use.
void start_libraries(const Case& problem);

}  // namespace febem::cases
