// Spherical Bessel functions with their derivatives.
#pragma once

#include "core/types.h"

namespace febem::exact {

using core::Complex;
using core::pi;

/// A function of the radius and its derivative at one point.
template <class Value>
struct Radial {
  Value value, derivative;  ///< f(x) and f'(x)
};

/// j_n and y_n for n >= 0 and x > 0.
Radial<double> spherical_j(int n, double x);
Radial<double> spherical_y(int n, double x);

/// h_n = j_n + i y_n, the outgoing wave under e^{-i omega t}.
Radial<Complex> spherical_h(int n, double x);

/// Terms after which a series of partial waves at x = ka has converged to rounding.
int partial_waves(double x);

/// i^n
Complex power_of_i(int n);

}  // namespace febem::exact
