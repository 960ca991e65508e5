// The quantities of a solution that are compared: integrals over panels and far fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/verification_suite.h"

namespace febem::verify {

/// A function of the polar angle theta from +z.
using OfAngle = std::function<Complex(double)>;

/// Polar angle of each collocation point, seen from the origin.
std::vector<double> polar_angles(const mesh::Surface& surface);

/// The root mean square of values over the area.
double root_mean_square(const mesh::Surface& surface, const std::vector<Complex>& values);

/// Compares the computed surface pressure with p(theta). Exact and computed are root mean squares.
/// The error is sqrt(int |p_h - p|^2 / int |p|^2).
Row compare_surface_pressure(
    std::string quantity, const SolvedFrequency& solved, const OfAngle& exact, double tolerance);

/// Compares the computed surface pressure with an exact value for each panel, by the error of the
/// function above.
Row compare_surface_pressure(std::string quantity, const SolvedFrequency& solved,
    const std::vector<Complex>& exact, double tolerance);

/// A row whose error is the amount by which the observed order on a family of meshes is below
/// `wanted`.
Row order_at_least(double wanted, std::string of, const std::vector<double>& h,
    const std::vector<double>& error, double tolerance);

/// The coefficients c_0 .. c_{count-1} of the sum c_n P_n(cos theta) that is nearest to the values
/// (one for each panel) in the mean square over the area.
std::vector<Complex> legendre_coefficients(
    const mesh::Surface& surface, const std::vector<Complex>& values, int count);

/// Records real and imaginary part (resistance and reactance), each relative to its own exact
/// value. If the reactance is large, a good modulus would hide a bad resistance.
void record_parts(VerificationSuite& suite, const std::string& quantity, Complex exact,
    Complex computed, double tolerance);

/// Mean of the pressure over a panel region, Pa.
Complex mean_pressure(const SolvedFrequency& solved, const std::string& region);

/// Far-field amplitude D (p -> D e^{ikr}/r, Pa m) in the direction along the z axis with this sign.
Complex far_field_along_z(const SolvedFrequency& solved, double sign);

/// |f(pi)| of the wave e^{ikz} scattered back by a body of radius 1 m: p_s -> (a/2r) f e^{ikr}.
double back_scattered(const SolvedFrequency& solved);

/// Records the power that a wave of 1 Pa loses to a body of radius 1 m. Compares it with sigma_ext
/// = 4 pi / k Im f(0) of the exact solution, whose form function at 0 is `forward`. Compares it
/// also with the power that the body scatters and absorbs.
void record_extinction(
    VerificationSuite& suite, const SolvedFrequency& solved, Complex forward, double tolerance);

/// The label of a frequency: "ka = 3.14".
std::string ka_label(const SolvedFrequency& solved, double radius = 1.0);

/// Slope of log error over log h of a family of meshes, by least squares; h and error > 0.
double observed_order(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace febem::verify
