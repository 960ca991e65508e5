// The field outside a sphere of radius 1 from exact surface values, rho c = 1: p_n = z_n v_n, q =
// ik v_n.
#include "bem/field.h"

#include "bem/incident_field.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "verify/exact/partial_waves.h"

using namespace febem::bem;

namespace {

/// A sphere that moves with velocity P_n(cos theta).
struct Source {
  mesh::Surface surface;
  la::Vector p, q, v;
};

Source source(int frequency, int n, double k, const Vec3& centre = Vec3::Zero()) {
  Source result;
  result.surface = meshes::icosphere(1, frequency);
  const Index size = result.surface.size();
  result.v.resize(size);
  for (Index j = 0; j < size; ++j)
    result.v[j] = std::legendre(n, result.surface.centroids[j].normalized().z());
  result.p = exact::modal_impedance(n, k) * result.v;
  result.q = Complex(0, k) * result.v;
  for (Vec3& point : result.surface.points) point += centre;
  mesh::measure(result.surface);
  return result;
}

/// p = z_n h_n(kr)/h_n(k) P_n
Complex exact_pressure(int n, double k, const Vec3& x) {
  const double r = x.norm();
  return exact::modal_impedance(n, k) * exact::spherical_h(n, k * r).value /
         exact::spherical_h(n, k).value * std::legendre(n, x.z() / r);
}

/// h_n(kr) -> (-i)^{n+1} e^{ikr}/(kr)
Complex exact_directivity(int n, double k, const Vec3& direction) {
  return exact::modal_impedance(n, k) * std::conj(exact::power_of_i(n + 1)) /
         (k * exact::spherical_h(n, k).value) * std::legendre(n, direction.z());
}

const std::array<Vec3, 4> places_outside{
    Vec3(0, 0, 3), Vec3(1.5, 1, -1), Vec3(1.3, 0.8, 1.0), Vec3(-20, 5, 30)};

}  // namespace

TEST_CASE("pressure in the fluid converges to the exact one") {
  const int n = GENERATE(0, 1, 2);
  const double k = GENERATE(0.5, 3.0);
  const auto error = [&](int frequency) {
    const Source s = source(frequency, n, k);
    const la::Vector p = Field(s.surface, k).pressure(places_outside, s.p, s.q);
    double worst = 0;
    for (std::size_t m = 0; m < places_outside.size(); ++m)
      worst = std::max(worst, std::abs(p[m] - exact_pressure(n, k, places_outside[m])) /
                                  std::abs(exact_pressure(n, k, places_outside[m])));
    return worst;
  };
  const double coarse = error(4), fine = error(8);
  CHECK(fine < 0.02);
  CHECK(std::log2(coarse / fine) > 1.8);
}

TEST_CASE("inside the body the representation vanishes") {
  const Source s = source(8, 1, 2);
  const std::array<Vec3, 2> inside{Vec3(0, 0, 0.3), Vec3(0.3, -0.4, 0.2)};
  CHECK(Field(s.surface, 2).pressure(inside, s.p, s.q).norm() < 5e-3);
}

TEST_CASE("directivity converges to the exact one and is the limit of the pressure") {
  const int n = GENERATE(0, 1, 2);
  const double k = 2;
  const std::array<Vec3, 2> directions{Vec3(0, 0, -1), Vec3(0.6, 0, 0.8)};
  const auto error = [&](int frequency) {
    const Source s = source(frequency, n, k);
    const la::Vector f = Field(s.surface, k).directivity(directions, s.p, s.q);
    double worst = 0;
    for (int m = 0; m < 2; ++m)
      worst = std::max(worst, std::abs(f[m] - exact_directivity(n, k, directions[m])));
    return worst / std::abs(exact_directivity(n, k, directions[0]));
  };
  const double coarse = error(4), fine = error(8);
  CHECK(fine < 0.02);
  CHECK(std::log2(coarse / fine) > 1.8);

  const Source s = source(3, n, k, {0.1, 0.2, -0.3});
  const Field field(s.surface, k);
  const double far = 1e5;
  const std::array<Vec3, 1> there{far * directions[1]}, towards{directions[1]};
  const Complex limit = field.directivity(towards, s.p, s.q)(0) * std::polar(1 / far, k * far);
  CHECK(std::abs(field.pressure(there, s.p, s.q)(0) - limit) < 1e-4 * std::abs(limit));
  CHECK(field.directivity({}, s.p, s.q).rows() == 0);  // as of more ranks than directions
}

