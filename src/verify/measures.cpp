#include "verify/measures.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/text_table.h"
#include "timing/statistics.h"

namespace febem::verify {

std::vector<double> polar_angles(const mesh::Surface& surface) {
  std::vector<double> result;
  for (const auto& c : surface.centroids)
    result.push_back(std::atan2(std::hypot(c.x(), c.y()), c.z()));
  return result;
}

double root_mean_square(const mesh::Surface& surface, const std::vector<Complex>& values) {
  double sum = 0.0, area = 0.0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    sum += surface.areas[j] * std::norm(values[j]);
    area += surface.areas[j];
  }
  return std::sqrt(sum / area);
}

Row compare_surface_pressure(
    std::string quantity, const SolvedFrequency& solved, const OfAngle& exact, double tolerance) {
  std::vector<Complex> right;
  for (const double theta : polar_angles(solved.surface())) right.push_back(exact(theta));
  return compare_surface_pressure(std::move(quantity), solved, right, tolerance);
}

Row compare_surface_pressure(std::string quantity, const SolvedFrequency& solved,
    const std::vector<Complex>& exact, double tolerance) {
  const auto& computed = solved.solution.pressure;
  std::vector<Complex> wrong;
  for (std::size_t j = 0; j < exact.size(); ++j) wrong.push_back(computed[j] - exact[j]);
  const double scale = root_mean_square(solved.surface(), exact);
  return {std::move(quantity), scale, root_mean_square(solved.surface(), computed),
      root_mean_square(solved.surface(), wrong) / scale, tolerance};
}

Row order_at_least(double wanted, std::string of, const std::vector<double>& h,
    const std::vector<double>& error, double tolerance) {
  const double order = observed_order(h, error);
  return {"order of convergence (shortfall), " + of, wanted, order, std::max(0.0, wanted - order),
      tolerance};
}

std::vector<Complex> legendre_coefficients(
    const mesh::Surface& surface, const std::vector<Complex>& values, int count) {
  Eigen::MatrixXcd basis(surface.size(), count);
  la::Vector weighted(surface.size());
  for (core::Index j = 0; j < surface.size(); ++j) {
    const auto panel = static_cast<std::size_t>(j);
    const double weight = std::sqrt(surface.areas[panel]);
    weighted[j] = weight * values[panel];
    for (int n = 0; n < count; ++n)
      basis(j, n) = weight * std::legendre(static_cast<unsigned>(n),
                                 surface.centroids[panel].normalized().z());
  }
  const la::Vector c = basis.householderQr().solve(weighted);
  return {c.data(), c.data() + c.size()};
}

void record_parts(VerificationSuite& suite, const std::string& quantity, Complex exact,
    Complex computed, double tolerance) {
  suite.record(compare("Re " + quantity, exact.real(), computed.real(), tolerance));
  suite.record(compare("Im " + quantity, exact.imag(), computed.imag(), tolerance));
}

Complex mean_pressure(const SolvedFrequency& solved, const std::string& region) {
  const auto& surface = solved.surface();
  Complex sum = 0.0;
  double area = 0.0;
  for (std::size_t j = 0; j < surface.panels.size(); ++j) {
    if (surface.regions[static_cast<std::size_t>(surface.panels[j].region)] != region) continue;
    sum += surface.areas[j] * solved.solution.pressure[j];
    area += surface.areas[j];
  }
  return sum / area;
}

Complex far_field_along_z(const SolvedFrequency& solved, double sign) {
  const auto vectors = cases::directions(solved.problem).vectors;
  const auto along = [&](const mesh::Vec3& a, const mesh::Vec3& b) {
    return sign * a.z() < sign * b.z();
  };
  const auto nearest = std::max_element(vectors.begin(), vectors.end(), along);
  return solved.solution.directivity[static_cast<std::size_t>(nearest - vectors.begin())];
}

void record_extinction(
    VerificationSuite& suite, const SolvedFrequency& solved, Complex forward, double tolerance) {
  const auto& figures = solved.solution.figures;
  // sigma / (2 rho c) with f = a/2 times the form function, a = 1 m
  const double exact =
      core::pi / (solved.at.wavenumber * solved.fluid_impedance()) * forward.imag();
  suite.record(
      compare("extinction, W, " + ka_label(solved), exact, figures.extinction_power_w, tolerance));
  suite.record(compare("scattered and absorbed = extinction, W, " + ka_label(solved),
      figures.extinction_power_w, figures.far_field_power_w - figures.radiated_power_w, tolerance));
}

void record_balance(
    VerificationSuite& suite, const SolvedFrequency& solved, const std::string& label) {
  const auto& figures = solved.solution.figures;
  suite.record({"input = dissipated + radiated" + label, figures.input_power_w,
      figures.dissipated_power_w + figures.radiated_power_w, figures.power_balance_error, 1e-9});
}

double back_scattered(const SolvedFrequency& solved) {
  return std::abs(2.0 * far_field_along_z(solved, -1.0));
}

std::string ka_label(const SolvedFrequency& solved, double radius) {
  return core::formatted("ka = %.3g", solved.at.wavenumber * radius);
}

double observed_order(const std::vector<double>& h, const std::vector<double>& error) {
  const auto logs = [](std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
  };
  return timing::straight_line(logs(h), logs(error)).slope;
}

}  // namespace febem::verify
