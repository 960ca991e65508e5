#include "core/units.h"

#include <array>
#include <charconv>

#include "core/error.h"

namespace febem::core {
namespace {

struct Unit {
  std::string_view name;
  double factor;  ///< base units in one of this
};

/// The units of one kind.
struct Kind {
  std::string_view base;             ///< the unit values are kept in
  std::array<Unit, 10> others = {};  ///< the last may be without a name

  std::string names() const {
    std::string text;
    for (const auto& unit : others)
      if (!unit.name.empty()) text += (text.empty() ? "" : ", ") + std::string(unit.name);
    return text;
  }
};

constexpr std::array kinds{Kind{"m", {{{"mm", 1e-3}, {"cm", 1e-2}, {"km", 1e3}, {"um", 1e-6},
                                         {"in", 0.0254}, {"ft", 0.3048}}}},
    Kind{"Pa", {{{"kPa", 1e3}, {"MPa", 1e6}, {"GPa", 1e9}, {"uPa", 1e-6}}}},
    Kind{"Hz", {{{"kHz", 1e3}, {"MHz", 1e6}}}}, Kind{"kg/m^3", {{{"g/cm^3", 1e3}}}},
    Kind{"m/s", {{{"mm/s", 1e-3}, {"km/s", 1e3}}}}, Kind{"N", {{{"kN", 1e3}, {"mN", 1e-3}}}},
    Kind{"deg", {{{"rad", 57.29577951308232}}}}, Kind{"m^3/s", {{{"l/s", 1e-3}, {"cm^3/s", 1e-6}}}},
    Kind{"V", {{{"mV", 1e-3}, {"kV", 1e3}}}}, Kind{"C", {{{"uC", 1e-6}, {"nC", 1e-9}}}},
    Kind{"A", {{{"mA", 1e-3}}}}, Kind{"ohm", {{{"kohm", 1e3}, {"Mohm", 1e6}}}},
    Kind{"H", {{{"mH", 1e-3}, {"uH", 1e-6}}}},
    Kind{"F", {{{"uF", 1e-6}, {"nF", 1e-9}, {"pF", 1e-12}}}}, Kind{"C/N", {{{"pC/N", 1e-12}}}},
    Kind{"Pa/m", {{{"MPa/m", 1e6}, {"GPa/m", 1e9}}}}, Kind{"kg/m^2", {{{"g/cm^2", 10.0}}}},
    Kind{"s", {{{"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}, {"h", 3600}}}},
    Kind{"B/s", {{{"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"bit/s", 0.125}, {"kbit", 125},
                    {"Mbit", 125e3}, {"Gbit", 125e6}, {"kbit/s", 125}, {"Mbit/s", 125e3},
                    {"Gbit/s", 125e6}}}}};

// Factor from the unit called `name` to `base`.
double factor_of(std::string_view name, std::string_view base) {
  if (name == base) return 1.0;
  std::string known(base);
  for (const auto& kind : kinds) {
    if (kind.base != base) continue;
    for (const auto& unit : kind.others)
      if (unit.name == name) return unit.factor;
    known += ", " + kind.names();
  }
  if (base.empty())
    throw InputError("has the unit '" + std::string(name) + "' but takes a number without unit");
  throw InputError("has the unit '" + std::string(name) + "'; known here: " + known);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> known_units() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto& kind : kinds) result.emplace_back(kind.base, kind.names());
  return result;
}

double parse_quantity(std::string_view text, std::string_view unit) {
  const auto body = trimmed(text);
  double value = 0.0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value);
  if (error != std::errc{}) throw InputError("is not a number");
  const auto name = trimmed(body.substr(static_cast<std::size_t>(end - body.data())));
  return name.empty() ? value : value * factor_of(name, unit);
}

std::optional<int> parse_count(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_count = error == std::errc() && end == text.data() + text.size() && value >= 0;
  return is_count ? std::optional(value) : std::nullopt;
}

}  // namespace febem::core
