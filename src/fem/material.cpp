#include "fem/material.h"

#include <array>
#include <cmath>

#include "core/registry.h"

namespace febem::fem {
namespace {

/// s in 1e-12/Pa and d in 1e-12 C/N; losses from tan delta and the mechanical quality Q_m.
Material published(std::array<double, 5> s, std::array<double, 3> d,
    const std::array<double, 2>& permittivity, double density, double tan_delta, double quality) {
  for (double& one : s) one *= 1e-12;
  for (double& one : d) one *= 1e-12;
  return ceramic(with_losses(from_compliance(s, d, permittivity), 1 / quality, tan_delta), density);
}

// Ceramics, poled along z: Vernitron (Morgan) bulletins 66011 and TP-226; the sets of Jaffe, Cook
// and Jaffe, Piezoelectric Ceramics (1971).
const std::array<NamedMaterial, 8> handbook{
    {{"aluminium", "aluminium alloy 6061", {68.9e9, 0.33, 2700, 0.002}},
        {"ceramic", "lead zirconate titanate, taken as isotropic", {70e9, 0.31, 7500, 0.005}},
        {"polyurethane", "soft polyurethane, a lossy decoupler", {50e6, 0.45, 1100, 0.2}},
        {"steel", "structural steel", {207e9, 0.3, 7800, 0.002}},
        {"PZT-4", "piezoelectric ceramic for high power (Navy I)",
            published({12.3, -4.05, -5.31, 15.5, 39.0}, {-123, 289, 496}, {1475, 1300}, 7500, 0.004,
                500)},
        {"PZT-5A", "sensitive piezoelectric ceramic (Navy II)",
            published(
                {16.4, -5.74, -7.22, 18.8, 47.5}, {-171, 374, 584}, {1730, 1700}, 7750, 0.02, 75)},
        {"PZT-5H", "sensitive piezoelectric ceramic of high permittivity (Navy VI)",
            published(
                {16.5, -4.78, -8.45, 20.7, 43.5}, {-274, 593, 741}, {3130, 3400}, 7500, 0.02, 65)},
        {"PZT-8", "piezoelectric ceramic of low loss for high power (Navy III)",
            published({11.5, -3.70, -4.80, 13.5, 31.9}, {-97, 225, 330}, {1290, 1000}, 7600, 0.004,
                1000)}}};

void require(
    bool good, const std::string& what, const char* property, double value, const char* allowed) {
  if (!good)
    throw core::InputError(what, ": ", property, " = ", value, " is not possible; ", allowed);
}

}  // namespace

void validate(const Material& m, const std::string& what) {
  require(
      std::isfinite(m.young) && m.young > 0, what, "young", m.young, "it must be positive (Pa)");
  require(m.poisson > -1 && m.poisson < 0.5, what, "poisson", m.poisson,
      "it must lie between -1 and 0.5");
  require(std::isfinite(m.density) && m.density > 0, what, "density", m.density,
      "it must be positive (kg/m^3)");
  require(m.loss_factor >= 0 && m.loss_factor < 10, what, "loss_factor", m.loss_factor,
      "it must be 0 or a small positive number");
  if (m.physics == piezoelectric_physics) require_passive(m.piezoelectric, what);
}

Material ceramic(const Piezoelectric& constants, double density) {
  const auto& c = constants.c;
  const double poisson = (c[1] / (c[0] + c[1])).real();
  return {2 * (1 + poisson) * c[4].real(), poisson, density, -c[4].imag() / c[4].real(),
      piezoelectric_physics, constants};
}

std::span<const NamedMaterial> known_materials() { return handbook; }

Material known_material(std::string_view name) {
  return core::find(known_materials(), name, "material").material;
}

}  // namespace febem::fem
