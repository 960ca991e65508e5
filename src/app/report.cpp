#include "app/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace febem::app {
namespace {

using core::Count;

std::string number(double value, const char* format = "%.4g") {
  if (std::isnan(value)) return "-";
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// Columns of text; the given ones to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::size_t> left) : left_(std::move(left)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
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

 private:
  std::vector<std::size_t> left_;
  std::vector<std::vector<std::string>> rows_;
};

constexpr std::array four_stages{"merge", "form", "reduce", "eliminate"};

bool is_stage(const io::StageResult& section) {
  return std::find(four_stages.begin(), four_stages.end(), section.name) != four_stages.end();
}

std::string strategy(const io::MessageNames& names) {
  return names.route + " x " + names.cut + " x " + names.pace;
}

std::string bytes_text(Count bytes) { return with_prefix(static_cast<double>(bytes), "B"); }

std::vector<std::string> cells(const io::StageResult& section) {
  const bool has_rate = section.flops > 0 && section.seconds > 0;
  return {section.name,
          number(section.seconds, "%.3f"),
          number(section.communication_seconds, "%.3f"),
          std::to_string(section.messages),
          bytes_text(section.bytes),
          has_rate ? with_prefix(section.flops / section.seconds, "") : "-",
          section.method,
          strategy(section.strategy)};
}

}  // namespace

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

std::string stage_table(const io::RunResult& run) {
  Table table({0, 6, 7});
  table.row(
      {"stage", "seconds", "communication", "messages", "bytes", "flop/s", "method", "route x cut x pace"});
  for (const auto* name : four_stages)
    for (const auto& section : run.stages)
      if (section.name == name) table.row(cells(section));
  table.row({});
  for (const auto& section : run.stages)
    if (!is_stage(section)) table.row(cells(section));
  Count messages = 0;
  Count bytes = 0;
  for (const auto& section : run.stages) {
    messages += section.messages;
    bytes += section.bytes;
  }
  table.row({"total", number(run.total_seconds, "%.3f"), "", std::to_string(messages), bytes_text(bytes)});
  return table.text() +
         "  Seconds of the slowest rank; messages and bytes sent, and flop/s, of all ranks together.\n";
}

std::string frequency_table(const io::RunResult& run) {
  Table table({0, 1});
  table.row({"frequency", "outcome", "radiated", "far field", "input", "dissipated", "balance",
             "rms pressure", "residual", "growth", "condition"});
  for (const auto& f : run.frequencies)
    table.row({number(f.hz, "%.6g") + " Hz", f.outcome + (f.resumed ? " (resumed)" : ""),
               with_prefix(f.radiated_power_w, "W"), with_prefix(f.far_field_power_w, "W"),
               with_prefix(f.input_power_w, "W"), with_prefix(f.dissipated_power_w, "W"),
               number(f.power_balance_error, "%.1e"), with_prefix(f.mean_pressure_pa, "Pa"),
               number(f.residual, "%.2g"), number(f.pivot_growth, "%.2g"),
               number(f.condition_estimate, "%.1e")});
  return table.text();
}

}  // namespace febem::app
