// Numbers as text: with units as the user writes them, and in columns on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

/// Every unit that values are kept in, and the names of the other units that a user may write for it.
std::vector<std::pair<std::string, std::string>> known_units();

/// The number in `unit` that `text` stands for: a plain number, or one with another unit ("12 mm", "68.9 GPa"). `unit` is the one the
/// key is kept in ("m", "Pa", ..., or empty for a plain number). Throws core::InputError, without a place, that says what is wrong with
/// the text.
double parse_quantity(std::string_view text, std::string_view unit);

}  // namespace febem::cli