TEST_CASE("power through the surface, power at infinity and the exact power converge") {
  const int n = GENERATE(0, 1, 3);
  const double k = GENERATE(1.0, 4.0), density = 2, sound_speed = 0.5;
  const double exact = 2 * core::pi / (2 * n + 1) * exact::modal_impedance(n, k).real();
  const auto errors = [&](int frequency) {
    const Source s = source(frequency, n, k);
    const double surface = surface_power(s.surface, s.p, s.v);
    const double far = Field(s.surface, k).far_fields(density, sound_speed, s.p, s.q).power(0);
    return std::array{std::abs(surface / exact - 1), std::abs(far / exact - 1)};
  };
  const auto coarse = errors(3), fine = errors(6);
  CHECK(fine[0] < 0.02);
  CHECK(fine[1] < 0.06);
  CHECK(std::log2(coarse[0] / fine[0]) > 1.8);
  CHECK(std::log2(coarse[1] / fine[1]) > 1.8);
}

TEST_CASE("power at infinity and the largest amplitude do not depend on where the body lies") {
  const Source here = source(3, 2, 5), there = source(3, 2, 5, {3, -1, 2});
  const auto far = Field(here.surface, 5).far_fields(1, 1, here.p, here.q),
             moved = Field(there.surface, 5).far_fields(1, 1, there.p, there.q);
  CHECK(moved.power(0) == Approx(far.power(0)).epsilon(1e-10));
  CHECK(moved.largest(0) == Approx(far.largest(0)).epsilon(1e-8));
  const std::array<Vec3, 1> pole{Vec3(0, 0, 1)};  // P_2 is largest there; no direction of the rule
  const Complex f = Field(here.surface, 5).directivity(pole, here.p, here.q)(0);
  CHECK(far.largest(0) == Approx(std::abs(f)).epsilon(1e-5));
}

TEST_CASE(
    "panels of more than two wavelengths have no power at infinity, however high the frequency") {
  const Source sphere = source(2, 0, 1);
  double area = 0;
  for (const double a : sphere.surface.areas) area += a;
  const double size = std::sqrt(area / sphere.surface.size());
  const auto power = [&](double k) {
    return Field(sphere.surface, k).far_fields(1, 1, sphere.p, sphere.q).power(0);
  };
  CHECK(power(3.9 * core::pi / size) > 0);
  for (const double k :
      {4.1 * core::pi / size, 4.2e4, 1e300, std::numeric_limits<double>::infinity()})
    CHECK(std::isnan(power(k)));
}

TEST_CASE("the incident wave and its normal derivative") {
  const PlaneWave wave{Vec3(1, 2, -2) / 3, Complex(0.5, 1)};
  const double k = 3, step = 1e-5;
  const Vec3 x(0.3, -0.2, 0.7), normal = Vec3(1, 1, 3).normalized();
  const Complex derivative =
      (pressure(wave, k, x + step * normal) - pressure(wave, k, x - step * normal)) / (2 * step);
  CHECK(std::abs(normal_derivative(wave, k, x, normal) - derivative) < 1e-9);
  CHECK(std::abs(pressure(wave, k, x + wave.direction) -
                 pressure(wave, k, x) * std::polar(1.0, k)) < 1e-14);
  const auto surface = meshes::icosphere(1, 1);
  const auto incident = incident_field(wave, k, surface);
  CHECK(incident.p[7] == pressure(wave, k, surface.centroids[7]));
  CHECK(incident.q[7] == normal_derivative(wave, k, surface.centroids[7], surface.normals[7]));
}
