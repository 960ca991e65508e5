// Loops over vectors in which each element stands for itself, and sums over vectors.
#include <cmath>

#include "bench/livermore/loop.h"

namespace febem::livermore {

std::span<const Loop> vector_loops() {
  static const Loop all[] = {
      // hydro fragment
      {1, {1001, 101, 27}, {7, 40, 28},
          {5.114652693224671e+04, 5.253344778937972e+02, 3.855104502494961e+01},
          [](Data& d, int n) {
            const double q = d.q, r = d.r, t = d.t;
            for (int k = 0; k < n; ++k) d.x[k] = q + d.y[k] * (r * d.z[k + 10] + t * d.z[k + 11]);
          },
          [](const Data& d, int n) { return weighted(d.x, n); }, [](int n) { return 5.0 * n; }},
      // inner product
      {3, {1001, 101, 27}, {9, 53, 37},
          {1.000742883066363e+01, 1.009741436578952e+00, 2.699309089320672e-01},
          [](Data& d, int n) {
            double q = 0;
            for (int k = 0; k < n; ++k) q += d.z[k] * d.x[k];
            d.q = q;
          },
          [](const Data& d, int) { return d.q; }, [](int n) { return 2.0 * n; }},
      // equation of state fragment
      {7, {995, 101, 21}, {4, 22, 20},
          {6.104251075174761e+04, 6.345586315784055e+02, 2.845720217644024e+01},
          [](Data& d, int n) {
            const double q = d.q, r = d.r, t = d.t;
            for (int k = 0; k < n; ++k)
              d.x[k] = d.u[k] + r * (d.z[k] + r * d.y[k]) +
                       t * (d.u[k + 3] + r * (d.u[k + 2] + r * d.u[k + 1]) +
                               t * (d.u[k + 6] + q * (d.u[k + 5] + q * d.u[k + 4])));
          },
          [](const Data& d, int n) { return weighted(d.x, n); }, [](int n) { return 16.0 * n; }},
      // integrate predictors
      {9, {101, 101, 15}, {36, 21, 26},
          {1.189443609974981e+05, 1.189443609974981e+05, 2.623968460874250e+03},
          [](Data& d, int n) {
            const auto dm = d.dm;
            const double c0 = d.c0;
            for (int i = 0; i < n; ++i) {
              auto& p = d.px[i];
              p[0] = dm[6] * p[12] + dm[5] * p[11] + dm[4] * p[10] + dm[3] * p[9] + dm[2] * p[8] +
                     dm[1] * p[7] + dm[0] * p[6] + c0 * (p[4] + p[5]) + p[2];
            }
          },
          [](const Data& d, int n) { return weighted(d.px, 15 * n); },
          [](int n) { return 17.0 * n; }},
      // difference predictors
      {10, {101, 101, 15}, {34, 19, 25},
          {7.310369784325296e+04, 7.310369784325296e+04, 1.651291227698265e+03},
          [](Data& d, int n) {
            // The differences of order 0 to 8 of what is predicted take the places of the old ones.
            for (int i = 0; i < n; ++i) {
              auto& p = d.px[i];
              double difference = d.cx[i][4];
              for (int order = 4; order < 13; ++order) {
                const double next = difference - p[order];
                p[order] = difference;
                difference = next;
              }
              p[13] = difference;
            }
          },
          [](const Data& d, int n) { return weighted(d.px, 15 * n); },
          [](int n) { return 9.0 * n; }},
      // first difference
      {12, {1000, 100, 26}, {12, 68, 48},
          {2.907141294167248e-05, 7.127569130821465e-06, 1.943435981130448e-06},
          [](Data& d, int n) {
            for (int k = 0; k < n; ++k) d.x[k] = d.y[k + 1] - d.y[k];
          },
          [](const Data& d, int n) { return weighted(d.x, n - 1); }, [](int n) { return 1.0 * n; }},
      // matrix product
      {21, {101, 50, 20}, {1, 1, 1},
          {1.597308280710199e+08, 7.824524877232093e+07, 5.009945671204667e+07},
          [](Data& d, int n) {
            for (int k = 0; k < 25; ++k)
              for (int i = 0; i < 25; ++i)
                for (int j = 0; j < n; ++j) d.px[j][i] += d.vy[k][i] * d.cx[j][k];
          },
          [](const Data& d, int n) { return weighted(d.px, 25 * n); },
          [](int n) { return 2.0 * 625 * n; }},
      // Planckian distribution
      {22, {101, 101, 15}, {11, 7, 8},
          {2.938604376566697e+02, 2.938604376566697e+02, 6.109968728263972e+00},
          [](Data& d, int n) {
            d.u[n - 1] = 0.99 * d.expmax * d.v[n - 1];
            for (int k = 0; k < n; ++k) {
              d.y[k] = d.u[k] / d.v[k];
              d.w[k] = d.x[k] / (std::exp(d.y[k]) - 1);
            }
          },
          [](const Data& d, int n) { return weighted(d.w, n); }, [](int n) { return 17.0 * n; }},
      // first minimum
      {24, {1001, 101, 27}, {5, 31, 23}, {500, 50, 13},
          [](Data& d, int n) {
            d.x[n / 2] = -1e10;
            int least = 0;
            for (int k = 1; k < n; ++k)
              if (d.x[k] < d.x[least]) least = k;
            d.first_minimum = least;
          },
          [](const Data& d, int) { return static_cast<double>(d.first_minimum); },
          [](int n) { return (n - 1.0); }},
  };
  return all;
}

}  // namespace febem::livermore
