// Time that passes without work.
#pragma once

namespace febem::mpi {

/// Less than this, in seconds, cannot be waited for.
inline constexpr double shortest_time = 2e-6;

/// Returns when wall_time() is so many seconds later. A rank that waits long leaves its core to others; under a simulator
/// time passes at once, with no work.
void pass_time(double seconds);

}  // namespace febem::mpi
