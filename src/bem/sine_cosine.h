// Sine and cosine without branches or calls, so that loops over them run in vectors (those of the C library do not).
#pragma once

namespace febem::bem {

struct SineCosine {
  double sine, cosine;
};

/// Real operations of one call.
inline constexpr int sine_cosine_flops = 65;

/// x = m pi + o pi/2 + r with o = -1, 0, 1 and |r| <= pi/4; Taylor polynomials of r up to the rounding error, then (-1)^m
/// and a rotation by o pi/2. Absolute error below 4e-16 for |x| < 1e7.
inline SineCosine sine_cosine(double x) {
  constexpr double shift = 0x1.8p52;  // adding and subtracting it rounds to the nearest integer
  constexpr double half_pi[3] = {0x1.921fb54p0, 0x4.42d184p-32, 0x6.9898cc51701b8p-60};  // exact products
  constexpr double two_over_pi = 0.63661977236758134308;
  const double n = (x * two_over_pi + shift) - shift;
  const double r = ((x - n * half_pi[0]) - n * half_pi[1]) - n * half_pi[2];
  const double m = (n * 0.5 + shift) - shift, o = n - 2 * m;
  const double l = m - 2 * ((m * 0.5 + shift) - shift), sign = 1 - 2 * l * l;

  const double z = r * r;
  constexpr double f3 = 6, f4 = 24, f5 = 120, f6 = 720, f7 = 5040, f8 = 40320, f9 = 362880, f10 = 3628800,
                   f11 = 39916800, f12 = 479001600, f13 = 6227020800, f14 = 87178291200, f15 = 1307674368000,
                   f16 = 20922789888000;
  const double sine_tail =
      -1 / f3 + z * (1 / f5 + z * (-1 / f7 + z * (1 / f9 + z * (-1 / f11 + z * (1 / f13 - z * (1 / f15))))));
  const double cosine_tail =
      1 / f4 + z * (-1 / f6 + z * (1 / f8 + z * (-1 / f10 + z * (1 / f12 + z * (-1 / f14 + z * (1 / f16))))));
  const double sine = r + r * z * sine_tail, cosine = 1 - z * 0.5 + z * z * cosine_tail;
  const double even = 1 - o * o;
  return {sign * (even * sine + o * cosine), sign * (even * cosine - o * sine)};
}

}  // namespace febem::bem
