// Target strengths that others published. Those of the models of BeTSSi, rigid in water of 1500
// m/s, are reference solutions of J. V. Venas (ASIGA, isogeometric boundary and infinite elements).
// The values of the sphere are from the benchmark of Jech et al., J. Acoust. Soc. Am. 138 (2015).
#include <cmath>
#include <span>
#include <utility>

#include "verify/case_text.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

struct Echo {
  double angle, level;  ///< degrees; target strength, dB
};

std::string angles_of(std::span<const Echo> echoes) {
  std::string angles;
  for (const Echo& echo : echoes) angles += (angles.empty() ? "" : ", ") + exactly(echo.angle);
  return "plane = \"xy\"\nangles = [" + angles + "]\n";
}

/// The difference in dB.
void record_level(VerificationSuite& suite, const std::string& of, double hz, const Echo& echo,
    double level, double tolerance) {
  suite.record({of + ", dB (difference), " + exactly(hz) + " Hz, " + exactly(echo.angle) + " deg",
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

void run_published_sphere(VerificationSuite& suite) {
  constexpr std::pair<double, Echo> published[]{
      {12e3, {0, -54.44}}, {38e3, {0, -49.09}}, {200e3, {0, -45.58}}};
  for (const auto& [hz, echo] : published)
    compare_echoes(suite, geometry("sphere", "radius = 0.01\nfrequency = 4"),
        "[fluid]\ndensity = 1026.8\nsound_speed = 1477.3\n", hz, 0, std::span(&echo, 1), 0.02);
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

}  // namespace

extern const VerificationCase published_sphere_case{"published_sphere",
    "a rigid sphere at 12 to 200 kHz: published target strengths", run_published_sphere, true};
extern const VerificationCase betssi_m1_case{
    "betssi_m1", "half a cylinder at 100 Hz: published target strengths", run_m1, true};
extern const VerificationCase betssi_m4_case{
    "betssi_m4", "a corner reflector at 1 kHz: published target strengths", run_m4, true};
extern const VerificationCase betssi_m5b_case{
    "betssi_m5b", "two cylinders at 1 kHz: published target strengths", run_m5b, true};
extern const VerificationCase betssi_ph_case{
    "betssi_ph", "a pressure hull at 200 Hz: published target strengths", run_ph, true};

}  // namespace febem::verify
