// Sine and cosine of a number or of a vector of numbers, without branches or calls. The functions
// of the C library have both.
#pragma once

#include <cstdint>

namespace febem::bem {

template <class Real>
struct SineCosine {
  Real sine, cosine;
};

/// Real operations of one call. Exchanges and changes of sign are operations on bits, and are not
/// counted.
inline constexpr int sine_cosine_flops = 38;

/// Sine and cosine of x, with an absolute error below 4e-16 for |x| < 1e7. x = n pi/2 + r with |r|
/// <= pi/4. The polynomials of r are those of fdlibm's k_sin and k_cos (W. Kahan and K. C. Ng),
/// exact to rounding. They are exchanged if n is odd, and get the signs of the quadrant. `Integer`
/// has the length of `Real` and entries of 64 bits.
template <class Real, class Integer>
[[gnu::always_inline]] inline SineCosine<Real> sine_cosine(Real x) {
  constexpr double shift =
      0x1.8p52;  // adding it rounds to the nearest integer, which the last bits then hold
  constexpr double half_pi[3] = {
      0x1.921fb54p0, 0x4.42d184p-32, 0x6.9898cc51701b8p-60};  // exact products
  constexpr double two_over_pi = 0.63661977236758134308;
  const Real shifted = x * two_over_pi + shift, n = shifted - shift;
  const Real r = ((x - n * half_pi[0]) - n * half_pi[1]) - n * half_pi[2], z = r * r;

  const Real sine_tail =
      -1.66666666666666324348e-01 +
      z * (8.33333333332248946124e-03 +
              z * (-1.98412698298579493134e-04 +
                      z * (2.75573137070700676789e-06 +
                              z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))));
  const Real cosine_tail =
      4.16666666666666019037e-02 +
      z * (-1.38888888888741095749e-03 +
              z * (2.48015872894767294178e-05 +
                      z * (-2.75573143513906633035e-07 +
                              z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  const Real sine = r + r * z * sine_tail, cosine = 1 - z * 0.5 + z * z * cosine_tail;

  const Integer quadrant = __builtin_bit_cast(Integer, shifted);
  const auto odd = (quadrant & 1) != 0;
  const Real s = odd ? cosine : sine, c = odd ? sine : cosine;
  const Integer sign_of_sine = (quadrant & 2) << 62, sign_of_cosine = ((quadrant + 1) & 2) << 62;
  return {__builtin_bit_cast(Real, __builtin_bit_cast(Integer, s) ^ sign_of_sine),
      __builtin_bit_cast(Real, __builtin_bit_cast(Integer, c) ^ sign_of_cosine)};
}

inline SineCosine<double> sine_cosine(double x) { return sine_cosine<double, std::int64_t>(x); }

}  // namespace febem::bem
