// Target strengths that others published, or the exact series where those were read from curves.
#include <cmath>
#include <span>

#include "core/text_table.h"
#include "verify/case_text.h"
#include "verify/exact/elastic_sphere.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr exact::Fluid jech_water{1026.8, 1477.3};

struct Echo {
  double angle, level;  ///< degrees; target strength, dB
};

std::string angles_of(std::span<const Echo> echoes) {
  std::string angles;
  for (const Echo& echo : echoes) angles += (angles.empty() ? "" : ", ") + exactly(echo.angle);
  return "plane = \"xy\"\nangles = [" + angles + "]\n";
}

/// The difference in dB.
void record_level(VerificationSuite& suite, const char* of, double hz, const Echo& echo,
    double level, double tolerance) {
  suite.record({core::formatted("%s, dB (difference), %g Hz, %g deg", of, hz, echo.angle),
      echo.level, level, std::abs(level - echo.level), tolerance});
}

/// Solves once for waves from all angles at one elevation (degrees).
void compare_echoes(VerificationSuite& suite, const std::string& body, const std::string& fluid,
    double hz, double elevation, std::span<const Echo> echoes, double tolerance) {
  std::size_t which = 0;
  suite.solve(body + fluid + "[formulation]\norder = 2\n" + at_hz({hz}) + "[[incidence]]\n" +
                  angles_of(echoes) + "elevations = [" + exactly(elevation) + "]\n",
      [&](const SolvedFrequency& solved) {
        record_level(suite, "target strength", hz, echoes[which++],
            solved.solution.figures.target_strength_db, tolerance);
      });
}

/// Echoes of a body in the wave from +x.
struct Tone {
  double hz, level;  ///< Hz; target strength, dB
};

void compare_tones(VerificationSuite& suite, const std::string& body, const std::string& fluid,
    std::span<const Tone> tones, double tolerance) {
  for (const Tone& tone : tones) {
    const Echo echo{0, tone.level};
    compare_echoes(suite, body, fluid, tone.hz, 0, std::span(&echo, 1), tolerance);
  }
}

void run_published_sphere(VerificationSuite& suite) {
  constexpr Tone tones[]{{12e3, -54.44}, {38e3, -49.09}, {200e3, -45.58}};
  compare_tones(
      suite, geometry("sphere", "radius = 0.01\nfrequency = 4"), fluid_of(jech_water), tones, 0.02);
}

void run_spheroid(VerificationSuite& suite) {
  constexpr Tone tones[]{{12e3, -35.98}, {38e3, -30.07}};
  compare_tones(suite, geometry("sphere", "radius = 0.01\nstretch = 7\nfrequency = 4"),
      fluid_of(jech_water), tones, 0.02);
}

void run_tungsten_carbide(VerificationSuite& suite) {
  constexpr double longitudinal = 6853, transverse = 4171, density = 14900, radius = 0.01905;
  constexpr double squares = longitudinal * longitudinal / (transverse * transverse);
  constexpr double poisson = (squares - 2) / (2 * (squares - 1));
  constexpr double young = 2 * density * transverse * transverse * (1 + poisson);
  std::vector<Tone> tones;
  for (int khz = 20; khz <= 120; khz += 10) {
    const double hz = 1e3 * khz, omega = 2 * core::pi * hz;
    const auto form_function = exact::sphere_form_function(omega / jech_water.sound_speed * radius,
        core::pi, exact::elastic({young, poisson, density, radius, 0}, jech_water, omega));
    tones.push_back({hz, 20 * std::log10(radius / 2 * std::abs(form_function))});
  }
  compare_tones(suite,
      geometry("solid_sphere", "radius = 0.01905\ncells = 6\nlayers = 2\nsplit = 1") +
          free_structure("sphere", young, poisson, density) + symmetric("yz"),
      fluid_of(jech_water), tones, 0.1);
}

// Series of partial waves with complex moduli. The curves of the book, where they are steep, can be
// read to 0.6 dB.

void compare_shell(VerificationSuite& suite, const std::string& wall, const std::string& coat,
    std::span<const Tone> tones) {
  compare_tones(suite,
      geometry("shell", "cells = 8\nsplit = 1\njoin = 2\n" + wall) +
          free_structure("shell", 195e9, 0.29, 7700, 0.01) + coat + symmetric("yz"),
      water(), tones, 0.1);
}

void run_plain_shell(VerificationSuite& suite) {
  constexpr Tone tones[]{{239.7, -11.365}, {332.4, 8.967}, {431.9, 3.453}};
  compare_shell(suite, "thickness = 0.02", "", tones);
}

void run_coated_shell(VerificationSuite& suite) {
  constexpr Tone tones[]{{22.5, -28.858}, {72.8, -6.266}, {219, 1.670}, {435, -4.350}};
  compare_shell(suite, "radius = 1.02\nthickness = 0.04\ncoat = 0.02",
      "[[material]]\nregions = [\"coat\"]\nyoung = 2.6e6\npoisson = 0.46\ndensity = 800\n"
      "loss_factor = 0.1\n",
      tones);
}

