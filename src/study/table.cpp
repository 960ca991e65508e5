#include "study/table.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/text_table.h"
#include "study/strategies.h"

namespace febem::study {
namespace {

// A strategy that was repeated in one stage.
struct Line {
  std::size_t strategy = 0;
  Repeats repeats;
};

bool faster(const Line& a, const Line& b) { return a.repeats.median() < b.repeats.median(); }

std::vector<Line> measured(const Record& record, std::size_t stage) {
  std::vector<Line> lines;
  for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy)
    if (const auto found = repeats(record, stage, strategy); found.any()) lines.push_back({strategy, found});
  return lines;
}

// The fastest on that route, if any was measured.
std::optional<Line> best_of_route(const Record& record, const std::vector<Line>& lines, const char* route) {
  std::optional<Line> best;
  for (const auto& line : lines)
    if (record.strategies[line.strategy].route == route && (!best || faster(line, *best))) best = line;
  return best;
}

std::vector<std::string> cells(const Record& record, const std::string& stage, const char* which,
                               const Line& line, double slowest) {
  const auto& r = line.repeats;
  std::vector<std::string> cells{
          stage,
          which,
          text(record.strategies[line.strategy]),
          cli::number(r.median()),
          r.seconds.n > 1 ? cli::number(100 * r.seconds.relative_spread(), "%.1f %%") : "-",
          cli::number(slowest / r.median(), "%.2f"),
          cli::number(r.communication.median),
          std::to_string(r.sent.messages),
          cli::with_prefix(static_cast<double>(r.sent.bytes), "B"),
          std::to_string(r.seconds.n)};
  if (r.most_outstanding_bytes)
    cells.push_back(cli::with_prefix(static_cast<double>(*r.most_outstanding_bytes), "B"));
  return cells;
}

void add_stage(const Record& record, std::size_t stage, cli::TextTable& table) {
  const auto lines = measured(record, stage);
  if (lines.empty()) return;
  const auto best = *std::min_element(lines.begin(), lines.end(), faster);
  const auto worst = *std::max_element(lines.begin(), lines.end(), faster);
  const double slowest = worst.repeats.median();
  table.row(cells(record, core::name(record.stages[stage]), "best", best, slowest));
  table.row(cells(record, "", "worst", worst, slowest));
  for (const auto* route : {"auto", "native"})
    if (const auto line = best_of_route(record, lines, route))
      table.row(cells(record, "", route, *line, slowest));
}

// Sum over the stages of what one strategy took; nothing if a stage was not measured.
std::optional<double> total(const Record& record, std::size_t strategy) {
  double sum = 0;
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage) {
    const auto found = repeats(record, stage, strategy);
    if (!found.any()) return std::nullopt;
    sum += found.median();
  }
  return sum;
}

std::optional<double> total_of_best(const Record& record) {
  double sum = 0;
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage) {
    const auto lines = measured(record, stage);
    if (lines.empty()) return std::nullopt;
    sum += std::min_element(lines.begin(), lines.end(), faster)->repeats.median();
  }
  return sum;
}

void add_totals(const Record& record, cli::TextTable& table) {
  std::optional<std::size_t> single;
  for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy)
    if (const auto sum = total(record, strategy); sum && (!single || *sum < *total(record, *single)))
      single = strategy;
  if (!single) return;
  table.row({});
  table.row({"total", "best", "each stage its own", cli::number(*total_of_best(record))});
  table.row({"", "best", text(record.strategies[*single]) + " throughout", cli::number(*total(record, *single))});
}

}  // namespace

std::string sensitivity_table(const Record& record) {
  cli::TextTable table({0, 1});
  std::vector<std::string> head{"stage", "route x cut x pace", "seconds"};
  for (const auto& parameter : network_parameters()) {
    head.emplace_back(parameter.slope);
    head.emplace_back("+-");
  }
  for (const auto* loss : {"1 %", "2 %", "5 %"}) head.emplace_back(loss);
  table.row(head);
  for (const auto& sensitivity : record.sensitivities) {
    std::vector<std::string> cells{core::name(record.stages[sensitivity.stage]),
                                   text(record.strategies[sensitivity.strategy]),
                                   cli::number(sensitivity.responses.front().line().intercept)};
    for (const auto& response : sensitivity.responses) {
      cells.push_back(cli::number(response.line().slope));
      cells.push_back(cli::number(response.line().slope_error, "%.2g"));
    }
    for (const double fraction : {0.01, 0.02, 0.05}) {
      const double latency = sensitivity.latency_costing(fraction);
      cells.push_back(std::isfinite(latency) ? cli::with_prefix(latency, "s") : "-");
    }
    table.row(cells);
  }
  return table.text() +
         "  Messages (dT/dL), overheads (dT/do) and bytes (dT/dG) one after the other, with standard errors, "
         "and the\n"
         "  added latency that costs so much of the stage's time.\n";
}

std::string study_table(const Record& record) {
  const bool counted = !record.samples.empty() && record.samples.front().metrics.most_outstanding_bytes;
  cli::TextTable table({0, 1, 2});
  std::vector<std::string> head{"stage", "", "route x cut x pace", "seconds", "spread", "speed-up",
                                "communication", "messages", "bytes", "repeats"};
  if (counted) head.emplace_back("outstanding");
  table.row(head);
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage) add_stage(record, stage, table);
  if (record.stages.size() > 1) add_totals(record, table);
  return table.text() +
         "  Median seconds of the slowest rank from a barrier before the stage; spread: interquartile range "
         "/ median;\n"
         "  speed-up over the worst; messages and bytes sent by all ranks.\n" +
         (counted ? "  Outstanding: most bytes in flight to one rank at one time.\n" : "");
}

}  // namespace febem::study
