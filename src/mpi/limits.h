// Limits of the MPI C API.
#pragma once

#include <cstddef>

namespace febem::mpi {

/// Largest message handed to MPI in one call, bytes: counts are int and some libraries misbehave near INT_MAX.
inline constexpr std::size_t largest_message = std::size_t{1} << 30;

}  // namespace febem::mpi
