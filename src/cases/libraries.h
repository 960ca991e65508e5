// The libraries behind the methods of a case.
#pragma once

#include "cases/case.h"
#include "stages/eliminate/eliminate.h"

namespace febem::cases {

/// When a method of stage 4 that iterates is to stop.
eliminate::IterationLimits limits_of(const StageOptions& options);

/// The methods of the case that are a library's, which works over MPI_COMM_WORLD; by name.
std::vector<std::string> library_methods(const Case& problem);

/// Starts them, so that no stage's time includes it. Collective over all ranks. Throws core::InputError, the same on every rank, for
/// options that a library cannot use.
void start_libraries(const Case& problem);

}  // namespace febem::cases
