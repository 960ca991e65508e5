// Columns of text on the terminal, and the numbers in them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace febem::cli {

/// Rows of cells, each column as wide as its widest cell. The columns of `left` stand to the left, the others
/// to the right. A row without cells is an empty line.
class TextTable {
 public:
  explicit TextTable(std::vector<std::size_t> left) : left_(std::move(left)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::size_t> left_;
  std::vector<std::vector<std::string>> rows_;
};

/// `value` in a printf format for one double; "-" for NaN.
std::string number(double value, const char* format = "%.4g");

/// "1.6 MB", "1.234 ms", "3.2 Gflop/s": a number with a prefix, three significant digits.
std::string with_prefix(double value, const std::string& unit);

}  // namespace febem::cli
