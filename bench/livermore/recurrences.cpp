// Loops in which an element needs those before it.
#include "bench/livermore/loop.h"

namespace febem::livermore {

std::span<const Loop> recurrences() {
  static const Loop all[] = {
      // incomplete Cholesky conjugate gradient
      {2, {101, 101, 15}, {67, 40, 46},
          {1.539721811668385e+03, 1.539721811668385e+03, 3.953296986903059e+01},
          [](Data& d, int n) {
            int begin = 0, end = 0;
            for (int length = n; length > 0;) {
              begin = end;
              end += length;
              length /= 2;
              for (int k = begin + 1, i = end + 1; k < end; k += 2, ++i)
                d.x[i] = d.x[k] - d.v[k] * d.x[k - 1] - d.v[k + 1] * d.x[k + 1];
            }
          },
          [](const Data& d, int n) { return weighted(d.x, 2 * n); },
          [](int n) { return 4.0 * (n - 4); }},
      // banded linear equations. The published checksum is of an array that the loop does not
      // change; the unit test looks at the one that it does.
      {4, {1001, 101, 27}, {14, 70, 38},
          {5.999250595473891e-01, 5.999250595473891e-01, 5.999250595473891e-01},
          [](Data& d, int n) {
            for (int k = 6; k < 1001; k += 400) {
              double rest = d.x[k - 1];
              for (int j = 4, i = k - 6; j < n; j += 5, ++i) rest -= d.x[i] * d.y[j];
              d.x[k - 1] = d.y[4] * rest;
            }
          },
          [](const Data& d, int) { return weighted(d.v, 3); },
          [](int n) { return 2.0 * ((n - 5) / 5 + 1) * 3; }},
      // tridiagonal elimination
      {5, {1001, 101, 27}, {10, 55, 40},
          {4.548871642387267e+03, 4.589031939600982e+01, 3.182615248447483e+00},
          [](Data& d, int n) {
            for (int i = 1; i < n; ++i) d.x[i] = d.z[i] * (d.y[i] - d.x[i - 1]);
          },
          [](const Data& d, int n) { return weighted(d.x, n, 0); },
          [](int n) { return 2.0 * (n - 1); }},
      // general linear recurrence
      {6, {64, 32, 8}, {3, 7, 21},
          {4.375116344729986e+03, 8.631675645333210e+01, 1.120309393467088e+00},
          [](Data& d, int n) {
            for (int i = 1; i < n; ++i) {
              d.w[i] = 0.01;
              for (int k = 0; k < i; ++k) d.w[i] += d.b[k][i] * d.w[i - k - 1];
            }
          },
          [](const Data& d, int n) { return weighted(d.w, n); },
          [](int n) { return 2.0 * n * ((n - 1) / 2); }},
      // first sum
      {11, {1001, 101, 27}, {11, 64, 46},
          {3.342910972650109e+07, 3.433560407475758e+04, 6.551161335845770e+02},
          [](Data& d, int n) {
            d.x[0] = d.y[0];
            for (int k = 1; k < n; ++k) d.x[k] = d.x[k - 1] + d.y[k];
          },
          [](const Data& d, int n) { return weighted(d.x, n, 0); },
          [](int n) { return (n - 1.0); }},
      // implicit conditional computation
      {17, {101, 101, 15}, {35, 20, 26},
          {1.114641772902486e+03, 1.114641772902486e+03, 2.947368618589360e+01},
          [](Data& d, int n) {
            d.xnm = 1.0 / 3;
            double e6 = 1.03 / 3.07;
            for (int i = n - 1; i > 0; --i) {
              const double e3 = d.xnm * d.vlr[i] + d.vlin[i], before = d.vxne[i],
                           bound = 5.0 / 3 * e3;
              d.vxnd[i] = e6;
              if (d.xnm > bound || before > bound) {
                e6 = d.xnm * d.vsp[i] + d.vstp[i];
                d.vxne[i] = d.ve3[i] = e6;
              } else {
                d.ve3[i] = e3;
                e6 = e3 + e3 - d.xnm;
                d.vxne[i] = e3 + e3 - before;
              }
              d.xnm = e6;
            }
          },
          [](const Data& d, int n) { return d.xnm + weighted(d.vxne, n) + weighted(d.vxnd, n); },
          [](int n) { return 9.0 * n; }},
      // general linear recurrence, both ways
      {19, {101, 101, 15}, {39, 23, 28},
          {5.421816960147207e+02, 5.421816960147207e+02, 1.268230698051003e+01},
          [](Data& d, int n) {
            for (int k = 0; k < n; ++k) {
              d.b5[k] = d.sa[k] + d.stb5 * d.sb[k];
              d.stb5 = d.b5[k] - d.stb5;
            }
            for (int k = n - 1; k >= 0; --k) {
              d.b5[k] = d.sa[k] + d.stb5 * d.sb[k];
              d.stb5 = d.b5[k] - d.stb5;
            }
          },
          [](const Data& d, int n) { return d.stb5 + weighted(d.b5, n); },
          [](int n) { return 6.0 * n; }},
      // discrete ordinates transport
      {20, {1000, 100, 26}, {1, 8, 7},
          {3.040644339351239e+07, 3.126205178815431e+04, 5.987713249475302e+02},
          [](Data& d, int n) {
            for (int k = 0; k < n; ++k) {
              const double difference = d.y[k] - d.g[k] / (d.xx[k] + d.dk);
              double dn = 0.2;
              if (difference != 0) dn = std::max(d.s, std::min(d.t, d.z[k] / difference));
              d.x[k] = ((d.w[k] + d.v[k] * dn) * d.xx[k] + d.u[k]) / (d.vx[k] + d.v[k] * dn);
              d.xx[k + 1] = (d.x[k] - d.xx[k]) * dn + d.xx[k];
            }
          },
          [](const Data& d, int n) { return weighted(d.xx, n + 1, 0); },
          [](int n) { return 26.0 * n; }},
  };
  return all;
}

}  // namespace febem::livermore
