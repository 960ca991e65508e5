// Loops that follow particles through grids: indices are computed, and branches depend on the data.
#include "benchmarks/livermore/loop.h"

namespace febem::benchmarks::livermore {

extern const Loop particles_in_plane{
    13, "particles in a plane", {64, 32, 8}, {36, 41, 31},
    {1.202533961842803e+11, 9.816387810944345e+10, 3.847124199949426e+10},
    [](Data& d, int n) {
      for (int i = 0; i < n; ++i) {
        auto& p = d.p[i];
        const int i1 = static_cast<int>(p[0]) & 63, j1 = static_cast<int>(p[1]) & 63;
        p[2] += d.b[j1][i1];
        p[3] += d.c[j1][i1];
        p[0] += p[2];
        p[1] += p[3];
        const int i2 = (static_cast<int>(p[0]) & 63) - 1, j2 = (static_cast<int>(p[1]) & 63) - 1;
        p[0] += d.y[i2 + 32];
        p[1] += d.z[j2 + 32];
        d.h[j2 + d.f[j2 + 32]][i2 + d.e[i2 + 32]] += 1;
      }
    },
    [](const Data& d, int n) { return weighted(d.p, 8 * n) + weighted(d.h, 8 * n); },
    [](const Data&, int n, int passes) { return 7.0 * n * passes; }};

extern const Loop particles_on_line{
    14, "particles on a line", {1001, 101, 27}, {2, 10, 8},
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
    [](const Data& d, int n) { return weighted(d.xx, n) + weighted(d.vx, n) + weighted(d.rh, 67); },
    [](const Data&, int n, int passes) { return 11.0 * n * passes; }};

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

extern const Loop monte_carlo_search{
    16, "Monte Carlo search", {75, 40, 15}, {25, 27, 14},
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
    [](const Data& d, int, int) { return 2.0 * d.k2 + 10.0 * d.k3; }};

}  // namespace febem::benchmarks::livermore
