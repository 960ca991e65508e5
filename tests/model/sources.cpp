// What drives a problem, against numbers by hand.
#include "model/sources.h"

#include <cmath>

#include "bem/incident_field.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using core::Complex;
using mesh::Vec3;

namespace {

const double pi = 3.14159265358979323846;

bool close(Complex a, Complex b) { return std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b)); }

/// Two panels: one at (0, 0, 2) that looks along z, of the region "top", one at (3, 0, 0) along x, of "side".
mesh::Surface two_panels() {
  mesh::Surface surface;
  surface.regions = {"top", "side"};
  surface.panels = {{{0, 1, 2, 3}, 4, 0}, {{0, 1, 2, 3}, 4, 1}};
  surface.centroids = {{0, 0, 2}, {3, 0, 0}};
  surface.normals = {{0, 0, 1}, {1, 0, 0}};
  surface.areas = {1, 2};
  return surface;
}

model::Model model_on(const mesh::Surface& surface) {
  model::Model model;
  model.wet.surface = surface;
  return model;
}

cases::Case problem() {
  cases::Case c;
  c.fluid = {2.0, 10.0};
  return c;
}

cases::Excitation excitation(const std::string& kind, double amplitude) {
  cases::Excitation e;
  e.kind = kind;
  e.amplitude = amplitude;
  return e;
}

}  // namespace

TEST_CASE("omega is 2 pi f and k is omega over c") {
  const model::FrequencyPoint at(5.0, {2.0, 10.0});
  CHECK(at.hz == 5);
  CHECK(at.omega == Approx(10 * pi));
  CHECK(at.wavenumber == Approx(pi));
}

TEST_CASE("the phase of an amplitude is in degrees, and positive means e^{+i phase}") {
  auto e = excitation("force", 3.0);
  e.phase = 90;
  CHECK(close(model::complex_amplitude(e), {0, 3}));
  e.phase = -60;
  CHECK(close(model::complex_amplitude(e), {1.5, -1.5 * std::sqrt(3.0)}));
}

TEST_CASE("a prescribed velocity gives dp/dn = i omega rho v on its region, with its distribution, and velocities add") {
  auto c = problem();
  const model::FrequencyPoint at(5.0, c.fluid);
  const Complex unit(0, 10 * pi * 2);
  auto all = excitation("velocity", 1.0);
  all.legendre = 1;
  auto side = excitation("velocity", 4.0);
  side.panels = "side";
  side.phase = 180;
  c.excitations = {all, side, excitation("plane_wave", 7.0)};
  const auto q = model::prescribed(c, model_on(two_panels()), at);
  REQUIRE(q.size() == 2);
  CHECK(close(q[0], unit));  // cos theta = 1 along the axis
  CHECK(close(q[1], -4.0 * unit));
  all.axis = {2, 0, 0};
  c.excitations = {all};
  CHECK(close(model::prescribed(c, model_on(two_panels()), at)[1], unit));
}

TEST_CASE("velocities out of a file, with their amplitudes already, add to the others and are not taken twice") {
  auto c = problem();
  const model::FrequencyPoint at(5.0, c.fluid);
  const Complex unit(0, 10 * pi * 2);
  auto model = model_on(two_panels());
  model.velocity = la::Vector(2);
  model.velocity << Complex(1, 2), Complex(0, -3);
  auto file = excitation("velocity", 5.0);
  file.file = "a.h5";
  c.excitations = {file};
  CHECK(model::has_prescribed(c, model.wet.surface));
  CHECK(close(model::prescribed(c, model, at)[0], Complex(1, 2) * unit));
  CHECK(close(model::prescribed(c, model, at)[1], Complex(0, -3) * unit));
  c.excitations = {file, excitation("velocity", 7.0)};
  CHECK(close(model::prescribed(c, model, at)[1], Complex(7, -3) * unit));
}

TEST_CASE("an incident wave enters the equation with its normal derivative times alpha, and reaches field points") {
  auto c = problem();
  auto wave = excitation("plane_wave", 3.0);
  wave.direction = {0, 0, -5};
  wave.phase = 90;
  c.excitations = {wave, excitation("velocity", 9.0)};
  const double k = 0.75;
  bem::Formulation equation{k, la::Vector::Zero(2)};
  equation.alpha[0] = Complex(0, 0.5);
  const auto sum = model::incident(c, two_panels(), equation);
  const Complex p0 = Complex(0, 3) * std::polar(1.0, -2 * k), q0 = Complex(0, -k) * p0;  // at z = 2, normal along z
  CHECK(close(sum[0], p0 + Complex(0, 0.5) * q0));
  CHECK(close(sum[1], Complex(0, 3)));  // at z = 0; alpha is 0 there
  const auto field = model::incident_field(c, two_panels(), k);
  CHECK(close(field.p[0], p0));
  CHECK(close(field.q[0], q0));
  const auto at_points = model::incident_pressure(c, two_panels(), {{0, 0, 2}, {7, 7, -1}}, k);
  CHECK(close(at_points[0], p0));
  CHECK(close(at_points[1], Complex(0, 3) * std::polar(1.0, k)));
  c.excitations = {wave, wave};
  CHECK(close(model::incident_pressure(c, two_panels(), {{0, 0, 2}}, k)[0], 2.0 * p0));
}

