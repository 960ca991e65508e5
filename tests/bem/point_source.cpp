// Monopoles and dipoles: their fields against limits and differences, inside bodies and beside
// them.
#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/surfaces.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "verify/exact/partial_waves.h"

using namespace febem::bem;

namespace {

const Vec3 place(0.3, -0.2, 0.4), ear(1.1, 0.7, -0.5);
const Eigen::Vector3cd force(Complex(1, 2), Complex(-0.5, 0.25), Complex(0, -3));

bool is_within(Complex a, Complex b, double tolerance) {
  return std::abs(a - b) <= tolerance * std::abs(b);
}

PointSource both() {
  auto source = monopole(place, Complex(0.2, 0.1), 3, 2);
  source.force = force;
  return source;
}

/// Relative errors of the surface pressure that a source inside makes the surface radiate, and of
/// the power.
struct SourceErrors {
  double pressure, power;
};

SourceErrors inside(
    const mesh::Surface& surface, const PointSource& source, double k, double free_power) {
  const la::Vector q = panel_means(source, k, surface).q,
                   p = radiated(Collocation(surface, burton_miller(k, surface)), q);
  // rho = c = 1: v = q / (ik)
  const double power = surface_power(surface, p, q / Complex(0, k));
  return {relative_error(surface, p, incident_field(source, k, surface).p),
      std::abs(power / free_power - 1)};
}

/// The relative error of the pressure on a rigid sphere of radius 1 beside a monopole at `distance`
/// from its centre.
double beside(int frequency, double k, double distance) {
  const auto surface = meshes::icosphere(1, frequency);
  const Vec3 towards = Vec3(1, 2, -2) / 3;
  PointSource source;
  source.position = distance * towards;
  source.strength = 4 * core::pi;
  const la::Vector p = scattered(
      Collocation(surface, burton_miller(k, surface)), incident_field(source, k, surface));
  la::Vector exact(surface.size());
  for (Index j = 0; j < surface.size(); ++j)
    exact[j] = exact::rigid_sphere_pressure_beside_monopole(
        k, distance, std::acos(surface.centroids[j].normalized().dot(towards)));
  return relative_error(surface, p, exact);
}

}  // namespace

TEST_CASE("a monopole is a small pulsating sphere of the same volume velocity") {
  // p = rho c v z_0 (a/r) e^{ik(r-a)} with 4 pi a^2 v = Q
  const double rho = 2, c = 10, omega = 30, k = omega / c, a = 1e-5, r = (ear - place).norm();
  const Complex q(0.3, -0.4), v = q / (4 * core::pi * a * a);
  const Complex sphere =
      rho * c * v * exact::modal_impedance(0, k * a) * (a / r) * std::polar(1.0, k * (r - a));
  CHECK(is_within(pressure(monopole(place, q, omega, rho), k, ear), sphere, 1e-4));
}

TEST_CASE(
    "a dipole -i omega rho Q d is two opposite monopoles Q at the distance d, the positive one in "
    "front") {
  const double rho = 2, omega = 30, k = 3, d = 1e-4;
  const Vec3 direction = Vec3(2, -1, 2) / 3;
  const Complex q(0.3, -0.4);
  const auto front = monopole(place + d / 2 * direction, q, omega, rho);
  const auto back = monopole(place - d / 2 * direction, -q, omega, rho);
  const auto pair = dipole(place, Complex(0, -omega * rho * d) * q * direction);
  CHECK(is_within(pressure(pair, k, ear), pressure(front, k, ear) + pressure(back, k, ear), 1e-7));
}

TEST_CASE(
    "a force pushes: the pressure ahead of it is in phase with it, F cos / (4 pi r^2) close by") {
  const auto source = dipole(Vec3::Zero(), {0, 0, Complex(3)});
  CHECK(is_within(pressure(source, 0.01, {0, 0, 0.1}), 3 / (4 * core::pi * 0.01), 1e-4));
  CHECK(is_within(pressure(source, 0.01, {0, 0, -0.1}), -3 / (4 * core::pi * 0.01), 1e-4));
  CHECK(std::abs(pressure(source, 0.01, {0.1, 0, 0})) < 1e-15);
}

