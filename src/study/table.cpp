// The summary tables of a study.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text_table.h"
#include "study/record.h"

namespace febem::study {
namespace {

// A strategy that was repeated in one stage.
struct Line {
  std::size_t strategy = 0;
  Repeats repeats;
};

bool faster(const Line& a, const Line& b) { return a.repeats.median() < b.repeats.median(); }

std::optional<Line> line_of(const Record& record, const Item& item) {
  const auto found = repeats(record, item);
  return found.any() ? std::optional(Line{item.strategy, found}) : std::nullopt;
}

// The lines of a stage on a network, of strategies on any route, or on one.
std::vector<Line> measured(
    const Record& record, std::size_t network, std::size_t stage, const std::string& route = {}) {
  std::vector<Line> lines;
  for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy)
    if (route.empty() || record.strategies[strategy].route == route)
      if (const auto line = line_of(record, {stage, strategy, network})) lines.push_back(*line);
  return lines;
}

std::optional<Line> fastest(const std::vector<Line>& lines) {
  const auto best = std::min_element(lines.begin(), lines.end(), faster);
  return best == lines.end() ? std::nullopt : std::optional(*best);
}

std::vector<std::string> cells(const Record& record, const std::string& stage, const char* which,
    const Line& line, double slowest) {
  const auto& r = line.repeats;
  std::vector<std::string> cells{stage, which, text(record.strategies[line.strategy]),
      core::number(r.median()) + (is_disturbed(record, r) ? "!" : ""),
      r.seconds.n > 1 ? core::number(100 * r.seconds.relative_spread(), "%.1f %%") : "-",
      core::number(slowest / r.median(), "%.2f"), core::number(r.communication.median),
      std::to_string(r.sent.messages), core::with_prefix(static_cast<double>(r.sent.bytes), "B"),
      std::to_string(r.seconds.n)};
  if (r.most_outstanding_bytes)
    cells.push_back(core::with_prefix(static_cast<double>(*r.most_outstanding_bytes), "B"));
  return cells;
}

void add_stage(
    const Record& record, std::size_t network, std::size_t stage, core::TextTable& table) {
  const auto lines = measured(record, network, stage);
  if (lines.empty()) return;
  const auto best = *fastest(lines);
  const auto worst = *std::max_element(lines.begin(), lines.end(), faster);
  const double slowest = worst.repeats.median();
  table.row(cells(record, core::name(record.stages[stage]), "best", best, slowest));
  if (lines.size() > 1) table.row(cells(record, "", "worst", worst, slowest));
  if (const auto native = fastest(measured(record, network, stage, "native")))
    table.row(cells(record, "", "native", *native, slowest));
}

// Sum over the stages of what one strategy took, or the best of each stage; nothing if a stage was
// not measured.
std::optional<double> total(
    const Record& record, std::size_t network, std::optional<std::size_t> strategy = {}) {
  double sum = 0;
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage) {
    const auto line = strategy ? line_of(record, {stage, *strategy, network})
                               : fastest(measured(record, network, stage));
    if (!line) return std::nullopt;
    sum += line->repeats.median();
  }
  return sum;
}

void add_totals(const Record& record, std::size_t network, core::TextTable& table) {
  std::optional<std::size_t> single;
  for (std::size_t strategy = 0; strategy < record.strategies.size(); ++strategy)
    if (const auto sum = total(record, network, strategy);
        sum && (!single || *sum < *total(record, network, *single)))
      single = strategy;
  if (!single) return;
  table.row({});
  table.row({"total", "best", "the best of each stage", core::number(*total(record, network))});
  table.row({"", "best", text(record.strategies[*single]) + " throughout",
      core::number(*total(record, network, *single))});
}

// Whether bytes in flight were counted.
bool is_counted(const Record& record) {
  return !record.samples.empty() &&
         record.samples.front().metrics.most_outstanding_bytes.has_value();
}

// How many strategies of a stage the rounds do not tell from the best one; empty if the rounds are
// too few to tell any.
std::string ties_text(const Record& record, std::size_t network, std::size_t stage) {
  const auto lines = measured(record, network, stage);
  if (lines.size() < 2) return {};
  const auto best = *fastest(lines);
  std::size_t ties = 0;
  bool known = false;
  for (const auto& line : lines) {
    if (line.strategy == best.strategy) continue;
    const auto found = compare(
        record, {stage, best.strategy, network}, {stage, line.strategy, network}, lines.size() - 1);
    known = known || (found && found->lower > 0);
    ties += found && found->verdict() == timing::Comparison::Verdict::slower ? 0 : 1;
  }
  if (!known) return {};
  return (core::name(record.stages[stage]) + " " + std::to_string(ties)).append(" of ") +
         std::to_string(lines.size() - 1);
}

