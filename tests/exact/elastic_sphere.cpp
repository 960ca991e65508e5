#include "exact/elastic_sphere.h"

#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "exact/sphere_scattering.h"
#include "exact/spherical_bessel.h"
#include "support/catch.h"

using namespace febem::exact;

namespace {

const ElasticSphere steel_shell{210e9, 0.3, 7800, 1, 0.95};
const ElasticSphere aluminium_sphere{70e9, 0.33, 2700, 1, 0};
const Fluid water{1000, 1500};

double omega(double ka) { return ka * water.sound_speed; }

}  // namespace

TEST_CASE("free vibrations of the steel shell in vacuo") {
  const auto first = [](int n) { return in_vacuo_frequencies(steel_shell, n, 3000).at(0); };
  CHECK(first(0) == Approx(1432.054).margin(5.1e-4));
  CHECK(first(1) == Approx(1752.345).margin(5.1e-4));
  CHECK(first(2) == Approx(623.843).margin(5.1e-4));
  CHECK(in_vacuo_frequencies(steel_shell, 2, 3000).at(1) == Approx(2413.969).margin(5.1e-4));
  CHECK(first(3) == Approx(746.221).margin(5.1e-4));
  CHECK(first(4) == Approx(812.143).margin(5.1e-4));
}

TEST_CASE("free vibrations keep to scale: twice as large, half the frequency") {
  const ElasticSphere large{210e9, 0.3, 7800, 2, 1.9};
  CHECK(in_vacuo_frequencies(large, 2, 1500).at(0) ==
        Approx(in_vacuo_frequencies(steel_shell, 2, 3000).at(0) / 2));
}

TEST_CASE("surface pressure of the shell driven from inside") {
  const auto pressure = [](int n) { return driven_from_inside(steel_shell, water, n, omega(1)).pressure; };
  CHECK(std::abs(pressure(0) - Complex(-0.0346791, -0.0374491)) < 7.1e-8);
  CHECK(std::abs(pressure(1) - Complex(0.3157225, 0.0666941)) < 7.1e-8);
}

TEST_CASE("wet resonances: the displacement of the shell driven from inside peaks") {
  const auto peak = [](int n, double low, double high) {
    const auto response = [n](double hz) {
      return -std::abs(driven_from_inside(steel_shell, water, n, 2 * pi * hz).displacement);
    };
    return boost::math::tools::brent_find_minima(response, low, high, 40).first;
  };
  CHECK(peak(2, 400, 480) == Approx(439.441).margin(5.1e-4));
  CHECK(peak(3, 500, 600) == Approx(548.547).margin(5.1e-4));
  CHECK(peak(4, 580, 680) == Approx(632.290).margin(5.1e-4));
}

TEST_CASE("backward form function of the shell and of a solid sphere") {
  CHECK(std::abs(plane_wave_form_function(steel_shell, water, omega(1), pi)) ==
        Approx(0.16259311).margin(5.1e-9));
  CHECK(std::abs(plane_wave_form_function(steel_shell, water, omega(2), pi)) == Approx(4.9167058).margin(5.1e-8));
  CHECK(std::abs(plane_wave_form_function(aluminium_sphere, water, omega(1), pi)) ==
        Approx(0.57590918).margin(5.1e-9));
}

TEST_CASE("form function of the shell and of a solid sphere with its phase") {
  const auto off = [](const ElasticSphere& sphere, double ka, double theta, Complex expected) {
    return std::abs(plane_wave_form_function(sphere, water, omega(ka), theta) - expected);
  };
  CHECK(off(steel_shell, 1, 1, {-0.379031694, 0.061430660}) < 1e-8);
  CHECK(off(steel_shell, 2, pi, {-2.781724419, 4.054134376}) < 1e-8);
  CHECK(off(aluminium_sphere, 1, pi, {-0.571109492, 0.074197900}) < 1e-8);
  CHECK(off(aluminium_sphere, 2, 1, {-0.814087609, 0.584435954}) < 1e-8);
}

TEST_CASE("displacement of the shell driven from inside, outwards and with its phase") {
  const auto off = [](int n, Complex expected) {
    return std::abs(driven_from_inside(steel_shell, water, n, omega(1)).displacement - expected);
  };
  CHECK(off(0, {3.20569888e-11, 1.23108952e-12}) < 1e-18);
  CHECK(off(1, {-2.25302601e-10, 2.56978423e-11}) < 1e-18);
  CHECK(off(2, {1.50907584e-10, 6.31331842e-13}) < 1e-18);
}

TEST_CASE("a very stiff sphere is rigid") {
  const ElasticSphere stiff{1e18, 0.3, 1e9, 1, 0};
  CHECK(std::abs(plane_wave_form_function(stiff, water, omega(2), 1) - rigid_sphere_form_function(2, 1)) < 1e-5);
  CHECK(std::abs(plane_wave_surface_pressure(stiff, water, omega(2), 1) - rigid_sphere_pressure(2, 1)) < 1e-5);
}