TEST_CASE("waves go outwards") {
  const Vec3 far = 1000 * ear, farther = far + 0.1 * far.normalized();
  const double k = 2;
  const double advance = k * ((farther - place).norm() - (far - place).norm());
  CHECK(std::arg(pressure(both(), k, farther) / pressure(both(), k, far)) ==
        Approx(advance).epsilon(1e-3));
}

TEST_CASE("the normal derivative of a point source is that of its pressure, in any direction") {
  const double k = 2.5, step = 1e-5;
  for (const Vec3& normal :
      {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(Vec3(2, -1, 2) / 3)}) {
    const Complex difference =
        (pressure(both(), k, ear + step * normal) - pressure(both(), k, ear - step * normal)) /
        (2 * step);
    CHECK(is_within(normal_derivative(both(), k, ear, normal), difference, 1e-7));
  }
}

TEST_CASE("on a surface a point source is sampled at the collocation points") {
  const auto surface = box({1, 1, 1.5}, {2, 2, 3});
  const auto field = incident_field(both(), 2, surface);
  REQUIRE(field.p.size() == surface.size());
  for (Index j = 0; j < surface.size(); ++j) {
    CHECK(field.p[j] == pressure(both(), 2, surface.centroids[j]));
    CHECK(field.q[j] == normal_derivative(both(), 2, surface.centroids[j], surface.normals[j]));
  }
}

TEST_CASE("through the panels around a source goes its volume velocity, however coarse they are") {
  const double k = 1e-6;  // between the source and the panels nothing is compressed
  const auto surface = box({1, 1, 1.5}, {1, 2, 2});
  const Eigen::Map<const la::RealVector> areas(surface.areas.data(), surface.size());
  PointSource source;
  source.position = {0.4, 0.55, 0.9};
  source.strength = Complex(2, 1);
  CHECK(is_within(panel_means(source, k, surface).q.dot(areas.cast<Complex>()),
      std::conj(Complex(-2, -1)), 1e-5));
  source.position.z() = 1.45;  // much nearer than a panel is long
  CHECK(is_within(panel_means(source, k, surface).q.dot(areas.cast<Complex>()),
      std::conj(Complex(-2, -1)), 1e-5));
  source.position.z() = 1.55;
  CHECK(std::abs(panel_means(source, k, surface).q.dot(areas.cast<Complex>())) < 1e-5);
}

TEST_CASE(
    "a surface that moves as the field of a source inside radiates that field, on spheres with "
    "second order") {
  const double k = GENERATE(1.0, core::pi);
  const bool turned = GENERATE(false, true);
  // rho = c = 1: a monopole radiates k^2 |Q|^2 / (8 pi), a force k^2 |F|^2 / (24 pi).
  const auto source = turned ? dipole(place / 2, {0.6, 0, Complex(0, 0.8)})
                             : monopole(place / 2, Complex(0.6, 0.8), k, 1);
  const double power = k * k / ((turned ? 24 : 8) * core::pi);
  const auto coarse = inside(meshes::icosphere(1, 4), source, k, power),
             fine = inside(meshes::icosphere(1, 8), source, k, power);
  CHECK(fine.pressure < 0.005);
  CHECK(fine.power < 0.01);
  CHECK(std::log2(coarse.pressure / fine.pressure) > 1.8);
}

TEST_CASE("a rigid sphere beside a monopole") {
  const double k = GENERATE(1.0, 3.0);
  const double coarse = beside(4, k, 1.6), fine = beside(8, k, 1.6);
  CHECK(fine < 0.01);
  CHECK(std::log2(coarse / fine) > 1.8);
}
