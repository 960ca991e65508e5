// The libraries behind the methods of a case.
#pragma once

#include "cases/case.h"
#include "stages/eliminate/eliminate.h"

namespace febem::cases {

/// When a method of stage 4 that iterates is to stop.
eliminate::IterationLimits limits_of(const StageOptions& options);

/// Starts them, so that no stage's time includes it. Collective over all ranks. Throws core::InputError, the same on every rank, for
/// options that a library cannot use.
void start_libraries(const Case& problem);

}  // namespace febem::cases
