#include "solve/report.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"

using febem::core::Stage;

namespace {

febem::core::StageMetrics cost(Stage stage, febem::core::Traffic sent) {
  febem::core::StageMetrics result;
  result.stage = stage;
  result.seconds = 2.0;
  result.communication_seconds = 0.5;
  result.sent = sent;
  result.flops = 1'000'000'000;
  return result;
}

}  // namespace

TEST_CASE(
    "the stage table has the four stages in order, then what is not a stage, then the total") {
  febem::io::RunResult run;
  for (const auto stage : {Stage::distribute, Stage::form, Stage::merge, Stage::check,
           Stage::reduce, Stage::eliminate, Stage::recover})
    run.stages.push_back(cost(stage, {10, 1000}));
  run.stages[2].hidden_seconds = 0.25;
  run.stages[2].method = "frontal";
  run.stages[2].strategy = {"star", "4KiB", "ack"};
  run.total_seconds = 15.0;

  std::istringstream text(febem::solve::stage_table(run));
  std::vector<std::string> names;
  std::string row;
  for (std::string line; std::getline(text, line);) {
    std::string name;
    std::istringstream(line) >> name;
    names.push_back(name);
    if (name == "merge") row = line;
  }
  CHECK(
      names == std::vector<std::string>{"stage", "merge", "form", "reduce", "eliminate", "",
                   "distribute", "check", "recover", "total", "Stages:", "from", "message", "of"});
  std::istringstream words(row);
  const std::vector<std::string> cells{std::istream_iterator<std::string>(words), {}};
  CHECK(cells == std::vector<std::string>{"merge", "2.000", "0.500", "0.250", "10", "1", "kB",
                     "500", "M", "frontal", "star", "x", "4KiB", "x", "ack"});
}

TEST_CASE("arithmetic that takes no time has no rate") {
  febem::io::RunResult run;
  run.stages.push_back(cost(Stage::merge, {10, 1000}));
  CHECK(febem::solve::stage_table(run).find("500 M") != std::string::npos);
  run.arithmetic = "modelled";
  CHECK(febem::solve::stage_table(run).find("500 M") != std::string::npos);
  run.arithmetic = "free";
  CHECK(febem::solve::stage_table(run).find("500 M") == std::string::npos);
}

TEST_CASE("messages and bytes are summed in the stage table's last row") {
  febem::io::RunResult run;
  run.stages.push_back(cost(Stage::merge, {10, 1000}));
  run.stages.push_back(cost(Stage::recover, {7, 500}));
  run.total_seconds = 4.5;
  const auto text = febem::solve::stage_table(run);
  std::istringstream words(text.substr(text.find("total")));
  std::string total, seconds, sum, bytes;
  words >> total >> seconds >> sum >> bytes;
  CHECK(seconds == "4.500");
  CHECK(sum == "17");
  CHECK(bytes == "1.5");
}

TEST_CASE("each figure of a frequency stands under its own name") {
  febem::io::RunResult run;
  auto& figures = run.frequencies.emplace_back();
  figures.hz = 1000;
  figures.radiated_power_w = 11e-3;
  figures.input_power_w = 33;
  figures.dissipated_power_w = -44e3;
  figures.mean_pressure_pa = 55e-6;
  std::istringstream text(febem::solve::frequency_table(run));
  std::string header, row;
  while (std::getline(text, header) && header.find("frequency") == std::string::npos) {
  }
  std::getline(text, row);
  const auto under = [&](const std::string& name) {
    const auto at = header.find(name);
    REQUIRE(at != std::string::npos);
    return row.substr(0, at + name.size());
  };
  CHECK(under("radiated").ends_with("  11 mW"));
  CHECK(under("input").ends_with("  33 W"));
  CHECK(under("dissipated").ends_with("  -44 kW"));
  CHECK(under("rms pressure").ends_with("  55 uPa"));
}

