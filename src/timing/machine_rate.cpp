#include "timing/machine_rate.h"

#include <sys/resource.h>

#include <algorithm>

#include "la/blas.h"
#include "mpi/environment.h"

namespace febem::timing {

double measure_multiply_rate() {
  const la::Index n = 384;
  const la::Matrix a = la::Matrix::Constant(n, n, {0.5, 0.25}), b = la::Matrix::Constant(n, n, {0.125, -0.5});
  la::Matrix c(n, n);
  double best = 0;
  const double start = mpi::wall_time();
  for (int repeat = 0; repeat < 3 || mpi::wall_time() - start < 0.1; ++repeat) {
    const double before = mpi::wall_time();
    la::multiply(1, la::block(a), la::Op::none, la::block(b), la::Op::none, 0, la::block(c));
    const double seconds = mpi::wall_time() - before;
    if (seconds > 0) best = std::max(best, static_cast<double>(la::multiply_flops(n, n, n)) / seconds);
    if (seconds <= 0 && repeat >= 3) break;  // a simulated clock that does not count computation
  }
  return best;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace febem::timing
