// What the Livermore loops begin with: F. McMahon, The Livermore Fortran Kernels: a Computer Test of the Numerical Performance
// Range, UCRL-53745, 1986. Arrays have the names they have there; the first index of a Grid is the slower one.
#pragma once

#include <array>
#include <cstddef>

namespace febem::benchmarks::livermore {

template <std::size_t n>
using Row = std::array<double, n>;
template <std::size_t m, std::size_t n>
using Grid = std::array<std::array<double, n>, m>;
template <std::size_t n>
using Whole = std::array<int, n>;

struct Data {
  Row<1001> u, v, w, x, y, g, grd, dex, xi, ex, ex1, dex1, vx, xx, rx;
  Row<1012> z;   ///< loop 1 reads on into g, which stands behind it in Fortran
  Row<2049> rh;  ///< loop 14 writes one element beyond the 2048
  Row<101> du1, du2, du3, vsp, vstp, vxne, vxnd, ve3, vlr, vlin, b5, sa, sb;
  Row<300> plan, d;
  Grid<512, 4> p;
  Grid<101, 25> px, cx;
  Grid<25, 101> vy;
  Grid<7, 101> vh, vf, vg, vs, za, zp, zq, zr, zm, zb, zu, zv, zz;
  std::array<Grid<101, 5>, 2> u1, u2, u3;
  Grid<64, 64> b, c, h;
  Whole<96> e, f;
  Whole<1001> ix, ir;
  Whole<301> zone;

  std::array<std::array<double, 3>, 3> a;  ///< a11 to a33 of loop 8
  double c0, dk, flx, q, r, s, sig, stb5, t, xnm, expmax;
  std::array<double, 7> dm;  ///< dm22 to dm28 of loop 9
  int k2, k3, j5, m, first_minimum;
};

/// One of the three lengths of every loop.
enum Span { long_span, medium_span, short_span };

/// For a loop of length n; `search` is the length of loop 16 at the same span, by which its arrays are laid out.
void initialise(Data& data, Span span, int search);

}  // namespace febem::benchmarks::livermore
