// Numbers as text: with the units that users write, and in columns on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace febem::cli {

/// Rows of cells. Each column is as wide as its widest cell. The columns in `left` are aligned to the left, the other columns to the right. A
/// row without cells is an empty line.
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

/// Every unit of the program, and the names of the other units of its kind that a user may write.
std::vector<std::pair<std::string, std::string>> known_units();

/// Converts `text` to a number in `unit`. The text is a plain number, or a number with another unit of the same kind ("12 mm", "68.9 GPa").
/// `unit` is that of the key ("m", "Pa", ..., or empty for a plain number). Throws core::InputError, without a place, with the fault of the
/// text.
double parse_quantity(std::string_view text, std::string_view unit);

}  // namespace febem::cli
