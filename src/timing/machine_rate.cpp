#include "timing/machine_rate.h"

#include <algorithm>
#include <limits>

#include "core/memory.h"
#include "la/blas.h"
#include "mpi/environment.h"

namespace febem::timing {
namespace {

/// flop/s of this process in zgemm (n x n x n, n = 192): the best of repeats over about 0.02 s,
/// which is what n = 384 reaches in 0.1 s. Not a number if the clock is a simulated one that does
/// not count computation.
double measure_multiply_rate() {
  constexpr la::Index n = 192;
  constexpr auto flops = static_cast<double>(la::multiply_flops(n, n, n));
  const la::Matrix a = la::Matrix::Constant(n, n, {0.5, 0.25}),
                   b = la::Matrix::Constant(n, n, {0.125, -0.5});
  la::Matrix c = la::Matrix::Zero(n, n);
  double best = 0;
  int repeat = 0;
  const double start = mpi::wall_time();
  for (; repeat < 3 || (repeat < 50 && mpi::wall_time() - start < 0.02); ++repeat) {
    const double before = mpi::wall_time();
    la::subtract_product(c, a, b);
    if (const double seconds = mpi::wall_time() - before; seconds > 0)
      best = std::max(best, flops / seconds);
  }
  // A simulated clock may not count computation.
  const bool counted = mpi::wall_time() - start > 1e-6 * repeat;
  return counted ? best : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double largest_peak_memory(const comm::Messenger& messages) {
  return messages.all_reduce(
      core::peak_memory(), [](double a, double b) { return std::max(a, b); });
}

Machine measure_machine(const comm::Messenger& messages) {
  const Machine mine{measure_multiply_rate(), core::peak_memory()};
  return messages.all_reduce(mine, [](const Machine& a, const Machine& b) {
    return Machine{std::min(a.zgemm_flops_per_second, b.zgemm_flops_per_second),
        std::max(a.peak_memory, b.peak_memory)};
  });
}

}  // namespace febem::timing
