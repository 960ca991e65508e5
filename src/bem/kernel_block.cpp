// With d = x - y, r = |d|, u = 1/r:
//
//   G                = u e^{ikr} / 4 pi
//   G'/r             = (ik - u) u G
//   (G'' - G'/r)/r^2 = (3 u^2 - k^2 - 3 i k u) u^2 G
#include "bem/kernel_block.h"

#include <cmath>

#include "core/types.h"

namespace febem::bem {

void evaluate_green(KernelBlock& block, double wavenumber) {
  const double k = wavenumber;
  constexpr double inverse_4_pi = 1 / (4 * core::pi);
  for (int q = 0; q < block.size; ++q) {
    const double dx = block.dx[q], dy = block.dy[q], dz = block.dz[q];
    const double r = std::sqrt(dx * dx + dy * dy + dz * dz), u = 1 / r;
    const SineCosine wave = sine_cosine(k * r);
    const double amplitude = block.weight[q] * inverse_4_pi * u;
    const double g_re = amplitude * wave.cosine, g_im = amplitude * wave.sine;
    block.u[q] = u;
    block.g_re[q] = g_re;
    block.g_im[q] = g_im;
    block.t_re[q] = -u * (u * g_re + k * g_im);
    block.t_im[q] = u * (k * g_re - u * g_im);
  }
}

void evaluate_hypersingular(KernelBlock& block, double wavenumber) {
  const double k_squared = wavenumber * wavenumber, three_k = 3 * wavenumber;
  for (int q = 0; q < block.size; ++q) {
    const double u = block.u[q], u_squared = u * u;
    const double a = 3 * u_squared - k_squared, b = three_k * u, factor = u_squared * block.along_n_x[q];
    block.e_re[q] = factor * (a * block.g_re[q] + b * block.g_im[q]);
    block.e_im[q] = factor * (a * block.g_im[q] - b * block.g_re[q]);
  }
}

}  // namespace febem::bem
