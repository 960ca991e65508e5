#include "solve/refined_solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "cases/read_file.h"
#include "cli/place.h"
#include "cli/text_table.h"
#include "cli/validate_on_root.h"
#include "comm/messenger.h"
#include "core/printable.h"
#include "core/types.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "solve/command.h"
#include "solve/convergence.h"

namespace febem::solve {
namespace {

namespace fs = std::filesystem;
using io::Json;

/// What a mesh changes and a user looks at.
constexpr std::array quantities{"radiated_power_w", "far_field_power_w",  "extinction_power_w",
                                "input_power_w",    "dissipated_power_w", "mean_pressure_pa"};

const io::FrequencyNumber& number_called(std::string_view name) {
  return *std::find_if(io::frequency_numbers.begin(), io::frequency_numbers.end(), [&](const auto& n) { return n.name == name; });
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
  for (const auto& report : reports) h.push_back(1 / std::sqrt(static_cast<double>(report.acoustic_dofs)));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < reports.front().frequencies.size(); ++i)
    for (const auto* name : quantities) {
      const auto& quantity = number_called(name);
      std::vector<double> values;
      for (const auto& report : reports) values.push_back(report.frequencies[i].*quantity.member);
      // What is exactly zero, or was not computed, does not converge.
      if (std::all_of(values.begin(), values.end(), [](double v) { return std::abs(v) > 0; }))
        rows.push_back({reports.front().frequencies[i].hz, quantity, values, convergence(h, values)});
    }
  return rows;
}

std::string per_cent(double share) { return cli::number(100 * share, "%.2g") + (std::isnan(share) ? "" : " %"); }

void print(const std::vector<double>& densities, const std::vector<io::RunResult>& reports, const std::vector<Row>& rows) {
  cli::TextTable table({0, 1});
  std::vector<std::string> head{"frequency", "quantity"};
  for (const double density : densities) head.push_back("density " + cli::number(density));
  head.insert(head.end(), {"extrapolated", "order"});
  for (const double density : densities) head.push_back("error at " + cli::number(density));
  table.row(head);
  for (const auto& row : rows) {
    const std::string unit(row.quantity.unit);
    std::vector<std::string> cells{cli::number(row.hz, "%.6g") + " Hz", std::string(row.quantity.name)};
    for (const double v : row.values) cells.push_back(cli::with_prefix(v, unit));
    cells.push_back(std::isnan(row.convergence.limit) ? "-" : cli::with_prefix(row.convergence.limit, unit));
    cells.push_back(cli::number(row.convergence.order, "%.2g"));
    for (const double error : row.convergence.errors) cells.push_back(per_cent(error));
    table.row(cells);
  }
  std::printf("\nconvergence over");
  for (std::size_t i = 0; i < densities.size(); ++i)
    std::printf("%s %lld", i == 0 ? "" : ",", static_cast<long long>(reports[i].acoustic_dofs));
  std::printf(" panels\n%s  Errors are estimates: from the values extrapolated%s; without a limit the largest difference.\n",
              table.text().c_str(), densities.size() > 2 ? "" : " with order 2");
}

Json convergence_json(const std::vector<double>& densities, const std::vector<io::RunResult>& reports, const std::vector<Row>& rows) {
  const auto known = [](double v) { return std::isnan(v) ? Json(nullptr) : Json(v); };
  Json json{{"densities", densities}, {"panels", Json::array()}, {"structural_dofs", Json::array()}, {"quantities", Json::array()}};
  for (const auto& report : reports) {
    json["panels"].push_back(report.acoustic_dofs);
    json["structural_dofs"].push_back(report.structural_dofs);
  }
  for (const auto& row : rows)
    json["quantities"].push_back({{"hz", row.hz}, {"name", row.quantity.name}, {"values", row.values},
                                  {"extrapolated", known(row.convergence.limit)}, {"order", known(row.convergence.order)},
                                  {"errors", row.convergence.errors}});
  return json;
}

void check(const cases::Case& problem, const Options& options) {
  const cli::Place place{problem.file, problem.geometry.line, "geometry"};
  if (problem.geometry.generator.empty())
    cli::fail_at(place, "option '--convergence': a mesh file cannot be refined; name a generator");
  for (std::size_t i = 1; i < options.densities.size(); ++i)
    if (!(options.densities[i] > options.densities[i - 1]))
      throw core::InputError("option '--densities': each must be greater than the one before");
}

}  // namespace

int solve_refined(const Options& options, const Ranks& ranks) {
  const comm::Messenger messages(ranks.everyone, comm::make_strategy({}));
  const bool master = ranks.is_master();
  const fs::path folder = options.directory();
  if (!cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
        check(cases::read_case(cases::read_case_file(options.case_file), options.case_file, options.keys.overrides()), options);
        return {};
      }))
    return 2;
  std::vector<io::RunResult> reports;
  for (const double density : options.densities) {
    Options one = options;
    one.json.clear();
    one.out = (folder / ("density-" + cli::number(density))).string();
    if (master) std::printf("%sdensity %s\n", reports.empty() ? "" : "\n", cli::number(density).c_str());
    auto [status, report] = solve_at_density(one, ranks, density);
    if (status != 0) return status;
    reports.push_back(std::move(report));
  }
  if (!master) return 0;
  const auto rows = rows_of(reports);
  print(options.densities, reports, rows);
  const auto text = convergence_json(options.densities, reports, rows).dump(2) + "\n";
  io::write_output(folder / "convergence.json", text);
  if (!options.json.empty()) io::write_output(options.json, text);
  std::printf("the same in %s\n", core::printable((folder / "convergence.json").string()).c_str());
  return 0;
}

}  // namespace febem::solve
