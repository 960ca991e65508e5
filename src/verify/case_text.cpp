#include "verify/case_text.h"

#include <array>
#include <charconv>

#include "core/types.h"

namespace febem::verify {
namespace {

constexpr double sound_speed = 1500.0;

}  // namespace

std::string exactly(double value) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
          .ptr;
  return {text.data(), end};
}

std::string geometry(const std::string& generator, const std::string& parameters) {
  return "[geometry]\ngenerator = \"" + generator + "\"\n" + parameters + "\n";
}

std::string water() {
  return "[fluid]\ndensity = 1000\nsound_speed = " + exactly(sound_speed) + "\n";
}

std::string at_hz(const std::vector<double>& hz) {
  std::string list;
  for (const double f : hz) list += (list.empty() ? "" : ", ") + exactly(f);
  return "[frequency]\nhz = [" + list + "]\n";
}

std::string at_ka(const std::vector<double>& ka, double radius) {
  std::vector<double> hz;
  for (const double x : ka) hz.push_back(omega_at(x, radius) / (2.0 * core::pi));
  return at_hz(hz);
}

double omega_at(double ka, double radius) { return ka * sound_speed / radius; }

std::string legendre_velocity(int n) {
  return "[[excitation]]\nkind = \"velocity\"\namplitude = 1\nlegendre = " + std::to_string(n) +
         "\n";
}

std::string free_structure(
    const std::string& region, double young, double poisson, double density, double loss_factor) {
  return "[structure]\nfree = true\n[[material]]\nregions = [\"" + region +
         "\"]\nyoung = " + exactly(young) + "\npoisson = " + exactly(poisson) +
         "\ndensity = " + exactly(density) + "\nloss_factor = " + exactly(loss_factor) + "\n";
}

std::string legendre_pressure(const std::string& faces, int n) {
  return "[[excitation]]\nkind = \"pressure\"\nfaces = \"" + faces +
         "\"\namplitude = 1\nlegendre = " + std::to_string(n) + "\n";
}

std::string point_source(const std::string& kind, const mesh::Vec3& position) {
  return "[[excitation]]\nkind = \"" + kind + "\"\namplitude = 1\nposition = [" +
         exactly(position.x()) + ", " + exactly(position.y()) + ", " + exactly(position.z()) +
         "]\n";
}

std::string plane_wave() {
  return "[[excitation]]\nkind = \"plane_wave\"\ndirection = [0, 0, 1]\namplitude = 1\n"
         "[output.directivity]\nplane = \"xz\"\nstep = 90\n";
}

}  // namespace febem::verify
