// Numbers as text: in a format, with a prefix of their unit, and in columns on the terminal.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace febem::core {

/// Rows of cells, in columns as wide as their widest cell. The columns in `left` are aligned to the
/// left, others to the right. A row without cells is an empty line.
class TextTable {
 public:
  explicit TextTable(std::vector<std::size_t> left) : left_(std::move(left)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::size_t> left_;
  std::vector<std::vector<std::string>> rows_;
};

/// The columns of a table with a row for each of some figures: their heads and cells.
template <class Row>
class Columns {
 public:
  using Cell = std::function<std::string(const Row& row)>;

  void add(std::string head, Cell cell) {
    heads_.push_back(std::move(head));
    cells_.push_back(std::move(cell));
  }
  TextTable table(const auto& rows, std::vector<std::size_t> left = {0}) const {
    TextTable result(std::move(left));
    result.row(heads_);
    for (const auto& row : rows) {
      std::vector<std::string> cells;
      for (const auto& cell : cells_) cells.push_back(cell(row));
      result.row(std::move(cells));
    }
    return result;
  }

 private:
  std::vector<std::string> heads_;
  std::vector<Cell> cells_;
};

/// A number in a printf format for one double; "-" for NaN.
std::string number(double value, const char* format = "%.4g");

/// A number with a prefix and three significant digits: "1.6 MB", "1.23 ms", "3.2 Gflop/s".
std::string with_prefix(double value, const std::string& unit);

/// A number and its noun: "1 rank", "2 ranks".
std::string counted(auto number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// The text that printf would print.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

}  // namespace febem::core
