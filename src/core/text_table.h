// Numbers as text: with a prefix of their unit, and in columns on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace febem::core {

/// Rows of cells. Each column is as wide as its widest cell. The columns in `left` are aligned to
/// the left, the other columns to the right. A row without cells is an empty line.
class TextTable {
 public:
  explicit TextTable(std::vector<std::size_t> left) : left_(std::move(left)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::size_t> left_;
  std::vector<std::vector<std::string>> rows_;
};

/// A number in a printf format for one double; "-" for NaN.
std::string number(double value, const char* format = "%.4g");

/// A number with a prefix and three significant digits: "1.6 MB", "1.23 ms", "3.2 Gflop/s".
std::string with_prefix(double value, const std::string& unit);

}  // namespace febem::core
