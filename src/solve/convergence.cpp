// `minifebem solve --convergence`: one case at several mesh densities, and what that says of the
// error.
#include "solve/convergence.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>

#include "cases/input_files.h"
#include "cli/input_errors.h"
#include "comm/messenger.h"
#include "core/text.h"
#include "core/text_table.h"
#include "core/types.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "solve/command.h"

namespace febem::solve {
namespace {

namespace fs = std::filesystem;
using io::Json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double least_order = 0.3, most_order = 8, assumed_order = 2;

/// p in (v1 - v2) / (v2 - v3) = (h1^p - h2^p) / (h2^p - h3^p), which rises with p.
std::optional<double> order_of(const std::array<double, 3>& h, const std::array<double, 3>& v) {
  const double ratio = (v[0] - v[1]) / (v[1] - v[2]);
  const auto excess = [&](double p) {
    return (std::pow(h[0], p) - std::pow(h[1], p)) / (std::pow(h[1], p) - std::pow(h[2], p)) -
           ratio;
  };
  if (!(excess(least_order) < 0 && excess(most_order) > 0)) return {};
  std::uintmax_t steps = 100;
  const auto [low, high] = boost::math::tools::toms748_solve(
      excess, least_order, most_order, boost::math::tools::eps_tolerance<double>(40), steps);
  return (low + high) / 2;
}

Convergence without_limit(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {nan, nan, std::vector(values.size(), (*high - *low) / std::abs(values.back()))};
}

/// What a mesh changes and a user looks at.
constexpr std::array quantities{"radiated_power_w", "far_field_power_w", "extinction_power_w",
    "input_power_w", "dissipated_power_w", "mean_pressure_pa"};

const io::FrequencyNumber& number_called(std::string_view name) {
  return *std::find_if(io::frequency_numbers.begin(), io::frequency_numbers.end(),
      [&](const auto& n) { return n.name == name; });
}

/// One quantity at one frequency.
struct Row {
  double hz;
  const io::FrequencyNumber& quantity;
  std::vector<double> values;  ///< by density
  Convergence convergence;
};

std::vector<Row> rows_of(const std::vector<io::RunResult>& reports) {
  std::vector<double> h;
  for (const auto& report : reports)
    h.push_back(1 / std::sqrt(static_cast<double>(report.acoustic_dofs)));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < reports.front().frequencies.size(); ++i)
    for (const auto* name : quantities) {
      const auto& quantity = number_called(name);
      std::vector<double> values;
      for (const auto& report : reports) values.push_back(report.frequencies[i].*quantity.member);
      // What is exactly zero, or was not computed, does not converge.
      if (std::all_of(values.begin(), values.end(), [](double v) { return std::abs(v) > 0; }))
        rows.push_back(
            {reports.front().frequencies[i].hz, quantity, values, convergence(h, values)});
    }
  return rows;
}

std::string per_cent(double share) {
  return core::number(100 * share, "%.2g") + (std::isnan(share) ? "" : " %");
}

void print(const std::vector<double>& densities, const std::vector<io::RunResult>& reports,
    const std::vector<Row>& rows) {
  core::TextTable table({0, 1});
  std::vector<std::string> head{"frequency", "quantity"};
  for (const double density : densities) head.push_back("density " + core::number(density));
  head.insert(head.end(), {"extrapolated", "order"});
  for (const double density : densities) head.push_back("error at " + core::number(density));
  table.row(head);
  for (const auto& row : rows) {
    const std::string unit(row.quantity.unit);
    std::vector<std::string> cells{
        core::number(row.hz, "%.6g") + " Hz", std::string(row.quantity.name)};
    for (const double v : row.values) cells.push_back(core::with_prefix(v, unit));
    cells.push_back(
        std::isnan(row.convergence.limit) ? "-" : core::with_prefix(row.convergence.limit, unit));
    cells.push_back(core::number(row.convergence.order, "%.2g"));
    for (const double error : row.convergence.errors) cells.push_back(per_cent(error));
    table.row(cells);
  }
  std::printf("\nconvergence over");
  for (std::size_t i = 0; i < densities.size(); ++i)
    std::printf("%s %lld", i == 0 ? "" : ",", static_cast<long long>(reports[i].acoustic_dofs));
  std::printf(
      " unknowns\n%s  Errors are estimates: the difference from the extrapolated value%s; without "
      "one the largest difference of two meshes.\n",
      table.text().c_str(), densities.size() > 2 ? "" : " with order 2");
}

Json convergence_json(const std::vector<double>& densities,
    const std::vector<io::RunResult>& reports, const std::vector<Row>& rows) {
  const auto known = [](double v) { return std::isnan(v) ? Json(nullptr) : Json(v); };
  Json json{{"densities", densities}, {"panels", Json::array()}, {"structural_dofs", Json::array()},
      {"quantities", Json::array()}};
  for (const auto& report : reports) {
    json["panels"].push_back(report.acoustic_dofs);
    json["structural_dofs"].push_back(report.structural_dofs);
  }
  for (const auto& row : rows)
    json["quantities"].push_back({{"hz", row.hz}, {"name", row.quantity.name},
        {"values", row.values}, {"extrapolated", known(row.convergence.limit)},
        {"order", known(row.convergence.order)}, {"errors", row.convergence.errors}});
  return json;
}

void check(const cases::Case& problem, const Options& options) {
  const auto place = problem.at(problem.geometry.lines, "geometry");
  if (problem.geometry.generator.empty())
    cli::fail_at(place, "option '--convergence': a mesh file cannot be refined; name a generator");
  for (std::size_t i = 1; i < options.densities.size(); ++i)
    if (!(options.densities[i] > options.densities[i - 1]))
      throw core::InputError("option '--densities': each must be greater than the one before");
}

}  // namespace

Convergence convergence(const std::vector<double>& h, const std::vector<double>& values) {
  const std::size_t last = values.size() - 1;
  const bool told = values.size() >= 3;
  const auto order = told ? order_of({h[last - 2], h[last - 1], h[last]},
                                {values[last - 2], values[last - 1], values[last]})
                          : std::optional(assumed_order);
  if (!order) return without_limit(values);
  const double coarse = std::pow(h[last - 1], *order), fine = std::pow(h[last], *order);
  const double limit = values[last] + (values[last] - values[last - 1]) * fine / (coarse - fine);
  Convergence result{limit, told ? *order : nan, {}};
  for (const double v : values) result.errors.push_back(std::abs(v - limit) / std::abs(limit));
  return result;
}

int solve_refined(const Options& options, const cases::CaseInput& input, const Ranks& ranks) {
  const bool master = ranks.is_master();
  const fs::path folder = options.directory();
  if (!cli::validate_everywhere(master, [&] { check(input.problem, options); })) return 2;
  std::vector<io::RunResult> reports;
  for (const double density : options.densities) {
    Options one = options;
    one.json.clear();
    one.out = (folder / ("density-" + core::number(density))).string();
    if (master)
      std::printf("%sdensity %s\n", reports.empty() ? "" : "\n", core::number(density).c_str());
    auto [status, report] = solve_at_density(one, input, ranks, density);
    if (status != 0) return status;
    reports.push_back(std::move(report));
  }
  if (!master) return 0;
  const auto rows = rows_of(reports);
  print(options.densities, reports, rows);
  const auto text = io::file_text(convergence_json(options.densities, reports, rows), 2);
  io::write_output(folder / "convergence.json", text);
  if (!options.json.empty()) io::write_output(options.json, text);
  std::printf(
      "this table in %s\n", core::printable((folder / "convergence.json").string()).c_str());
  return 0;
}

}  // namespace febem::solve
