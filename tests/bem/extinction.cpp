// Extinction: the optical theorem and its like for point sources, for any values on a surface, and
// of exact solutions.

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/incident_field.h"
#include "bem/surfaces.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "verify/exact/partial_waves.h"

using namespace febem::bem;

namespace {

constexpr double density = 3, sound_speed = 5;

/// Values that solve nothing.
struct Anything {
  double k = 2.5, omega = k * sound_speed;
  mesh::Surface surface = box({1, 1, 1.5}, {4, 4, 6});
  la::Vector p = random_matrix(surface.size(), 1, 3);
  la::Vector q = k * random_matrix(surface.size(), 1, 4);

  template <class Source>
  double extinction(const Source& source) const {
    return extinction_power(surface, panel_means(source, k, surface), omega, density, p, q);
  }
};

/// The powers that a sphere of radius 1 takes from the wave e^{ikz}, over |A|^2 / (2 rho c), m^2.
struct CrossSections {
  double extinction, scattering, absorption;
};

/// q = y p; 0: rigid.
CrossSections cross_sections(int frequency, double k, Complex y) {
  const auto surface = meshes::icosphere(1, frequency);
  const auto equation = burton_miller(k, surface);
  const auto incident = incident_field(PlaneWave{}, k, surface);
  const auto [h, b] = form(Collocation(surface, equation));
  const la::Vector p = solve(h + y * b, incident.p + equation.alpha.cwiseProduct(incident.q)),
                   q = y * p;
  const double per_intensity = 2 * density * sound_speed;
  return {per_intensity * extinction_power(surface, panel_means(PlaneWave{}, k, surface),
                              k * sound_speed, density, p, q),
      per_intensity * Field(surface, k).far_fields(density, sound_speed, p, q).power(0),
      -per_intensity * surface_power(surface, p, q / Complex(0, k * sound_speed * density))};
}

}  // namespace

TEST_CASE(
    "the extinction of a plane wave is its forward amplitude, whatever the values on the surface") {
  const Anything any;
  const PlaneWave wave{Vec3(2, -1, 2) / 3, Complex(0.3, -0.4)};
  const std::array<Vec3, 1> forward{wave.direction};
  const Complex f = Field(any.surface, any.k).directivity(forward, any.p, any.q)(0);
  CHECK(any.extinction(wave) ==
        Approx(2 * core::pi / (any.omega * density) * (std::conj(wave.amplitude) * f).imag())
            .epsilon(1e-12));
}

TEST_CASE(
    "the extinction of a monopole is its work beyond that in free space, less the interference far "
    "away") {
  const Anything any;
  const Complex flow(0.3, -0.4);
  const Field field(any.surface, any.k);
  for (const Vec3& place :
      {Vec3(2, 1, -1), Vec3(0.5, 0.4, 1.6)}) {  // the second nearer than a panel is long
    const auto source = monopole(place, flow, any.omega, density);
    const double work =
        (field.pressure(std::array{place}, any.p, any.q)(0) * std::conj(flow)).real() / 2;
    double interference = 0;
    for (const auto& [direction, weight] : sphere_rule({30, 1e9, 2})) {
      const Complex free =
          source.strength * std::polar(1 / (4 * core::pi), -any.k * direction.dot(place));
      interference +=
          weight *
          (field.directivity(std::array{direction}, any.p, any.q)(0) * std::conj(free)).real();
    }
    CHECK(any.extinction(source) == Approx(work - interference / (density * sound_speed))
                                        .margin(1e-5 * (std::abs(work) + std::abs(interference))));
  }
}

TEST_CASE("the extinction of a dipole is that of two monopoles, and sources add up") {
  const Anything any;
  const double d = 1e-4;
  const Vec3 place(2, 1, -1), direction = Vec3(2, -1, 2) / 3;
  const Complex flow(0.3, -0.4);
  const auto front = monopole(place + d / 2 * direction, flow, any.omega, density);
  const auto back = monopole(place - d / 2 * direction, -flow, any.omega, density);
  const auto both = dipole(place, Complex(0, -any.omega * density * d) * flow * direction);
  CHECK(any.extinction(both) == Approx(any.extinction(front) + any.extinction(back)).epsilon(1e-5));
}

TEST_CASE(
    "a rigid sphere takes from a wave what the exact forward amplitude says, and scatters it, with "
    "second order") {
  const double k = GENERATE(0.5, 1.0, 2.0);
  // sigma = 4 pi / k Im f(0); the form function is 2 f.
  const double exact = 2 * core::pi / k * exact::sphere_form_function(k, 0).imag();
  const auto coarse = cross_sections(4, k, 0), fine = cross_sections(8, k, 0);
  const auto error = [&](double value) { return std::abs(value / exact - 1); };
  CHECK(error(fine.extinction) < 0.02);  // of the panels' volume, mostly
  CHECK(error(fine.scattering) < 0.02);
  CHECK(fine.absorption == 0);
  CHECK(std::log2(error(coarse.extinction) / error(fine.extinction)) > 1.8);
  const auto gap = [](const CrossSections& of) {
    return std::abs(of.extinction / of.scattering - 1);
  };
  CHECK(gap(fine) < 0.005);
  // At 0.5 nothing is left but what quadrature leaves: the coupling fades.
  CHECK((gap(fine) < 1e-6 || std::log2(gap(coarse) / gap(fine)) > 1.5));
}

TEST_CASE("what a lossy sphere takes from a wave it scatters or absorbs") {
  const double k = 1;
  const auto fine =
      cross_sections(8, k, Complex(0.2, -0.3));  // v = q / (i omega rho): Im y < 0 absorbs
  CHECK(fine.absorption > 0.1 * fine.extinction);
  CHECK(fine.scattering > 0.1 * fine.extinction);
  CHECK(fine.extinction == Approx(fine.scattering + fine.absorption).epsilon(0.005));
}
