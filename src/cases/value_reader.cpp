#include "cases/value_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

#include "core/stage.h"
#include "core/text.h"
#include "core/text_table.h"
#include "core/units.h"

namespace febem::cases {
namespace {

cli::Place at(const toml::node& node, const cli::Place& place) {
  cli::Place result = place;
  if (place.line != 0 && node.source().begin.line != 0)
    result.line = static_cast<int>(node.source().begin.line);
  return result;
}

std::string shown(double value, const Rule& rule) {
  return core::formatted("%.9g", value) + (rule.unit.empty() ? "" : " " + rule.unit);
}

std::string type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "the text \"" + node.as_string()->get() + "\"";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

[[noreturn]] void fail_type(
    const toml::node& node, const cli::Place& place, const std::string& wanted) {
  cli::fail_at(place, "takes " + wanted + ", got " + type_name(node));
}

void check_number(double value, const cli::Place& place, const Rule& rule) {
  if (!std::isfinite(value)) cli::fail_at(place, "must be finite, got " + shown(value, rule));
  if (rule.limit != nullptr && rule.limit->holds != nullptr && !rule.limit->holds(value))
    cli::fail_at(place, std::string("must be ") + rule.limit->text + ", got " + shown(value, rule));
  if (!(value >= rule.least && value <= rule.most))
    cli::fail_at(place, "is out of range; from " + shown(rule.least, rule) + " to " +
                            shown(rule.most, rule) + ", got " + shown(value, rule));
}

const toml::array& list_of(
    const toml::node& node, const cli::Place& place, const std::string& elements) {
  if (!node.is_array()) fail_type(node, place, "a list of " + elements);
  return *node.as_array();
}

void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, double& out) {
  const cli::Place here = at(node, place);
  double value = 0.0;
  if (node.is_string()) {
    const auto& text = node.as_string()->get();
    try {
      value = core::parse_quantity(text, rule.unit);
    } catch (const core::InputError& error) {
      cli::fail_at(here, "\"" + text + "\" " + error.what());
    }
  } else if (node.is_number()) {
    value = *node.value<double>();
  } else {
    fail_type(node, here, "a number" + (rule.unit.empty() ? "" : " (" + rule.unit + ")"));
  }
  check_number(value, here, rule);
  out = value;
}

void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, int& out) {
  const cli::Place here = at(node, place);
  if (node.is_floating_point())
    cli::fail_at(here, "takes a whole number, got " + shown(*node.value<double>(), rule));
  if (!node.is_integer()) fail_type(node, here, "a whole number");
  const auto value = node.as_integer()->get();
  if (value > std::numeric_limits<int>::max() || value < -std::numeric_limits<int>::max())
    cli::fail_at(here, "is too large: " + std::to_string(value));
  check_number(static_cast<double>(value), here, rule);
  out = static_cast<int>(value);
}

void read_value(const toml::node& node, const cli::Place& place, const Rule&, bool& out) {
  if (!node.is_boolean()) fail_type(node, at(node, place), "true or false");
  out = node.as_boolean()->get();
}

void read_value(
    const toml::node& node, const cli::Place& place, const Rule& rule, std::string& out) {
  const cli::Place here = at(node, place);
  if (!node.is_string()) fail_type(node, here, "a text");
  const auto& text = node.as_string()->get();
  if (text.empty()) cli::fail_at(here, "is empty");
  if (std::find(rule.missing.begin(), rule.missing.end(), text) != rule.missing.end())
    cli::fail_at(here, "'" + text + "' needs PETSc, without which this program was built");
  if (!rule.choices.empty() &&
      std::find(rule.choices.begin(), rule.choices.end(), text) == rule.choices.end())
    cli::fail_at(here, "unknown value '" + text + "'" + core::suggestion(text, rule.choices));
  if (rule.check != nullptr) cli::located(here, [&] { rule.check(text); });
  out = text;
}

void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, Vec3& out) {
  const cli::Place here = at(node, place);
  const auto& values = list_of(node, here, "3 numbers");
  if (values.size() != 3)
    cli::fail_at(here, "takes a list of 3 numbers, got " + std::to_string(values.size()));
  Rule component = rule;
  component.limit = nullptr;
  for (std::size_t i = 0; i < 3; ++i)
    read_value(values[i], place, component, out[static_cast<Eigen::Index>(i)]);
  if (rule.limit != &nonzero) return;
  if (out.isZero(0.0)) cli::fail_at(here, "must not be the zero vector");
  // The square of the length must neither overflow nor vanish.
  if (!(out.norm() >= 1e-100 && out.norm() <= 1e100))
    cli::fail_at(here, "must have a length from 1e-100 to 1e100");
}

const char* plural(double) { return "numbers"; }
const char* plural(int) { return "whole numbers"; }
const char* plural(const std::string&) { return "texts"; }
const char* plural(const Vec3&) { return "points [x, y, z]"; }

template <class T>
void read_element(
    const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<T>& out) {
  read_value(node, place, rule, out.emplace_back());
  if constexpr (std::is_same_v<T, Vec3>) {
    const Vec3 before = out.size() > 1 ? out[out.size() - 2] : Vec3::Zero();
    if (rule.check_row != nullptr)
      cli::located(at(node, place), [&] { rule.check_row(out.back(), before); });
  }
}

template <class T>
void read_value(
    const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<T>& out) {
  const auto& elements = list_of(node, at(node, place), plural(T{}));
  if (std::is_same_v<T, std::string> && elements.empty())
    cli::fail_at(at(node, place), "is an empty list");
  out.clear();
  for (const auto& element : elements) read_element(element, place, rule, out);
}

}  // namespace

void read_value(
    const toml::node& node, const cli::Place& place, const Rule& rule, const Variable& variable) {
  std::visit([&](auto* out) { read_value(node, place, rule, *out); }, variable);
}

void read_rows(
    const std::string& text, cli::Place file, const Rule& rule, std::vector<Vec3>& rows) {
  std::istringstream lines(text);
  rows.clear();
  bool may_be_head = true;
  for (std::string line; std::getline(lines, line);) {
    ++file.line;
    line.resize(std::min(line.size(), line.find('#')));
    std::ranges::replace_if(
        line, [](char c) { return c == '\t' || c == '\r'; }, ' ');
    if (line.find_first_not_of(' ') == std::string::npos) continue;
    toml::array row;
    std::string fault;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) {
      try {
        row.push_back(core::parse_quantity(cell, rule.unit));
      } catch (const core::InputError& error) {
        fault = "\"" + cell + "\" " + error.what();
      }
    }
    if (std::exchange(may_be_head, false) && row.empty()) continue;
    if (!fault.empty()) cli::fail_at(file, fault);
    read_element(row, file, rule, rows);
  }
  if (rows.empty()) cli::fail_at(file, "has no rows");
}

}  // namespace febem::cases
