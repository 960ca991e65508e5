#include "cases/material_text.h"

#include "cases/case_file.h"
#include "support/catch.h"

using namespace febem::cases;

namespace {

const std::map<std::string, std::string> defaults{
    {"head", "aluminium"}, {"tail", "steel"}, {"wall", "aluminium"}};

Material of(std::string name, Texts regions) {
  Material m;
  m.name = std::move(name);
  m.young = 3e9;
  m.poisson = 0.4;
  m.density = 1234.5;
  m.loss_factor = 0.05;
  m.regions = std::move(regions);
  return m;
}

}  // namespace

TEST_CASE("a region is made of what the case says, else of its default, else of nothing") {
  const std::vector<Material> of_case{of("", {"tail", "wall"}), of("tar", {"wall"})};
  const std::string properties =
      "Young's modulus 3 GPa, Poisson's ratio 0.4, density 1234.5 kg/m^3, loss factor 0.05";
  CHECK(material_of("tail", defaults, of_case) == "material of the case: " + properties);
  CHECK(material_of("wall", defaults, of_case) == "tar: " + properties);  // the last counts
  CHECK(material_of("head", defaults, of_case) ==
        "aluminium by default: " + known_properties("aluminium"));
  CHECK(material_of("rope", defaults, of_case) == "no default material");
}

TEST_CASE("defaults in use are grouped by material, without the regions of the case") {
  CHECK(defaults_in_use(defaults, {}) == "aluminium (head, wall), steel (tail)");
  CHECK(defaults_in_use(defaults, {of("", {"tail", "wall"})}) == "aluminium (head)");
  CHECK(defaults_in_use(defaults, {of("", {"tail", "wall", "head"})}).empty());
  CHECK(defaults_in_use({}, {}).empty());
}

TEST_CASE(
    "the help of cases has the known materials with their properties, and whose default they are") {
  const auto sections = material_help();
  REQUIRE(sections.size() == 2);
  const auto meaning = [&](std::size_t section, const std::string& name) -> std::string {
    for (const auto& entry : sections[section].entries)
      if (entry.name == name) return entry.meaning;
    return "missing";
  };
  CHECK(meaning(0, "aluminium") ==
        "aluminium alloy 6061: Young's modulus 68.9 GPa, Poisson's ratio 0.33, density 2700 "
        "kg/m^3, loss factor 0.002");
  CHECK_THAT(meaning(0, "polyurethane"),
      Contains("50 MPa, Poisson's ratio 0.45, density 1100 kg/m^3, loss factor 0.2"));
  CHECK(
      meaning(1, "sonobuoy") ==
      "aluminium (baffle, head), ceramic (ceramic), polyurethane (decoupler, mount), steel (tail)");
  CHECK(meaning(1, "cylinder") == "rigid, no material");
}