TEST_CASE("a point source outside is an incident field, with amplitude, phase and direction; inside it moves the surface") {
  auto c = problem();
  const auto model = model_on(meshes::icosphere(1, 2));
  const auto& surface = model.wet.surface;
  const model::FrequencyPoint at(5.0, c.fluid);  // rho = 2
  auto monopole = excitation("monopole", 3.0), dipole = excitation("dipole", 4.0);
  monopole.position = {0, 0, 2};
  monopole.phase = 90;
  dipole.position = {0, 3, 0};
  dipole.direction = {0, -5, 0};
  const Vec3 x(0, 1.5, 2);  // 1.5 from the one, 2.5 from the other, which pushes away from it with the cosine 0.6
  const auto green = [&](double r) { return std::polar(1 / (4 * pi * r), at.wavenumber * r); };
  const Complex of_monopole = Complex(0, -at.omega * 2) * Complex(0, 3) * green(1.5);
  const Complex of_dipole = 4 * 0.6 * Complex(1 / 2.5, -at.wavenumber) * green(2.5);
  const auto check = [&](const std::vector<cases::Excitation>& given, Complex expected) {
    c.excitations = given;
    CHECK(model::has_incident_field(c, surface));
    CHECK_FALSE(model::has_prescribed(c, surface));
    CHECK(model::prescribed(c, model, at).norm() == 0);
    CHECK(close(model::incident_pressure(c, surface, {x}, at.wavenumber)[0], expected));
  };
  check({monopole}, of_monopole);
  check({dipole}, of_dipole);
  check({monopole, dipole}, of_monopole + of_dipole);
  const auto both = model::incident_field(c, surface, at.wavenumber);
  la::Vector alpha(surface.size());
  for (core::Index j = 0; j < surface.size(); ++j) alpha[j] = Complex(0.25, 0.5 * j);
  const auto incident = model::incident(c, surface, {at.wavenumber, alpha});
  CHECK((incident - both.p - alpha.cwiseProduct(both.q)).norm() < 1e-12 * incident.norm());
  monopole.position = {0, 0, 0.25};
  c.excitations = {monopole, monopole};
  CHECK_FALSE(model::has_incident_field(c, surface));
  CHECK(model::has_prescribed(c, surface));
  CHECK(model::incident_pressure(c, surface, {x}, at.wavenumber)[0] == Complex(0));
  CHECK(model::incident_field(c, surface, at.wavenumber).q.norm() == 0);
  const auto inside = bem::monopole(monopole.position, Complex(0, 3), at.omega, 2);
  const la::Vector expected = 2 * bem::panel_means(inside, at.wavenumber, surface).q;
  CHECK((model::prescribed(c, model, at) - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("a locally reacting surface has the normal derivative of its impedance") {
  // z = [s (1 - i eta) - omega^2 m] / (-i omega) = p / v_in, and q = i omega rho v_out = -i omega rho p / z.
  auto c = problem();
  CHECK(model::admittance(c, model::FrequencyPoint(5.0, c.fluid)) == Complex(0));
  c.impedance = cases::Impedance{1000.0, 0.25, 0.2, 0};
  const model::FrequencyPoint at(5.0, c.fluid);
  const double omega = 10 * pi;
  const Complex z = (1000.0 * Complex(1, -0.2) - omega * omega * 0.25) / Complex(0, -omega);
  CHECK(close(model::admittance(c, at), -Complex(0, omega) * 2.0 / z));
}

TEST_CASE("the directions of a directivity go round from the first axis to the second") {
  cases::Output output;
  CHECK(model::directions(output).vectors.empty());
  output.directivity = cases::Directivity{"zy", 90.0, 0};
  const auto found = model::directions(output);
  REQUIRE(found.vectors.size() == 4);
  CHECK(found.angles == std::vector<double>{0, 90, 180, 270});
  CHECK((found.vectors[0] - Vec3(0, 0, 1)).norm() < 1e-15);
  CHECK((found.vectors[1] - Vec3(0, 1, 0)).norm() < 1e-15);
  CHECK((found.vectors[3] - Vec3(0, -1, 0)).norm() < 1e-15);
}

TEST_CASE("the equation is the one asked for") {
  auto c = problem();
  const model::FrequencyPoint at(5.0, c.fluid);
  const auto surface = meshes::icosphere(1, 2);
  c.formulation.kind = "cbie";
  CHECK(model::formulation(c, surface, at).alpha == la::Vector::Zero(surface.size()));
  CHECK(model::formulation(c, surface, at).wavenumber == Approx(pi));
  c.formulation.kind = "burton_miller";
  CHECK(model::formulation(c, surface, at).wavenumber == Approx(pi));
  CHECK(model::formulation(c, surface, at).alpha == bem::burton_miller(at.wavenumber, surface).alpha);
}