void run_m1(VerificationSuite& suite) {
  constexpr Echo echoes[]{{15, 0.099}, {45, -7.924}, {60, 1.768}, {75, 12.728}, {90, 25.467},
      {105, 11.952}, {120, 0.517}, {165, -0.787}, {195, 0.509}, {240, 3.317}, {270, 26.607},
      {300, 3.424}, {345, -1.085}};
  compare_echoes(
      suite, geometry("betssi_m1", "around = 6\nstations = 18"), water(), 100, 0, echoes, 0.1);
}

void run_m4(VerificationSuite& suite) {
  constexpr Echo echoes[]{{0, 14.188}, {15, 8.367}, {30, 15.552}, {45, 16.860}, {60, 15.552},
      {75, 8.367}, {90, 14.188}, {105, 7.668}, {180, -6.052}, {345, 7.669}};
  compare_echoes(
      suite, geometry("betssi_m4", "around = 10\nrings = 3"), water(), 1000, 30, echoes, 0.15);
}

void run_m5b(VerificationSuite& suite) {
  constexpr Echo echoes[]{
      {0, -12.502}, {15, -4.223}, {30, 3.341}, {45, 5.584}, {60, -0.324}, {75, 1.938}, {90, 7.301}};
  const auto body = geometry("betssi_m5b", "around = 12\nstations = 14\nrings = 1");
  compare_echoes(suite, body, water(), 1000, 0, echoes, 0.03);
  constexpr Echo scattered[]{{0, 9.001}, {30, 7.090}, {60, -0.324}, {90, 0.723}, {120, 7.293},
      {150, 4.291}, {180, -0.382}, {210, 5.350}, {240, 9.564}, {270, -1.682}, {330, 7.017}};
  suite.solve(body + water() + "[formulation]\norder = 2\n" + at_hz({1000}) +
                  "[[incidence]]\nplane = \"xy\"\nangles = [60]\n[output.directivity]\n" +
                  angles_of(scattered),
      [&](const SolvedFrequency& solved) {
        for (std::size_t i = 0; i < std::size(scattered); ++i)
          record_level(suite, "from 60 deg", 1000, scattered[i],
              20 * std::log10(std::abs(solved.solution.directivity[i])), 0.03);
      });
}

// Near the beam the published curve is less exact: there two meshes here, one of twice as many
// unknowns, agree within 0.002 dB, 0.18 dB below it. The theory of strips is 0.25 dB below it.
void run_ph(VerificationSuite& suite) {
  constexpr Echo echoes[]{{0, 8.732}, {10, 7.737}, {20, 8.085}, {30, 6.165}, {40, 4.908},
      {50, 0.587}, {60, 3.546}, {70, 3.886}};
  constexpr Echo beam[]{{90, 25.657}};
  const std::string counts = "around = 12\nstations = 24\nrings = 1";
  compare_echoes(suite, geometry("betssi_ph", counts), water(), 200, 0, echoes, 0.1);
  compare_echoes(suite, geometry("betssi_ph", counts), water(), 200, 0, beam, 0.25);
}

constexpr std::string_view jech =
    "J. M. Jech et al., J. Acoust. Soc. Am. 138 (2015) 3742: exact series, to 0.01 dB.";
constexpr std::string_view skelton =
    "E. A. Skelton, J. H. James, Theoretical Acoustics of Underwater Structures (1997): exact "
    "series.";

}  // namespace

extern const VerificationCase published_sphere_case{
    "published_sphere", "a rigid sphere at 12 to 200 kHz", run_published_sphere, jech, false};
extern const VerificationCase prolate_spheroid_case{"prolate_spheroid",
    "a rigid prolate spheroid, broadside, at 12 and 38 kHz", run_spheroid, jech, false};
extern const VerificationCase tungsten_carbide_case{"tungsten_carbide",
    "a sphere of 38.1 mm that calibrates sonars, at 20 to 120 kHz", run_tungsten_carbide,
    "Exact series, with the speeds and the density of the standard of calibration.", false};
extern const VerificationCase plain_shell_case{
    "plain_shell", "a thin steel shell at 240 to 432 Hz", run_plain_shell, skelton, false};
extern const VerificationCase coated_shell_case{"coated_shell",
    "a thin steel shell with a soft coat at 22 to 435 Hz", run_coated_shell, skelton, false};
extern const VerificationCase betssi_m1_case{"betssi_m1", "half a cylinder at 100 Hz", run_m1,
    "J. V. Venas, ASIGA: isogeometric boundary elements, Galerkin, Burton and Miller.", false};
extern const VerificationCase betssi_m4_case{"betssi_m4", "a corner reflector at 1 kHz", run_m4,
    "J. V. Venas, ASIGA: isogeometric boundary elements, collocation, 7 772 unknowns.", false};
extern const VerificationCase betssi_m5b_case{"betssi_m5b", "two cylinders at 1 kHz", run_m5b,
    "J. V. Venas, ASIGA: isogeometric boundary elements of degree 4, 24 324 unknowns.", false};
extern const VerificationCase betssi_ph_case{"betssi_ph", "a pressure hull at 200 Hz", run_ph,
    "J. V. Venas, ASIGA: isogeometric infinite elements.", false};

}  // namespace febem::verify
