// Loops over two dimensions, and loops that follow particles through grids: indices are computed,
// and branches depend on the data.
#include <cmath>

#include "bench/livermore/loop.h"

namespace febem::livermore {

namespace {

/// On which side of its bound a zone lies.
double side(Data& d, int n) {
  const int third = n / 3, j = d.j5;
  if (j < n) return d.plan[j - 1] - (j + 2 * third < n ? d.t : j + third < n ? d.s : d.r);
  ++d.k3;
  const double t = d.t - d.d[j - 3], s = d.s - d.d[j - 4], r = d.r - d.d[j - 5];
  return d.d[j - 1] - (d.d[j - 2] * t * t + s * s + r * r);
}

/// Whether the search goes on with the next group of zones.
bool leaves_group(Data& d, int n) {
  for (int k = 1; k <= n; ++k) {
    ++d.k2;
    const int j4 = 2 * n * (d.m - 1) + 1 + 2 * k;
    d.j5 = d.zone[j4 - 1];
    if (d.j5 == n) return false;
    const double beyond = side(d, n);
    const int direction = d.zone[j4 - 2];
    if (beyond == 0 || direction == 0) return false;
    if ((beyond < 0) == (direction < 0)) continue;
    d.m = d.m < d.zone[0] ? d.m + 1 : 1;
    return d.m != 1;
  }
  return false;
}

}  // namespace

std::span<const Loop> grid_loops() {
  static const Loop all[] = {
      // alternating direction implicit integration
      {8, {100, 100, 14}, {10, 6, 9},
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
                  return old[ky][kx] + row[0] * d.du1[ky] + row[1] * d.du2[ky] +
                         row[2] * d.du3[ky] +
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
              for (const auto* u : {&d.u1, &d.u2, &d.u3})
                sum += (*u)[i / 505][i % 505 / 5][i % 5] * (i + 1);
            return sum;
          },
          [](int n) { return 36.0 * 2 * (n - 1); }},
      // casual Fortran
      {15, {101, 101, 15}, {1, 1, 1},
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
                d.vs[j][k] =
                    std::sqrt(d.vh[j][k] * d.vh[j][k] + q * q) * (below ? br : ar) / d.vf[row][k];
              }
          },
          [](const Data& d, int n) {
            double sum = 0;
            for (int i = 0; i < 7 * n; ++i)
              sum += (d.vs[i / 101][i % 101] + d.vy[i / 101][i % 101]) * (i + 1);
            return sum;
          },
          [](int n) { return 33.0 * 5 * (n - 1); }},
      // explicit hydrodynamics
      {18, {100, 100, 14}, {2, 1, 2},
          {1.015727037502300e+05, 1.015727037502300e+05, 9.700646212337040e+02},
          [](Data& d, int n) {
            constexpr double t = 0.0037, s = 0.0041;
            for (int k = 1; k < 6; ++k)
              for (int j = 1; j < n; ++j) {
                d.za[k][j] =
                    (d.zp[k + 1][j - 1] + d.zq[k + 1][j - 1] - d.zp[k][j - 1] - d.zq[k][j - 1]) *
                    (d.zr[k][j] + d.zr[k][j - 1]) / (d.zm[k][j - 1] + d.zm[k + 1][j - 1]);
                d.zb[k][j] = (d.zp[k][j - 1] + d.zq[k][j - 1] - d.zp[k][j] - d.zq[k][j]) *
                             (d.zr[k][j] + d.zr[k - 1][j]) / (d.zm[k][j] + d.zm[k][j - 1]);
              }
            const auto force = [&d](const Grid<7, 101>& f, int k, int j) {
              return d.za[k][j] * (f[k][j] - f[k][j + 1]) -
                     d.za[k][j - 1] * (f[k][j] - f[k][j - 1]) -
                     d.zb[k][j] * (f[k][j] - f[k - 1][j]) +
                     d.zb[k + 1][j] * (f[k][j] - f[k + 1][j]);
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
          [](int n) { return 44.0 * 5 * (n - 1); }},
      // implicit hydrodynamics
      {23, {100, 100, 14}, {8, 5, 7},
          {3.549900501563623e+04, 3.549900501563623e+04, 4.850340602749970e+02},
          [](Data& d, int n) {
            for (int j = 1; j < 6; ++j)
              for (int k = 1; k < n; ++k) {
                const double qa = d.za[j + 1][k] * d.zr[j][k] + d.za[j - 1][k] * d.zb[j][k] +
                                  d.za[j][k + 1] * d.zu[j][k] + d.za[j][k - 1] * d.zv[j][k] +
                                  d.zz[j][k];
                d.za[j][k] += 0.175 * (qa - d.za[j][k]);
              }
          },
          [](const Data& d, int n) { return weighted(d.za, 7 * n); },
          [](int n) { return 11.0 * 5 * (n - 1); }},
      // particles in a plane
      {13, {64, 32, 8}, {36, 41, 31},
          {1.202533961842803e+11, 9.816387810944345e+10, 3.847124199949426e+10},
          [](Data& d, int n) {
            for (int i = 0; i < n; ++i) {
              auto& p = d.p[i];
              const int i1 = static_cast<int>(p[0]) & 63, j1 = static_cast<int>(p[1]) & 63;
              p[2] += d.b[j1][i1];
              p[3] += d.c[j1][i1];
              p[0] += p[2];
              p[1] += p[3];
              const int i2 = (static_cast<int>(p[0]) & 63) - 1,
                        j2 = (static_cast<int>(p[1]) & 63) - 1;
              p[0] += d.y[i2 + 32];
              p[1] += d.z[j2 + 32];
              d.h[j2 + d.f[j2 + 32]][i2 + d.e[i2 + 32]] += 1;
            }
          },
          [](const Data& d, int n) { return weighted(d.p, 8 * n) + weighted(d.h, 8 * n); },
          [](int n) { return 7.0 * n; }},
      // particles on a line
      {14, {1001, 101, 27}, {2, 10, 8},
          {3.165553044000334e+09, 3.039983465145393e+07, 2.923540598672011e+06},
          [](Data& d, int n) {
            for (int k = 0; k < n; ++k) {
              d.vx[k] = d.xx[k] = 0;
              d.ix[k] = static_cast<int>(d.grd[k]);
              d.xi[k] = d.ix[k];
              d.ex1[k] = d.ex[d.ix[k] - 1];
              d.dex1[k] = d.dex[d.ix[k] - 1];
            }
            for (int k = 0; k < n; ++k) {
              d.vx[k] += d.ex1[k] + (d.xx[k] - d.xi[k]) * d.dex1[k];
              d.xx[k] += d.vx[k] + d.flx;
              d.ir[k] = static_cast<int>(d.xx[k]);
              d.rx[k] = d.xx[k] - d.ir[k];
              d.ir[k] = (d.ir[k] & 2047) + 1;
              d.xx[k] = d.rx[k] + d.ir[k];
            }
            for (int k = 0; k < n; ++k) {
              d.rh[d.ir[k] - 1] += 1 - d.rx[k];
              d.rh[d.ir[k]] += d.rx[k];
            }
          },
          [](const Data& d, int n) {
            return weighted(d.xx, n) + weighted(d.vx, n) + weighted(d.rh, 67);
          },
          [](int n) { return 11.0 * n; }},
      // Monte Carlo search
      {16, {75, 40, 15}, {25, 27, 14},
          {5.650760000000000e+05, 6.480410000000000e+05, 5.152160000000000e+05},
          [](Data& d, int n) {
            d.r = d.d[n - 1];
            d.s = d.d[n - 2];
            d.t = d.d[n - 3];
            d.m = 1;
            while (leaves_group(d, n)) {
            }
          },
          [](const Data& d, int) { return static_cast<double>(d.k3 + d.k2 + d.j5 + d.m); },
          nullptr},
  };
  return all;
}

}  // namespace febem::livermore
