#include "fem/material.h"

#include <array>
#include <cmath>

#include "core/registry.h"

namespace febem::fem {
namespace {

const std::array<NamedMaterial, 4> handbook{
    {{"aluminium", "aluminium alloy 6061", {68.9e9, 0.33, 2700, 0.002}},
        {"ceramic", "lead zirconate titanate, taken as isotropic", {70e9, 0.31, 7500, 0.005}},
        {"polyurethane", "soft polyurethane, a lossy decoupler", {50e6, 0.45, 1100, 0.2}},
        {"steel", "structural steel", {207e9, 0.3, 7800, 0.002}}}};

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
}

std::span<const NamedMaterial> known_materials() { return handbook; }

Material known_material(std::string_view name) {
  return core::find(known_materials(), name, "material").material;
}

}  // namespace febem::fem
