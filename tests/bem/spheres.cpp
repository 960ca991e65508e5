// A sphere of radius 1. Where its surface moves with velocity P_n(cos theta), p = z_n v, with rho c
// = 1.

#include "bem/rigid_sphere.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

constexpr int radiated_degrees = 3;  // pulsating, translating, deforming to an ellipsoid
using RadiationErrors = std::array<double, radiated_degrees>;

/// Relative errors of the surface pressure for n = 0, 1, 2.
RadiationErrors radiation_errors(int frequency, double k, Equation equation) {
  const auto surface = meshes::icosphere(1, frequency);
  la::Matrix velocity(surface.size(), radiated_degrees);
  for (Index j = 0; j < surface.size(); ++j)
    for (int n = 0; n < radiated_degrees; ++n)
      velocity(j, n) = std::legendre(n, surface.centroids[j].normalized().z());
  const la::Matrix p =
      radiated(Collocation(surface, equation(k, surface)), velocity * Complex(0, k));
  RadiationErrors result{};
  for (int n = 0; n < radiated_degrees; ++n)
    result[n] = relative_error(surface, p.col(n), exact::modal_impedance(n, k) * velocity.col(n));
  return result;
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace

TEST_CASE("Burton-Miller converges with second order at regular and irregular frequencies") {
  const auto coarse_1 = radiation_errors(4, 1, burton_miller),
             fine_1 = radiation_errors(8, 1, burton_miller);
  const auto coarse_pi = radiation_errors(4, core::pi, burton_miller),
             fine_pi = radiation_errors(8, core::pi, burton_miller);
  for (int n = 0; n < radiated_degrees; ++n) {
    INFO("n = " << n);
    CHECK(fine_1[n] < 3e-3);
    CHECK(order(coarse_1[n], fine_1[n]) > 1.85);
    CHECK(fine_pi[n] < 4.5e-3);
    CHECK(order(coarse_pi[n], fine_pi[n]) > 1.85);
  }
}

TEST_CASE(
    "the plain CBIE converges at ka = 1 and fails at ka = pi, where the pulsating sphere is "
    "irregular") {
  const auto coarse = radiation_errors(3, 1, plain), fine = radiation_errors(6, 1, plain);
  for (int n = 0; n < radiated_degrees; ++n) CHECK(order(coarse[n], fine[n]) > 1.8);
  CHECK(radiation_errors(4, core::pi, plain)[0] > 0.05);
  CHECK(radiation_errors(6, core::pi, plain)[0] > 0.05);
}

// A rigid sphere of radius 1 scatters the plane wave e^{ikz}.

namespace {

RigidSphereErrors scattering_errors(int frequency, double k, Equation equation) {
  const auto surface = meshes::icosphere(1, frequency);
  const auto shared = std::make_shared<CollocationSurface>(surface);
  return rigid_sphere_errors(Collocation(shared, equation(k, surface)), shared);
}

}  // namespace

TEST_CASE("Burton-Miller: pressure on a rigid sphere and its echo") {
  const auto low = scattering_errors(6, 1, burton_miller),
             high = scattering_errors(8, 5, burton_miller);
  CHECK(low.pressure < 0.01);
  CHECK(low.backward < 0.01);
  CHECK(high.pressure < 0.02);
  CHECK(high.backward < 0.03);
}
