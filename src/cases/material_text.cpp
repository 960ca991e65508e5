#include "cases/material_text.h"

#include <algorithm>

#include "core/text.h"
#include "core/text_table.h"
#include "fem/material.h"
#include "meshes/generator.h"

namespace febem::cases {
namespace {

std::string shown_name(const std::string& name) { return core::printable(name, 80); }

std::string properties(double young, double poisson, double density, double loss_factor) {
  return "Young's modulus " + core::with_prefix(young, "Pa") + ", Poisson's ratio " +
         core::number(poisson) + ", density " + core::number(density, "%.6g") +
         " kg/m^3, loss factor " + core::number(loss_factor);
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

std::string known_properties(std::string_view material) {
  for (const auto& known : fem::known_materials())
    if (known.name == material)
      return properties(known.material.young, known.material.poisson, known.material.density,
          known.material.loss_factor);
  return "not a known material; see minifebem help case";
}

std::string material_of(const std::string& region,
    const std::map<std::string, std::string>& defaults, const std::vector<Material>& of_case) {
  if (const auto* m = given(region, of_case))
    return (m->name.empty() ? "material of the case" : shown_name(m->name)) + ": " +
           properties(m->young, m->poisson, m->density, m->loss_factor);
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
    known.entries.push_back({std::string(name),
        std::string(help) + ": " + properties(m.young, m.poisson, m.density, m.loss_factor)});
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
