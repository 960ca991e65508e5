#include "app/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace febem::app {
namespace {

std::string number(double value, const char* format = "%.4g") {
  if (std::isnan(value)) return "-";
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// Text columns, the first two to the left, the others to the right.
class Table {
 public:
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
        line += "  " + (i < 2 ? cells[i] + padding : padding + cells[i]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      result += line + "\n";
    }
    return result;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string strategy(const io::MessageNames& names) {
  return names.route + " x " + names.cut + " x " + names.pace;
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
  Table table;
  table.row(
      {"stage", "method", "seconds", "communication", "messages", "sent", "rate", "route x cut x pace"});
  for (const auto& stage : run.stages)
    table.row(
        {stage.name, stage.method, number(stage.seconds, "%.3f"), number(stage.communication_seconds, "%.3f"),
         std::to_string(stage.messages), with_prefix(static_cast<double>(stage.bytes), "B"),
         stage.flops > 0 && stage.seconds > 0 ? with_prefix(stage.flops / stage.seconds, "flop/s") : "-",
         strategy(stage.strategy)});
  table.row({"total", "", number(run.total_seconds, "%.3f")});
  return table.text();
}

std::string frequency_table(const io::RunResult& run) {
  Table table;
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
