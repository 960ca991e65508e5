#include "cli/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/error.h"

namespace febem::cli {
namespace {

struct Unit {
  std::string_view name;
  std::string_view base;  ///< the unit values are kept in
  double factor;          ///< base units in one of this
};

constexpr std::array units{
    Unit{"mm", "m", 1e-3},      Unit{"cm", "m", 1e-2},         Unit{"km", "m", 1e3},
    Unit{"in", "m", 0.0254},    Unit{"kPa", "Pa", 1e3},        Unit{"MPa", "Pa", 1e6},
    Unit{"GPa", "Pa", 1e9},     Unit{"uPa", "Pa", 1e-6},       Unit{"kHz", "Hz", 1e3},
    Unit{"MHz", "Hz", 1e6},     Unit{"g/cm^3", "kg/m^3", 1e3}, Unit{"mm/s", "m/s", 1e-3},
    Unit{"km/s", "m/s", 1e3},   Unit{"kN", "N", 1e3},          Unit{"rad", "deg", 57.29577951308232},
    Unit{"mN", "N", 1e-3},      Unit{"l/s", "m^3/s", 1e-3},    Unit{"cm^3/s", "m^3/s", 1e-6},
    Unit{"MPa/m", "Pa/m", 1e6}, Unit{"GPa/m", "Pa/m", 1e9},    Unit{"g/cm^2", "kg/m^2", 10.0},
    Unit{"ms", "s", 1e-3},      Unit{"us", "s", 1e-6},         Unit{"ns", "s", 1e-9},
    Unit{"min", "s", 60},       Unit{"h", "s", 3600},          Unit{"kB/s", "B/s", 1e3},
    Unit{"MB/s", "B/s", 1e6},   Unit{"GB/s", "B/s", 1e9},      Unit{"bit/s", "B/s", 0.125},
    Unit{"kbit", "B/s", 125},   Unit{"Mbit", "B/s", 125e3},    Unit{"Gbit", "B/s", 125e6},
    Unit{"kbit/s", "B/s", 125}, Unit{"Mbit/s", "B/s", 125e3},  Unit{"Gbit/s", "B/s", 125e6},
};

std::string units_of(std::string_view base) {
  for (const auto& [known, others] : known_units())
    if (known == base) return known + ", " + others;
  return std::string(base);
}

// Factor from the unit called `name` to `base`.
double factor_of(std::string_view name, std::string_view base) {
  if (name == base) return 1.0;
  for (const auto& unit : units)
    if (unit.name == name && unit.base == base) return unit.factor;
  if (base.empty()) throw core::InputError("has the unit '" + std::string(name) + "' but takes a number without unit");
  throw core::InputError("has the unit '" + std::string(name) + "'; known here: " + units_of(base));
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& cells : rows_)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], cells[i].size());
    }
  std::string result;
  for (const auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(widths[i] - cells[i].size(), ' ');
      const bool to_left = std::find(left_.begin(), left_.end(), i) != left_.end();
      line += "  " + (to_left ? cells[i] + padding : padding + cells[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);  // an empty row is an empty line
    result += line + "\n";
  }
  return result;
}

std::string number(double value, const char* format) {
  if (std::isnan(value)) return "-";
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string with_prefix(double value, const std::string& unit) {
  if (std::isnan(value)) return "-";
  constexpr std::array prefixes{"p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
  int index = 4;
  double scaled = value;
  for (; std::abs(scaled) >= 999.5 && index < 9; ++index) scaled /= 1000;
  for (; scaled != 0 && std::abs(scaled) < 0.9995 && index > 0; --index) scaled *= 1000;
  char text[40];
  std::snprintf(text, sizeof text, "%.3g ", scaled);
  return text + std::string(prefixes[static_cast<std::size_t>(index)]) + unit;
}

std::vector<std::pair<std::string, std::string>> known_units() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto& unit : units) {
    const auto known = std::find_if(result.begin(), result.end(), [&](const auto& entry) { return entry.first == unit.base; });
    if (known == result.end())
      result.emplace_back(unit.base, unit.name);
    else
      known->second += ", " + std::string(unit.name);
  }
  return result;
}

double parse_quantity(std::string_view text, std::string_view unit) {
  const auto body = trimmed(text);
  double value = 0.0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value);
  if (error != std::errc{}) throw core::InputError("is not a number");
  const auto name = trimmed(body.substr(static_cast<std::size_t>(end - body.data())));
  return name.empty() ? value : value * factor_of(name, unit);
}

}  // namespace febem::cli