TEST_CASE("what was not computed is a dash") {
  febem::io::RunResult run;
  run.frequencies.emplace_back();
  run.frequencies.back().hz = 1000;
  run.structural_dofs = 3;
  for (const auto& text : {febem::solve::frequency_table(run), febem::solve::quality_table(run),
           febem::solve::accuracy_table(run, true)}) {
    CHECK(text.find("1000 Hz") != std::string::npos);
    CHECK(text.find(" - ") != std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
  }
}

TEST_CASE(
    "what keeps an error of one per cent from being expected is marked, each for itself, and said "
    "below") {
  const auto text = [](double panels, double elements, double powers, double in_bending = 4,
                        double apart = febem::io::not_computed) {
    febem::io::RunResult run;
    auto& f = run.frequencies.emplace_back();
    f.panels_per_wavelength = panels;
    f.sides_apart_over_panel = apart;
    f.elements_per_shear_wavelength = elements;
    f.elements_per_bending_wavelength = in_bending;
    f.surface_over_far_field = powers;
    return febem::solve::accuracy_table(run, true);
  };
  const auto good = text(10, 4, 1.0099, 4, 1.5);
  CHECK(good.find('!') == std::string::npos);
  CHECK(good.find("1.0099") != std::string::npos);
  const auto marks = [](const std::string& table) {
    return std::count(table.begin(),
        table.begin() + static_cast<std::ptrdiff_t>(table.find("  ! Do not expect")), '!');
  };
  for (const auto& [mark, table] :
      {std::pair{"9.99!", text(9.99, 4, 1)}, {"3.99!", text(10, 3.99, 1)},
          {"3.98!", text(10, 4, 1, 3.98)}, {"1.0101!", text(10, 4, 1.0101)},
          {"0.9899!", text(10, 4, 0.9899)}, {"1.49!", text(10, 4, 1, 4, 1.49)}}) {
    CHECK(table.find(mark) != std::string::npos);
    CHECK(table.find("Do not expect an error below one per cent") != std::string::npos);
    CHECK(marks(table) == 1);
  }
  CHECK(text(10, 4, 1, 1).find("not resolved") == std::string::npos);
  CHECK(text(10, 4, 1, 0.99).find("their bending is not resolved") != std::string::npos);
  const double none = febem::io::not_computed;
  CHECK(text(10, none, none, none).find('!') == std::string::npos);
}

TEST_CASE("a power that is a rounding error is not compared with the far field") {
  febem::io::RunResult run;
  auto& f = run.frequencies.emplace_back();
  f.apparent_power_w = 1;
  f.surface_over_far_field = -36551;
  for (const auto& [watts, compared] : {std::pair{-1e-17, false}, {1e-15, true}}) {
    f.radiated_power_w = watts;
    const auto table = febem::solve::accuracy_table(run, true);
    CHECK((table.find("-36551") != std::string::npos) == compared);
    CHECK((table.find('!') != std::string::npos) == compared);
  }
}

TEST_CASE("marks of the mesh know the order of the boundary elements") {
  for (const auto& [order, least, apart] :
      {std::tuple{0, 10.0, 1.5}, {1, 7.0, 0.05}, {2, 5.0, 0.05}})
    for (const double part : {0.99, 1.0}) {
      INFO("order " << order << ", " << part);
      febem::io::RunResult run;
      auto& f = run.frequencies.emplace_back();
      f.panels_per_wavelength = part * least;
      f.sides_apart_over_panel = part * apart;
      const auto table = febem::solve::accuracy_table(run, true, order);
      CHECK((table.find("Do not expect") == std::string::npos) == (part == 1));
      CHECK((table.find(order == 0 ? "panels/wavelength" : "unknowns/wavelength") !=
             std::string::npos));
      if (part < 1)
        CHECK(table.find(std::to_string(std::lround(least)) +
                         (order == 0 ? " panels" : " unknowns")) != std::string::npos);
    }
}

TEST_CASE("with an incident wave the check is of extinction and losses") {
  febem::io::RunResult run;
  run.far_field = "scattered";
  auto& f = run.frequencies.emplace_back();
  f.panels_per_wavelength = 10;
  f.extinction_power_w = 0.25;
  f.extinction_over_loss = 1.0099;
  const auto good = febem::solve::accuracy_table(run, true);
  CHECK(good.find("extinction/loss") != std::string::npos);
  CHECK(good.find("surface/far field") == std::string::npos);
  CHECK(good.find("1.0099") != std::string::npos);
  CHECK(good.find('!') == std::string::npos);
  CHECK(febem::solve::frequency_table(run).find("250 mW") != std::string::npos);
  for (const auto& [ratio, mark] : {std::pair{1.0101, "1.0101!"}, {0.9899, "0.9899!"}}) {
    f.extinction_over_loss = ratio;
    CHECK(febem::solve::accuracy_table(run, true).find(mark) != std::string::npos);
  }
}

TEST_CASE("what helps to judge a mesh depends on whether it can be refined") {
  febem::io::RunResult run;
  run.frequencies.emplace_back().panels_per_wavelength = 5;
  CHECK(febem::solve::accuracy_table(run, true).find("solve --convergence") != std::string::npos);
  const auto of_file = febem::solve::accuracy_table(run, false);
  CHECK(of_file.find("--convergence") == std::string::npos);
  CHECK(of_file.find("finer mesh file") != std::string::npos);
}

TEST_CASE("the far field of a body in an incident wave is called scattered") {
  febem::io::RunResult run;
  CHECK(febem::solve::frequency_table(run).find("far field") != std::string::npos);
  run.far_field = "scattered";
  CHECK(febem::solve::frequency_table(run).find("scattered") != std::string::npos);
  CHECK(febem::solve::frequency_table(run).find("far field") == std::string::npos);
}

TEST_CASE("the quality table speaks of the structure if there is one") {
  febem::io::RunResult run;
  run.frequencies.emplace_back();
  auto& f = run.frequencies.back();
  f.hz = 100;
  f.residual = 0.5;
  f.pivot_growth = 2;
  f.condition_estimate = 30;
  f.structural_backward_error = 1e-16;
  f.factor_growth = 7;
  f.delayed_pivots = 11;
  f.structural_condition_estimate = 4e6;
  f.refinement_correction = 2e-11;
  const auto words = [&] {
    std::istringstream in(febem::solve::quality_table(run));
    std::string head;
    std::getline(in, head);
    std::string row;
    std::getline(in, row);
    std::istringstream cells(row);
    return std::vector<std::string>{std::istream_iterator<std::string>(cells), {}};
  };
  CHECK(words() == std::vector<std::string>{"100", "Hz", "0.5", "2", "3.0e+01"});
  run.structural_dofs = 3;
  CHECK(words() == std::vector<std::string>{"100", "Hz", "0.5", "2", "3.0e+01", "1.0e-16", "7",
                       "11", "4.0e+06", "2.0e-11"});
}

TEST_CASE("the quality table speaks of iterations where there were any") {
  febem::io::RunResult run;
  run.frequencies.resize(2);
  run.frequencies[1].hz = 100;
  run.frequencies[1].iterations = 17;
  run.frequencies[1].iteration_residual = 3e-11;
  const auto table = febem::solve::quality_table(run);
  CHECK(table.find("iterations") != std::string::npos);
  CHECK(table.find("growth") == std::string::npos);
  CHECK(table.find("17") != std::string::npos);
  CHECK(table.find("3.0e-11") != std::string::npos);
}

TEST_CASE("the table of choices shows each kind of transfer that was used") {
  febem::io::RunResult run;
  const auto chosen = [](const char* section, const char* route, febem::core::Count transfers) {
    return febem::core::Choice{section, febem::core::Operation::sum, 1024, {route, "whole", "ack"},
        1.0, 1.0, transfers, 2.0};
  };
  run.choices = {
      chosen("merge", "star", 4), chosen("reduce", "ring", 1), chosen("check", "chain", 0)};
  std::istringstream text(febem::solve::choice_table(run));
  std::vector<std::string> rows;
  for (std::string line; std::getline(text, line);)
    if (line.find(" sum ") != std::string::npos) rows.push_back(line);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].find("star") != std::string::npos);
  CHECK(rows[0].find("500 ms") != std::string::npos);
  CHECK(rows[0].ends_with(" 4"));
  CHECK(rows[1].find("ring") != std::string::npos);
  CHECK(rows[1].ends_with(" 1"));
}
