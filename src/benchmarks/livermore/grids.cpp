// Loops over two dimensions.
#include <cmath>

#include "benchmarks/livermore/loop.h"

namespace febem::benchmarks::livermore {

extern const Loop alternating_directions{
    8, "alternating direction implicit integration", {100, 100, 14}, {10, 6, 9},
    {1.501268005625798e+05, 1.501268005625798e+05, 2.960543667875003e+03},
    [](Data& d, int n) {
      const auto a = d.a;
      const double sig = d.sig;
      for (int kx = 1; kx < 3; ++kx)
        for (int ky = 1; ky < n; ++ky) {
          const auto &old1 = d.u1[0], &old2 = d.u2[0], &old3 = d.u3[0];
          d.du1[ky] = old1[ky + 1][kx] - old1[ky - 1][kx];
          d.du2[ky] = old2[ky + 1][kx] - old2[ky - 1][kx];
          d.du3[ky] = old3[ky + 1][kx] - old3[ky - 1][kx];
          const auto next = [&](const Grid<101, 5>& old, const std::array<double, 3>& row) {
            return old[ky][kx] + row[0] * d.du1[ky] + row[1] * d.du2[ky] + row[2] * d.du3[ky] +
                   sig * (old[ky][kx + 1] - 2 * old[ky][kx] + old[ky][kx - 1]);
          };
          d.u1[1][ky][kx] = next(old1, a[0]);
          d.u2[1][ky][kx] = next(old2, a[1]);
          d.u3[1][ky][kx] = next(old3, a[2]);
        }
    },
    [](const Data& d, int n) {
      double sum = 0;
      for (int i = 0; i < 10 * n; ++i)
        for (const auto* u : {&d.u1, &d.u2, &d.u3}) sum += (*u)[i / 505][i % 505 / 5][i % 5] * (i + 1);
      return sum;
    },
    [](const Data&, int n, int passes) { return 36.0 * 2 * (n - 1) * passes; }};

extern const Loop casual_fortran{
    15, "casual Fortran", {101, 101, 15}, {1, 1, 1},
    {3.943816690352042e+04, 3.943816690352042e+04, 1.108997288134785e+03},
    [](Data& d, int n) {
      constexpr double ar = 0.053, br = 0.073;
      constexpr int rows = 7;
      for (int j = 1; j < rows; ++j)
        for (int k = 1; k < n; ++k) {
          if (j + 1 >= rows) {
            d.vy[j][k] = 0;
            continue;
          }
          const double t = d.vh[j + 1][k] > d.vh[j][k] ? ar : br;
          const int left = d.vf[j][k] < d.vf[j][k - 1] ? k - 1 : k;
          const double r = std::max(d.vh[j][left], d.vh[j + 1][left]);
          d.vy[j][k] = std::sqrt(d.vg[j][k] * d.vg[j][k] + r * r) * t / d.vf[j][left];
          if (k + 1 >= n) {
            d.vs[j][k] = 0;
            continue;
          }
          const bool below = d.vf[j][k] < d.vf[j - 1][k];
          const int row = below ? j - 1 : j;
          const double q = std::max(d.vg[row][k], d.vg[row][k + 1]);
          d.vs[j][k] = std::sqrt(d.vh[j][k] * d.vh[j][k] + q * q) * (below ? br : ar) / d.vf[row][k];
        }
    },
    [](const Data& d, int n) {
      double sum = 0;
      for (int i = 0; i < 7 * n; ++i) sum += (d.vs[i / 101][i % 101] + d.vy[i / 101][i % 101]) * (i + 1);
      return sum;
    },
    [](const Data&, int n, int passes) { return 33.0 * 5 * (n - 1) * passes; }};

extern const Loop explicit_hydrodynamics{
    18, "explicit hydrodynamics", {100, 100, 14}, {2, 1, 2},
    {1.015727037502300e+05, 1.015727037502300e+05, 9.700646212337040e+02},
    [](Data& d, int n) {
      constexpr double t = 0.0037, s = 0.0041;
      for (int k = 1; k < 6; ++k)
        for (int j = 1; j < n; ++j) {
          d.za[k][j] = (d.zp[k + 1][j - 1] + d.zq[k + 1][j - 1] - d.zp[k][j - 1] - d.zq[k][j - 1]) *
                       (d.zr[k][j] + d.zr[k][j - 1]) / (d.zm[k][j - 1] + d.zm[k + 1][j - 1]);
          d.zb[k][j] = (d.zp[k][j - 1] + d.zq[k][j - 1] - d.zp[k][j] - d.zq[k][j]) * (d.zr[k][j] + d.zr[k - 1][j]) /
                       (d.zm[k][j] + d.zm[k][j - 1]);
        }
      const auto force = [&d](const Grid<7, 101>& f, int k, int j) {
        return d.za[k][j] * (f[k][j] - f[k][j + 1]) - d.za[k][j - 1] * (f[k][j] - f[k][j - 1]) -
               d.zb[k][j] * (f[k][j] - f[k - 1][j]) + d.zb[k + 1][j] * (f[k][j] - f[k + 1][j]);
      };
      for (int k = 1; k < 6; ++k)
        for (int j = 1; j < n; ++j) {
          d.zu[k][j] += s * force(d.zz, k, j);
          d.zv[k][j] += s * force(d.zr, k, j);
        }
      for (int k = 1; k < 6; ++k)
        for (int j = 1; j < n; ++j) {
          d.zr[k][j] += t * d.zu[k][j];
          d.zz[k][j] += t * d.zv[k][j];
        }
    },
    [](const Data& d, int n) { return weighted(d.zz, 7 * n) + weighted(d.zr, 7 * n); },
    [](const Data&, int n, int passes) { return 44.0 * 5 * (n - 1) * passes; }};

extern const Loop implicit_hydrodynamics{
    23, "implicit hydrodynamics", {100, 100, 14}, {8, 5, 7},
    {3.549900501563623e+04, 3.549900501563623e+04, 4.850340602749970e+02},
    [](Data& d, int n) {
      for (int j = 1; j < 6; ++j)
        for (int k = 1; k < n; ++k) {
          const double qa = d.za[j + 1][k] * d.zr[j][k] + d.za[j - 1][k] * d.zb[j][k] + d.za[j][k + 1] * d.zu[j][k] +
                            d.za[j][k - 1] * d.zv[j][k] + d.zz[j][k];
          d.za[j][k] += 0.175 * (qa - d.za[j][k]);
        }
    },
    [](const Data& d, int n) { return weighted(d.za, 7 * n); },
    [](const Data&, int n, int passes) { return 11.0 * 5 * (n - 1) * passes; }};

}  // namespace febem::benchmarks::livermore
