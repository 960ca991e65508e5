// Every column of a table shows what its heading says.

#include "benchmarks/record.h"
#include "solve/report.h"
#include "study/record.h"
#include "support/catch.h"
#include "verify/verification_suite.h"

using cli::Refused;

namespace {

Texts lines_of(const std::string& text) {
  Texts lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Cells stand two spaces or more apart.
Texts cells_of(const std::string& line) {
  Texts cells;
  for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos;) {
    const auto end = std::min(line.find("  ", at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return cells;
}

/// The first line that holds `word`.
Texts row_with(const std::string& text, const std::string& word) {
  for (const auto& line : lines_of(text))
    if (line.find(word) != std::string::npos) return cells_of(line);
  return {};
}

/// The cell of the line that holds `row` below the heading `name`; empty if there is none. Columns
/// end or begin together.
std::string below(const std::string& text, const std::string& name, const std::string& row) {
  const auto lines = lines_of(text);
  const auto with = [&](const std::string& word) {
    const auto found = std::find_if(lines.begin(), lines.end(),
        [&](const auto& l) { return l.find(word) != std::string::npos; });
    REQUIRE(found != lines.end());
    return "  " + *found + "  ";
  };
  const auto head = with("  " + name), cells = with(row);
  const auto first = head.find("  " + name + "  ") + 2, last = first + name.size() - 1;
  REQUIRE(first != std::string::npos + 2);
  for (const auto at : {last, first}) {
    if (at >= cells.size() || cells[at] == ' ') continue;
    const auto begin = cells.rfind("  ", at) + 2, end = cells.find("  ", at);
    return cells.substr(begin, end - begin);
  }
  return {};
}

}  // namespace

TEST_CASE("the frequency table has each figure in its own column with its unit") {
  io::RunResult run;
  auto& f = run.frequencies.emplace_back();
  f.hz = 1234.5;
  f.outcome = "solved";
  f.resumed = true;
  f.radiated_power_w = 1.0e-3;
  f.far_field_power_w = 2.0e-9;
  f.input_power_w = 3.0e3;
  f.dissipated_power_w = 4.0e-6;
  f.power_balance_error = 5.0e-7;
  f.mean_pressure_pa = 6.0e6;
  const auto text = solve::frequency_table(run);
  const auto shown = [&](const char* heading) { return below(text, heading, "1234.5 Hz"); };
  CHECK(shown("frequency") == "1234.5 Hz");
  CHECK(shown("outcome") == "solved (resumed)");
  CHECK(shown("radiated") == "1 mW");
  CHECK(shown("far field") == "2 nW");
  CHECK(shown("input") == "3 kW");
  CHECK(shown("dissipated") == "4 uW");
  CHECK(shown("balance") == "5.0e-07");
  CHECK(shown("rms pressure") == "6 MPa");
  f.source_level_db = 123.45678;
  const auto more = solve::frequency_table(run, {"beam_width_deg", "source_level_db"});
  CHECK(below(more, "source_level_db", "1234.5 Hz") == "123.457");
  CHECK(below(more, "beam_width_deg", "1234.5 Hz") == "-");
  CHECK(below(more, "rms pressure", "1234.5 Hz") == "6 MPa");
}

TEST_CASE("powers that are rounding errors are marked, and so is their balance") {
  io::RunResult run;
  auto& f = run.frequencies.emplace_back();
  f.hz = 10;
  f.radiated_power_w = 2e-20;
  f.far_field_power_w = 2e-20;
  f.apparent_power_w = 1e-5;
  f.input_power_w = -1e-17;
  f.dissipated_power_w = 0;
  const auto shown = [&](const char* heading) {
    return below(solve::frequency_table(run), heading, "10 Hz");
  };
  CHECK(shown("radiated") == "2e-08 pW");
  CHECK(shown("input") == "~-1e-05 pW");
  CHECK(shown("balance") == "-");
  CHECK_THAT(
      solve::frequency_table(run), Contains("\n  ~ This power is no more than rounding errors") &&
                                       Contains("\n  A balance - means"));
  f.apparent_power_w = 1e-3;
  CHECK(shown("radiated") == "~2e-08 pW");
  f.apparent_power_w = 1e-5;
  f.power_balance_error = 1;  // what is wrong, and not by rounding, is shown as it is
  CHECK(shown("input") == "-1e-05 pW");
  CHECK_THAT(solve::frequency_table(run), !Contains("~") && !Contains("A balance -"));
  f.power_balance_error = f.input_power_w = f.radiated_power_w = std::nan("");  // not solved
  CHECK_THAT(solve::frequency_table(run), !Contains("~") && !Contains("A balance -"));
}

TEST_CASE("the table of receivers names the rank that holds most, stage by stage") {
  io::RunResult run;
  CHECK(solve::outstanding_table(run).empty());
  const auto rank = [](core::Count outstanding, core::Count posted) {
    core::RankMetrics figures;
    figures.most_outstanding_bytes = outstanding;
    figures.most_posted_bytes = posted;
    return figures;
  };
  run.stages.resize(2);
  run.stages[0].stage = core::Stage::merge;
  run.stages[0].ranks = {rank(1000, 5000), rank(3000, 4000), rank(2000, 6000)};
  run.stages[1].stage = core::Stage::form;  // not counted
  run.stages[1].ranks.resize(3);
  const auto text = solve::outstanding_table(run);
  CHECK(row_with(text, "merge") == Texts{"merge", "3 kB", "1", "6 kB", "2"});
  CHECK(row_with(text, "form").empty());
}

TEST_CASE("the table of a study has medians, speed-up over the worst and what is sent") {
  study::Record record;
  record.ranks = 2;
  record.stages = {core::Stage::merge, core::Stage::reduce};
  record.networks = {{}};
  record.strategies = {{"star", "whole", "ack"}, {"ring", "4KiB", "sync"}};
  int order = 0;
  const auto add = [&](std::size_t stage, std::size_t strategy, double seconds,
                       double communication, core::Count messages) {
    study::Sample sample;
    sample.item = {stage, strategy};
    sample.order = ++order;
    sample.metrics.seconds = seconds;
    sample.metrics.communication_seconds = communication;
    sample.metrics.sent = {messages, 1000 * messages};
    record.samples.push_back(sample);
  };
  for (const double more : {0.0, 0.1, 0.2}) {
    add(0, 0, 1 + more, 0.5 + more, 7);
    add(0, 1, 4.3 + more, 2.5 + more, 8);
    add(1, 0, 2 + more, 0.25 + more, 9);
    add(1, 1, 1 + more, 0.125, 10);
  }
  record.samples.push_back(record.samples.back());  // a warm-up is not counted
  record.samples.back().warm_up = true;
  record.samples.back().metrics.seconds = 100;
  const auto text = study::study_table(record);
  auto best = row_with(text, "merge");
  CHECK(best == Texts{"merge", "best", "star x whole x ack", "1.1", "9.1 %", "4.00", "0.6", "7",
                    "7 kB", "3"});
  CHECK(row_with(text, "worst") ==
        Texts{"worst", "ring x 4KiB x sync", "4.4", "2.3 %", "1.00", "2.6", "8", "8 kB", "3"});
  best = row_with(text, "reduce");
  REQUIRE(best.size() == 10);
  CHECK(best[2] == "ring x 4KiB x sync");
  CHECK(row_with(text, "the best of each stage").back() == "2.2");
  CHECK(row_with(text, "throughout") == Texts{"best", "star x whole x ack throughout", "3.2"});
}

TEST_CASE(
    "a benchmark's table has the median, the quartiles, the rate of the payload and the messages") {
  benchmarks::MessageRecord record;
  record.setting.benchmark = "pingpong";
  record.setting.mpi_library = "An MPI";
  record.setting.ranks = 2;
  record.pattern.routed = false;
  record.pattern.messages = [](int) { return core::Count{2}; };
  record.strategies = {{"star", "4KiB", "ack"}};
  benchmarks::Timing timing;
  timing.bytes = 1000;
  timing.counted.sent = {6, 2000};
  for (const double us : {1.0, 2.0, 3.0, 4.0, 5.0}) {
    benchmarks::Sample sample;
    sample.repetitions = 10;
    sample.seconds = {us * 0.5e-6, us * 1e-6};
    timing.samples.push_back(sample);
  }
  record.timings = {timing};
  record.fits.resize(1);
  const auto text = benchmarks::report_of(record).text;
  CHECK(lines_of(text).front() == "pingpong on 2 ranks, An MPI");
  CHECK(text.find("4KiB x ack") != std::string::npos);
  CHECK(row_with(text, "1000") ==
        Texts{"1000", "3.000", "2.000", "4.000", "4.800", "667 MB/s", "5 x 10", "6"});
}

TEST_CASE("a row of the verification passes on its side of the tolerance, and never with NaN") {
  using verify::Row;
  const auto row = verify::compare("power", 4.0, 4.5, 0.125);
  CHECK(row.error == Approx(0.125));
  CHECK(verify::compare("p", {3, 4}, {3, 9}, 1).error == Approx(1));
  CHECK(Row{"q", 1, 1, 0.5, 0.5}.passes());
  CHECK_FALSE(Row{"q", 1, 1, 0.51, 0.5}.passes());
  CHECK(Row{"q", 1, 1, 0.51, 0.5, Row::Side::above}.passes());
  CHECK_FALSE(Row{"q", 1, 1, 0.5, 0.5, Row::Side::above}.passes());
  for (const auto side : {Row::Side::within, Row::Side::above})
    CHECK_FALSE(Row{"q", 1, 1, std::nan(""), 0.5, side}.passes());
  const auto shown = verify::table_line("a case", {"power", 4.0, {1, -2}, 0.25, 0.5});
  CHECK(cells_of(shown) == Texts{"a case", "power", "4", "1-2i", "2.50e-01", "<= 0.5", "pass\n"});
  CHECK(verify::table_line("a case", {"power", 4.0, 1.0, 0.75, 0.5}).find("FAIL") !=
        std::string::npos);
}
