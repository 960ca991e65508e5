#include "core/units.h"

#include "core/error.h"
#include "support/catch.h"

using core::parse_quantity;

namespace {

// What one of each is in the unit that values are kept in; a new unit has to bring its own.
const std::map<std::string, std::map<std::string, double>> expected{
    {"m", {{"m", 1}, {"mm", 0.001}, {"cm", 0.01}, {"km", 1000}, {"um", 1e-6}, {"in", 0.0254},
              {"ft", 0.3048}}},
    {"Pa", {{"Pa", 1}, {"uPa", 1e-6}, {"kPa", 1e3}, {"MPa", 1e6}, {"GPa", 1e9}}},
    {"Hz", {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}}}, {"kg/m^3", {{"kg/m^3", 1}, {"g/cm^3", 1000}}},
    {"m/s", {{"m/s", 1}, {"mm/s", 0.001}, {"km/s", 1000}}},
    {"N", {{"N", 1}, {"mN", 0.001}, {"kN", 1000}}},
    {"m^3/s", {{"m^3/s", 1}, {"l/s", 0.001}, {"cm^3/s", 1e-6}}},
    {"deg", {{"deg", 1}, {"rad", 180 / 3.14159265358979323846}}},
    {"V", {{"V", 1}, {"mV", 1e-3}, {"kV", 1e3}}}, {"C", {{"C", 1}, {"uC", 1e-6}, {"nC", 1e-9}}},
    {"A", {{"A", 1}, {"mA", 1e-3}}}, {"ohm", {{"ohm", 1}, {"kohm", 1e3}, {"Mohm", 1e6}}},
    {"H", {{"H", 1}, {"mH", 1e-3}, {"uH", 1e-6}}},
    {"F", {{"F", 1}, {"uF", 1e-6}, {"nF", 1e-9}, {"pF", 1e-12}}},
    {"C/N", {{"C/N", 1}, {"pC/N", 1e-12}}}, {"Pa/m", {{"Pa/m", 1}, {"MPa/m", 1e6}, {"GPa/m", 1e9}}},
    {"kg/m^2", {{"kg/m^2", 1}, {"g/cm^2", 10}}},
    {"s", {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}, {"h", 3600}}},
    {"B/s", {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"bit/s", 1.0 / 8},
                {"kbit", 1e3 / 8}, {"Mbit", 1e6 / 8}, {"Gbit", 1e9 / 8}, {"kbit/s", 1e3 / 8},
                {"Mbit/s", 1e6 / 8}, {"Gbit/s", 1e9 / 8}}}};

/// The words that a refusal names.
Texts known(const std::string& base) {
  try {
    parse_quantity("1 parsec", base);
  } catch (const core::InputError& error) {
    const std::string text = error.what(), before = "known here: ";
    std::istringstream list(text.substr(text.find(before) + before.size()));
    Texts names;
    for (std::string name; std::getline(list >> std::ws, name, ',');) names.push_back(name);
    return names;
  }
  return {};
}

}  // namespace

TEST_CASE("every unit is worth what it says") {
  for (const auto& [base, units] : expected) {
    INFO(base);
    const auto names = known(base);
    CHECK(names.size() == units.size());
    for (const auto& name : names) {
      INFO(name);
      REQUIRE(units.contains(name));
      CHECK(parse_quantity("2.5 " + name, base) == Approx(2.5 * units.at(name)).epsilon(1e-15));
      CHECK(parse_quantity("2.5e2" + name, base) == Approx(250 * units.at(name)).epsilon(1e-15));
    }
    CHECK(parse_quantity("2.5", base) == 2.5);
  }
}
