#include "cases/material_text.h"

#include <algorithm>

#include "core/text.h"
#include "core/text_table.h"
#include "fem/material.h"
#include "meshes/generator.h"

namespace febem::cases {
namespace {

std::string shown_name(const std::string& name) { return core::printable(name, 80); }

std::string properties(const fem::Material& m) {
  const std::string rest = ", density " + core::number(m.density, "%.6g") +
                           " kg/m^3, loss factor " + core::number(m.loss_factor);
  if (m.physics != fem::piezoelectric_physics)
    return "Young's modulus " + core::with_prefix(m.young, "Pa") + ", Poisson's ratio " +
           core::number(m.poisson) + rest;
  const auto& [c, e, eps, poling, scale] = m.piezoelectric;
  constexpr std::array poled{
      "along an axis", "away from a point", "away from a line", "around a line"};
  return "c33 " + core::with_prefix(c[3].real(), "Pa") + ", e33 " + core::number(e[1].real()) +
         " C/m^2, eps33 " + core::number(eps[1].real() / fem::vacuum_permittivity) + " eps0" +
         rest + ", tan delta " + core::number(m.piezoelectric.tan_delta()) + ", poled " +
         poled[static_cast<std::size_t>(poling.field)];
}

// The material of the case for a region; the last counts.
const Material* given(const std::string& region, const std::vector<Material>& of_case) {
  const Material* found = nullptr;
  for (const auto& material : of_case)
    if (std::find(material.regions.begin(), material.regions.end(), region) !=
        material.regions.end())
      found = &material;
  return found;
}

}  // namespace

fem::Material material(const Material& of_case) {
  const auto& m = of_case;
  if (m.kind == "elastic") return {m.young, m.poisson, m.density, m.loss_factor};
  const auto given = [](double value, double otherwise) {
    return value == Material::not_given ? otherwise : value;
  };
  fem::Material known;
  fem::Piezoelectric constants;
  const auto real = [](const auto& values, auto& to, double factor) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = factor * std::real(values[i]);
  };
  if (!m.ceramic.empty()) {
    known = fem::known_material(m.ceramic);
    constants = fem::lossless(known.piezoelectric);
  } else if (!m.compliance.empty()) {
    std::array<double, 5> s{};
    std::array<double, 3> d{};
    std::array<double, 2> permittivity{};
    real(m.compliance, s, 1);
    real(m.charge_constants, d, 1);
    real(m.free_permittivity, permittivity, 1);
    constants = fem::from_compliance(s, d, permittivity);
  } else {
    real(m.stiffness, constants.c, 1);
    real(m.stress_constants, constants.e, 1);
    real(m.clamped_permittivity, constants.eps, fem::vacuum_permittivity);
  }
  constants = fem::with_losses(constants, given(m.mechanical_loss, known.loss_factor),
      given(m.tan_delta, known.piezoelectric.tan_delta()), m.coupling_loss);
  using Field = fem::Poling::Field;
  constants.poling.field = m.poling == "axis"          ? Field::axis
                           : m.poling == "radial"      ? Field::radial
                           : m.poling == "cylindrical" ? Field::cylindrical
                                                       : Field::circumferential;
  std::ranges::copy(m.poling_axis, constants.poling.axis.begin());
  std::ranges::copy(m.poling_origin, constants.poling.origin.begin());
  return fem::ceramic(constants, given(m.density, known.density));
}

std::string known_properties(std::string_view material) {
  for (const auto& known : fem::known_materials())
    if (known.name == material) return properties(known.material);
  return "not a known material; see minifebem help case";
}

std::string material_of(const std::string& region,
    const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case) {
  if (const auto* m = given(region, of_case))
    return (m->name.empty() ? "material of the case" : shown_name(m->name)) + ": " +
           properties(material(*m));
  const auto found = defaults.find(region);
  if (found == defaults.end()) return "no default material";
  return shown_name(found->second) + " by default: " + known_properties(found->second);
}

std::string defaults_in_use(
    const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case) {
  std::map<std::string, std::string> regions;
  for (const auto& [region, material] : defaults)
    if (given(region, of_case) == nullptr)
      regions[material] += (regions[material].empty() ? "" : ", ") + shown_name(region);
  std::string text;
  for (const auto& [material, of] : regions)
    text += (text.empty() ? "" : ", ") + shown_name(material) + " (" + of + ")";
  return text;
}

std::vector<cli::HelpSection> material_help() {
  cli::HelpSection known{"materials known by name",
      "for regions without a [[material]], of a generator or of a mesh file that names them", {}};
  for (const auto& [name, help, m] : fem::known_materials())
    known.entries.push_back({std::string(name), std::string(help) + ": " + properties(m)});
  cli::HelpSection of_generators{
      "default materials of the generators", "with the regions made of them", {}};
  for (const auto& generator : meshes::generators()) {
    std::map<std::string, std::string> defaults;
    for (const auto& [region, material] : generator.materials)
      defaults[std::string(region)] = material;
    of_generators.entries.push_back({std::string(generator.name),
        defaults.empty() ? "rigid, no material" : defaults_in_use(defaults, {})});
  }
  return {std::move(known), std::move(of_generators)};
}

}  // namespace febem::cases
