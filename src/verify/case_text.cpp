#include "verify/case_text.h"

#include "core/text_table.h"
#include "core/types.h"

namespace febem::verify {
namespace {

constexpr double sound_speed = 1500.0;

}  // namespace

std::string exactly(double value) { return core::formatted("%.17g", value); }

std::string geometry(const std::string& generator, const std::string& parameters) {
  return "[geometry]\ngenerator = \"" + generator + "\"\n" + parameters + "\n";
}

std::string icosphere(int frequency) {
  return geometry("sphere", "frequency = " + std::to_string(frequency));
}

std::string fluid_of(const exact::Fluid& fluid) {
  return "[fluid]\ndensity = " + exactly(fluid.density) +
         "\nsound_speed = " + exactly(fluid.sound_speed) + "\n";
}

std::string water() { return fluid_of({1000, sound_speed}); }

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

std::string excitation(const std::string& kind, const std::string& keys) {
  return "[[excitation]]\nkind = \"" + kind + "\"\namplitude = 1\n" + keys + "\n";
}

std::string legendre_velocity(int n) {
  return excitation("velocity", "legendre = " + std::to_string(n));
}

std::string free_structure(
    const std::string& region, double young, double poisson, double density, double loss_factor) {
  return "[structure]\nfree = true\n[[material]]\nregions = [\"" + region +
         "\"]\nyoung = " + exactly(young) + "\npoisson = " + exactly(poisson) +
         "\ndensity = " + exactly(density) + "\nloss_factor = " + exactly(loss_factor) + "\n";
}

std::string symmetric(const std::string& axes) {
  std::string planes;
  for (const char axis : axes)
    planes += std::string("[[symmetry]]\nnormal = \"") + axis + "\"\ncut = true\n";
  return planes;
}

std::string legendre_pressure(const std::string& faces, int n) {
  return excitation("pressure", "faces = \"" + faces + "\"\nlegendre = " + std::to_string(n));
}

std::string point_source(const std::string& kind, const mesh::Vec3& position) {
  return excitation(kind, "position = [" + exactly(position.x()) + ", " + exactly(position.y()) +
                              ", " + exactly(position.z()) + "]");
}

std::string directivity() { return "[output.directivity]\nplane = \"xz\"\nstep = 90\n"; }

std::string plane_wave() {
  return excitation("plane_wave", "direction = [0, 0, 1]") + directivity();
}

}  // namespace febem::verify
