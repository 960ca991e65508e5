// The inner loop: Green's function and its derivatives at a block of quadrature points.
#pragma once

#include <array>

#include "bem/sine_cosine.h"

namespace febem::bem {

/// Up to `capacity` quadrature points seen from collocation points, d = x - y, and the kernels there times
/// the weights. One array a quantity, so that loops run in vectors.
struct KernelBlock {
  static constexpr int capacity = 256;
  using Array = std::array<double, capacity>;

  int size = 0;
  alignas(64) Array dx, dy, dz;  ///< d, m
  alignas(64) Array weight;      ///< m^2
  alignas(64) Array along_n_x;   ///< d.n_x, m; used by add_hypersingular() only

  alignas(64) Array u;           ///< 1/r
  alignas(64) Array g_re, g_im;  ///< G
  alignas(64) Array t_re, t_im;  ///< G'/r
  alignas(64) Array e_re, e_im;  ///< (G'' - G'/r) (d.n_x) / r^2
};

/// u, G and G'/r at each point. Real operations a point (a square root and a division count as one each):
/// 3 for d, 5 for r^2, 3 for r, u and kr, sine and cosine, 4 for G, 8 for G'/r.
void evaluate_green(KernelBlock& block, double wavenumber);
inline constexpr int green_flops = 23 + sine_cosine_flops;

/// Also the hypersingular kernel, after evaluate_green(): 5 for d.n_x, 13 for the kernel.
void evaluate_hypersingular(KernelBlock& block, double wavenumber);
inline constexpr int hypersingular_flops = 18;

}  // namespace febem::bem
