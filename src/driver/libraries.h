// The libraries behind the reference methods.
#pragma once

#include "cases/case.h"

namespace febem::driver {

/// Starts the libraries that the methods of the case use and that have to be started, so that no stage's clock pays for it.
/// Collective the first time; nothing afterwards.
void start_libraries(const cases::Case& problem);

}  // namespace febem::driver
