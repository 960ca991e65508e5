// The 24 Livermore loops, what they begin with and what is known of them: F. McMahon, The Livermore
// Fortran Kernels: a Computer Test of the Numerical Performance Range, UCRL-53745, 1986. Arrays
// have the names they have there; the first index of a Grid is the slower one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace febem::livermore {

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

/// Sets the input of the loops at this span. `search` is the length of loop 16 at this span, which
/// decides the layout of its arrays.
void initialise(Data& data, Span span, int search);

/// One of the loops, and its known results.
struct Loop {
  int number;
  std::array<int, 3> lengths;  ///< by Span
  std::array<int, 3> passes;   ///< by Span; the checksum is taken after `multiples` times as many
  std::array<double, 3> checksums;  ///< as published; those of loop 4, and of 8, 18 and 23 at the
                                    ///< short length, differ from the computed ones
  void (*pass)(Data& data, int n);
  double (*checksum)(const Data& data, int n);
  /// Flops of a pass, as they are counted by convention; null for loop 16, whose data count them.
  double (*flops_of_pass)(int n);

  double flops(const Data& data, int n, int all_passes) const {
    return flops_of_pass != nullptr ? flops_of_pass(n) * all_passes
                                    : 2.0 * data.k2 + 10.0 * data.k3;
  }
};

inline constexpr std::array<int, 3> multiples{200, 400, 1600};

/// Loops over vectors, loops in which an element needs those before it, and loops over grids.
std::span<const Loop> vector_loops(), recurrences(), grid_loops();

/// All loops, in the order of their numbers.
std::span<const Loop* const> loops();

/// The sum of (i + first) x_i over the first `count` elements.
template <std::size_t n>
double weighted(const Row<n>& x, int count, int first = 1) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += x[i] * (i + first);
  return sum;
}

/// The weighted sum over the first elements of a grid, row by row.
template <std::size_t m, std::size_t n>
double weighted(const Grid<m, n>& x, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += x[i / static_cast<int>(n)][i % static_cast<int>(n)] * (i + 1);
  return sum;
}

}  // namespace febem::livermore
