#include "solve/report.h"

#include "support/catch.h"

using core::Stage;

namespace {

core::StageMetrics cost(Stage stage, core::Traffic sent) {
  core::StageMetrics result;
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
  io::RunResult run;
  for (const auto stage : {Stage::distribute, Stage::form, Stage::merge, Stage::check,
           Stage::reduce, Stage::eliminate, Stage::recover})
    run.stages.push_back(cost(stage, {10, 1000}));
  run.stages[2].hidden_seconds = 0.25;
  run.stages[2].method = "frontal";
  run.stages[2].strategy = {"star", "4KiB", "ack"};
  run.total_seconds = 15.0;

  std::istringstream text(solve::stage_table(run));
  Texts names;
  std::map<std::string, Texts> rows;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    const Texts cells{std::istream_iterator<std::string>(words), {}};
    names.push_back(cells.empty() ? "" : cells[0]);
    rows[names.back()] = cells;
  }
  CHECK(names == Texts{"stage", "merge", "form", "reduce", "eliminate", "", "distribute", "check",
                     "recover", "total", "Stages:", "from", "message", "of"});
  CHECK(rows["merge"] == Texts{"merge", "2.000", "0.500", "0.250", "10", "1", "kB", "500", "M",
                             "frontal", "star", "x", "4KiB", "x", "ack"});
  CHECK(rows["total"] == Texts{"total", "15.000", "70", "7", "kB"});
}

TEST_CASE("arithmetic that takes no time has no rate") {
  io::RunResult run;
  run.stages.push_back(cost(Stage::merge, {10, 1000}));
  CHECK(solve::stage_table(run).find("500 M") != std::string::npos);
  run.arithmetic = "modelled";
  CHECK(solve::stage_table(run).find("500 M") != std::string::npos);
  run.arithmetic = "free";
  CHECK(solve::stage_table(run).find("500 M") == std::string::npos);
}

TEST_CASE("what was not computed is a dash") {
  io::RunResult run;
  run.frequencies.emplace_back();
  run.frequencies.back().hz = 1000;
  run.structural_dofs = 3;
  for (const auto& text :
      {solve::frequency_table(run), solve::quality_table(run), solve::accuracy_table(run, true)}) {
    CHECK(text.find("1000 Hz") != std::string::npos);
    CHECK(text.find(" - ") != std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
  }
}

TEST_CASE(
    "what keeps an error of one per cent from being expected is marked, each for itself, and said "
    "below") {
  const auto text = [](double panels, double elements, double powers, double in_bending = 4,
                        double apart = io::not_computed) {
    io::RunResult run;
    auto& f = run.frequencies.emplace_back();
    f.panels_per_wavelength = panels;
    f.sides_apart_over_panel = apart;
    f.elements_per_shear_wavelength = elements;
    f.elements_per_bending_wavelength = in_bending;
    f.surface_over_far_field = powers;
    return solve::accuracy_table(run, true);
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
  const double none = io::not_computed;
  CHECK(text(10, none, none, none).find('!') == std::string::npos);
}

TEST_CASE("a power that is a rounding error is not compared with the far field") {
  io::RunResult run;
  auto& f = run.frequencies.emplace_back();
  f.apparent_power_w = 1;
  f.surface_over_far_field = -36551;
  for (const auto& [watts, compared] : {std::pair{-1e-17, false}, {1e-15, true}}) {
    f.radiated_power_w = watts;
    const auto table = solve::accuracy_table(run, true);
    CHECK((table.find("-36551") != std::string::npos) == compared);
    CHECK((table.find('!') != std::string::npos) == compared);
  }
}

TEST_CASE("marks of the mesh know the order of the boundary elements") {
  for (const auto& [order, least, apart] :
      {std::tuple{0, 10.0, 1.5}, {1, 7.0, 0.05}, {2, 5.0, 0.05}})
    for (const double part : {0.99, 1.0}) {
      INFO("order " << order << ", " << part);
      io::RunResult run;
      auto& f = run.frequencies.emplace_back();
      f.panels_per_wavelength = part * least;
      f.sides_apart_over_panel = part * apart;
      const auto table = solve::accuracy_table(run, true, order);
      CHECK((table.find("Do not expect") == std::string::npos) == (part == 1));
      CHECK((table.find(order == 0 ? "panels/wavelength" : "unknowns/wavelength") !=
             std::string::npos));
      if (part < 1)
        CHECK(table.find(std::to_string(std::lround(least)) +
                         (order == 0 ? " panels" : " unknowns")) != std::string::npos);
    }
}

TEST_CASE("with an incident wave the check is of extinction and losses") {
  io::RunResult run;
  run.far_field = "scattered";
  auto& f = run.frequencies.emplace_back();
  f.panels_per_wavelength = 10;
  f.extinction_power_w = 0.25;
  f.extinction_over_loss = 1.0099;
  const auto good = solve::accuracy_table(run, true);
  CHECK(good.find("extinction/loss") != std::string::npos);
  CHECK(good.find("surface/far field") == std::string::npos);
  CHECK(solve::frequency_table(run).find("scattered") != std::string::npos);
  CHECK(solve::frequency_table(run).find("far field") == std::string::npos);
  CHECK(good.find("1.0099") != std::string::npos);
  CHECK(good.find('!') == std::string::npos);
  CHECK(solve::frequency_table(run).find("250 mW") != std::string::npos);
  for (const auto& [ratio, mark] : {std::pair{1.0101, "1.0101!"}, {0.9899, "0.9899!"}}) {
    f.extinction_over_loss = ratio;
    CHECK(solve::accuracy_table(run, true).find(mark) != std::string::npos);
  }
}

TEST_CASE("what helps to judge a mesh depends on whether it can be refined") {
  io::RunResult run;
  run.frequencies.emplace_back().panels_per_wavelength = 5;
  CHECK(solve::accuracy_table(run, true).find("solve --convergence") != std::string::npos);
  const auto of_file = solve::accuracy_table(run, false);
  CHECK(of_file.find("--convergence") == std::string::npos);
  CHECK(of_file.find("finer mesh file") != std::string::npos);
}

TEST_CASE("the quality table speaks of the structure if there is one") {
  io::RunResult run;
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
    std::istringstream in(solve::quality_table(run));
    std::string head;
    std::getline(in, head);
    std::string row;
    std::getline(in, row);
    std::istringstream cells(row);
    return Texts{std::istream_iterator<std::string>(cells), {}};
  };
  CHECK(words() == Texts{"100", "Hz", "0.5", "2", "3.0e+01"});
  run.structural_dofs = 3;
  CHECK(words() ==
        Texts{"100", "Hz", "0.5", "2", "3.0e+01", "1.0e-16", "7", "11", "4.0e+06", "2.0e-11"});
}

TEST_CASE("the quality table speaks of iterations where there were any") {
  io::RunResult run;
  run.frequencies.resize(2);
  run.frequencies[1].hz = 100;
  run.frequencies[1].iterations = 17;
  run.frequencies[1].iteration_residual = 3e-11;
  const auto table = solve::quality_table(run);
  CHECK(table.find("iterations") != std::string::npos);
  CHECK(table.find("growth") == std::string::npos);
  CHECK(table.find("17") != std::string::npos);
  CHECK(table.find("3.0e-11") != std::string::npos);
}
