#include "verify/table.h"

#include <cstdio>
#include <utility>

namespace febem::verify {
namespace {

constexpr const char* layout = "%-19s %-56s %22s %22s %9s %10s  %s\n";

std::string format(const char* pattern, double value) {
  char text[40];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string number(Complex value) {
  if (value.imag() == 0.0) return format("%.6g", value.real());
  return format("%.5g", value.real()) + format("%+.5gi", value.imag());
}

std::string tolerance(const Row& row) { return (row.side == Row::Side::within ? "<= " : "> ") + format("%.3g", row.tolerance); }

std::string line(const char* name, const char* quantity, const char* exact, const char* computed, const char* error, const char* tolerance,
                 const char* verdict) {
  char text[240];
  std::snprintf(text, sizeof text, layout, name, quantity, exact, computed, error, tolerance, verdict);
  return text;
}

}  // namespace

Row compare(std::string quantity, Complex exact, Complex computed, double tolerance) {
  return {std::move(quantity), exact, computed, std::abs(computed - exact) / std::abs(exact), tolerance};
}

std::string table_head() {
  const auto head = line("case", "quantity", "exact", "computed", "error", "tolerance", "");
  return head + std::string(150, '-') + "\n";
}

std::string table_line(const std::string& name, const Row& row) {
  return line(name.c_str(), row.quantity.c_str(), number(row.exact).c_str(), number(row.computed).c_str(), format("%.2e", row.error).c_str(),
              tolerance(row).c_str(), row.passes() ? "pass" : "FAIL");
}

}  // namespace febem::verify
