// Quantities that are compared: integrals over panels and far fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/verification_suite.h"

namespace febem::verify {

/// A function of the polar angle theta from +z.
using OfAngle = std::function<Complex(double)>;

std::vector<double> polar_angles(const mesh::Surface& surface);

/// Over the area.
double root_mean_square(const mesh::Surface& surface, const std::vector<Complex>& values);

/// Compares the surface pressure with p(theta), by sqrt(int |p_h - p|^2 / int |p|^2). Exact and
/// computed are root mean squares.
Row compare_surface_pressure(
    std::string quantity, const SolvedFrequency& solved, const OfAngle& exact, double tolerance);

/// Compares with an exact value for each panel.
Row compare_surface_pressure(std::string quantity, const SolvedFrequency& solved,
    const std::vector<Complex>& exact, double tolerance);

/// A row whose error is the shortfall of the order on a family of meshes below `wanted`.
Row order_at_least(double wanted, std::string of, const std::vector<double>& h,
    const std::vector<double>& error, double tolerance);

/// c_0 .. c_{count-1} of the sum c_n P_n(cos theta) nearest to the values of the panels in the mean
/// square over the area.
std::vector<Complex> legendre_coefficients(
    const mesh::Surface& surface, const std::vector<Complex>& values, int count);

/// Records real and imaginary part, each relative to its own exact value: a large reactance would
/// hide a bad resistance in the modulus.
void record_parts(VerificationSuite& suite, const std::string& quantity, Complex exact,
    Complex computed, double tolerance);

/// Over a panel region, Pa.
Complex mean_pressure(const SolvedFrequency& solved, const std::string& region);

/// D in p -> D e^{ikr}/r, Pa m, along the z axis with this sign.
Complex far_field_along_z(const SolvedFrequency& solved, double sign);

/// |f(pi)| of the wave e^{ikz} scattered back by a body of radius 1 m: p_s -> (a/2r) f e^{ikr}.
double back_scattered(const SolvedFrequency& solved);

/// Records the power that a wave of 1 Pa loses to a body of radius 1 m, sigma_ext = 4 pi / k Im
/// f(0) with the exact form function `forward` at 0, and that it is scattered and absorbed.
void record_extinction(
    VerificationSuite& suite, const SolvedFrequency& solved, Complex forward, double tolerance);

/// Records that the power of the forces is lost in the structure and given to the fluid, as in the
/// discrete system it must be exactly.
void record_balance(
    VerificationSuite& suite, const SolvedFrequency& solved, const std::string& label);

/// "ka = 3.14"
std::string ka_label(const SolvedFrequency& solved, double radius = 1.0);

/// Slope of log error over log h, both > 0, by least squares.
double observed_order(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace febem::verify
