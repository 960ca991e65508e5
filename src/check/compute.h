// Arithmetic beside messages.
#pragma once

#include <mpi.h>

#include <cmath>

namespace febem::check {

/// Keeps the core busy without a call of MPI but for the time. What it returns is not negative.
inline double compute(double seconds) {
  double sum = 0;
  for (const double start = MPI_Wtime(); MPI_Wtime() - start < seconds;)
    for (int i = 1; i < 1000; ++i) sum += std::sqrt(static_cast<double>(i));
  return sum;
}

}  // namespace febem::check
