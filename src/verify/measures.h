// What is compared: integrals over panels and far fields of a solution.
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

/// Root mean square over the area.
double root_mean_square(const mesh::Surface& surface, const std::vector<Complex>& values);

/// The computed surface pressure against p(theta): exact and computed are root mean squares, the error is
/// sqrt(int |p_h - p|^2 / int |p|^2).
Row compare_surface_pressure(std::string quantity, const SolvedFrequency& solved, const OfAngle& exact, double tolerance);

/// The computed surface pressure against an exact value for each panel, measured as above.
Row compare_surface_pressure(std::string quantity, const SolvedFrequency& solved, const std::vector<Complex>& exact, double tolerance);

/// A row that falls short by as much as the order observed on a family of meshes is below 2.
Row second_order(std::string of, const std::vector<double>& h, const std::vector<double>& error, double tolerance);

/// Coefficients c_0 .. c_{count-1} of sum c_n P_n(cos theta) nearest to the values (one a panel) in the mean
/// square over the area.
std::vector<Complex> legendre_coefficients(const mesh::Surface& surface, const std::vector<Complex>& values, int count);

/// Records real and imaginary part (resistance and reactance), each relative to its own exact value: a good modulus hides a bad
/// resistance where the reactance is large.
void record_parts(VerificationSuite& suite, const std::string& quantity, Complex exact, Complex computed, double tolerance);

/// Mean of the pressure over a panel region, Pa.
Complex mean_pressure(const SolvedFrequency& solved, const std::string& region);

/// Far-field amplitude D (p -> D e^{ikr}/r, Pa m) in the direction along the z axis with this sign.
Complex far_field_along_z(const SolvedFrequency& solved, double sign);

/// |f(pi)| of the wave e^{ikz} scattered back by a body of this radius: p_s -> (a/2r) f e^{ikr}.
double back_scattered(const SolvedFrequency& solved, double radius);

/// What a wave of 1 Pa loses to a body, against sigma_ext = 4 pi / k Im f(0) of the exact solution by its form function at 0 (the
/// scattered pressure is (a/2r) f e^{ikr} far away), and against what the body scatters and absorbs.
void record_extinction(VerificationSuite& suite, const SolvedFrequency& solved, double radius, Complex forward, double tolerance);

/// "ka = 3.14"
std::string ka_label(const SolvedFrequency& solved, double radius = 1.0);

/// Slope of log error over log h of a family of meshes, by least squares; h and error > 0.
double observed_order(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace febem::verify