std::string ties_text(const Record& record, std::size_t network) {
  std::string all;
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage)
    if (const auto text = ties_text(record, network, stage); !text.empty())
      all += (all.empty() ? "" : ", ") + text;
  return all.empty()
             ? all
             : "  Tied with the best by the repeats of this run, at 95 % for all: " + all + ".\n";
}

// Best and worst of each stage on one network, and what they add up to.
std::string table_of_network(const Record& record, std::size_t network) {
  const bool counted = is_counted(record);
  core::TextTable table({0, 1, 2});
  std::vector<std::string> head{"stage", "", "route x cut x pace", "seconds", "spread", "speed-up",
      "communication, s", "messages", "bytes", "repeats"};
  if (counted) head.emplace_back("outstanding");
  table.row(head);
  for (std::size_t stage = 0; stage < record.stages.size(); ++stage)
    add_stage(record, network, stage, table);
  if (record.stages.size() > 1) add_totals(record, network, table);
  const auto& title = record.networks[network].title;
  return (title.empty() ? "" : title + "\n") + table.text() + ties_text(record, network) +
         (title.empty() ? "" : "\n");
}

// What every network costs, each stage with its best strategy.
std::string networks_table(const Record& record) {
  core::TextTable table({0});
  std::vector<std::string> head{"network"};
  for (const auto stage : record.stages) head.push_back(core::name(stage));
  head.emplace_back("total");
  table.row(head);
  for (std::size_t network = 0; network < record.networks.size(); ++network) {
    std::vector<std::string> cells{record.networks[network].title};
    for (std::size_t stage = 0; stage < record.stages.size(); ++stage) {
      const auto best = fastest(measured(record, network, stage));
      cells.push_back(best ? core::number(best->repeats.median()) : "-");
    }
    const auto sum = total(record, network);
    cells.push_back(sum ? core::number(*sum) : "-");
    table.row(cells);
  }
  return table.text() + "  Seconds, each stage with the strategy that is best on that network.\n";
}

// Says how many are marked, those included that are not in the table.
std::string disturbed_text(const Record& record) {
  const auto all = items(record);
  const auto disturbed = std::count_if(all.begin(), all.end(),
      [&](const Item& item) { return is_disturbed(record, repeats(record, item)); });
  if (disturbed == 0) return {};
  return "  ! Disturbed, " + std::to_string(disturbed) + " of " + std::to_string(all.size()) +
         ": in a quarter of the repeats or more a rank waited for a core more than " +
         core::number(100 * core::spoiling_share, "%g") + " % of the time.\n";
}

}  // namespace

std::string sensitivity_table(const Record& record) {
  core::TextTable table({0, 1});
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
        core::number(sensitivity.responses.front().line().intercept)};
    for (const auto& response : sensitivity.responses) {
      cells.push_back(core::number(response.line().slope));
      cells.push_back(core::number(response.line().slope_error, "%.2g"));
    }
    for (const double fraction : {0.01, 0.02, 0.05}) {
      const double latency = sensitivity.latency_costing(fraction);
      cells.push_back(std::isfinite(latency) ? core::with_prefix(latency, "s") : "-");
    }
    table.row(cells);
  }
  return table.text() +
         "  Messages (dT/dL), overheads (dT/do) and bytes (dT/dG) one after the other, with "
         "standard errors, and the\n"
         "  added latency that costs so much of the stage's time.\n";
}

std::string study_table(const Record& record) {
  std::string text;
  for (std::size_t network = 0; network < record.networks.size(); ++network)
    text += table_of_network(record, network);
  text +=
      "  Median seconds of the slowest rank from a barrier before the stage; spread: interquartile "
      "range / median;\n"
      "  speed-up over the worst; messages and bytes sent by all ranks.\n";
  if (is_counted(record)) text += "  Outstanding: most bytes in flight to one rank at one time.\n";
  text += disturbed_text(record);
  return record.networks.size() > 1 ? text + "\n" + networks_table(record) : text;
}

}  // namespace febem::study
