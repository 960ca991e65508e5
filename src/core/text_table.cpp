#include "core/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace febem::core {

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
  std::size_t index = 4;
  for (; std::abs(value) >= 999.5 && index < 9; ++index) value /= 1000;
  for (; value != 0 && std::abs(value) < 0.9995 && index > 0; --index) value *= 1000;
  return number(value, "%.3g ") + prefixes[index] + unit;
}

std::string formatted(const char* format, ...) {
  std::va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, arguments)), ' ');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}

}  // namespace febem::core
