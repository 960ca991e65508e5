// The problems of the benchmark: their sizes, their credit, and what their fingerprint sees.
#include "solve/benchmark.h"

#include <numeric>

#include "driver/small_cases.h"
#include "support/catch.h"

using core::Stage;

namespace {

double all_flop(int cells) {
  const auto flop = solve::credited_flop(cells);
  return std::accumulate(flop.begin(), flop.end(), 0.0);
}

cases::Case shell_of(int cells) { return cases::read_case(solve::shell_text(cells), "shell.toml"); }

}  // namespace

TEST_CASE("the sizes by which a problem is credited and listed are those of its mesh") {
  const auto model = model_of(shell_of(3));
  CHECK(model.space.size() == 24 * 9);
  CHECK(model.structure->dofs() == 126 * 9 + 18);
}

TEST_CASE("the default methods on one rank compute about what a problem is credited with") {
  for (const int cells : {6, 8, 12}) {
    const auto problem = shell_of(cells);
    const auto model = cases::build_model(problem, ".", 1, cases::Matrices::modelled);
    Dry dry(0, 1);
    const driver::Sweep sweep(problem, model, dry.run);
    const driver::StageDrivers stages(sweep, problem.frequencies().front(), dry.run);
    const auto strategy = comm::make_strategy({});
    auto factor = stages.merge(dry.run, strategy);
    auto rows = stages.form(dry.run, strategy);
    stages.eliminate(
        dry.run, strategy, stages.reduce(dry.run, strategy, std::move(rows.h), rows.b, factor));
    for (const auto stage : core::four_stages) {
      INFO(core::name(stage) << ", " << cells << " cells");
      const double counted = static_cast<double>(dry.own(stage).flops);
      CHECK(counted == Approx(solve::credited_flop(cells)[stage]).epsilon(0.25));
    }
  }
}

TEST_CASE("in weak mode the flop of a rank stay, as nearly as whole numbers of cells allow") {
  for (const auto& one : solve::named_problems()) {
    CHECK(solve::weak_cells(one.cells, 1) == one.cells);
    for (const int ranks : {2, 3, 16, 1000}) {
      INFO(one.name << " on " << ranks << " ranks");
      const int cells = solve::weak_cells(one.cells, ranks);
      const auto misses = [&](int other) {
        return std::abs(std::log(all_flop(other) / (ranks * all_flop(one.cells))));
      };
      CHECK(misses(cells) <= misses(cells + 1));
      CHECK(misses(cells) <= misses(cells - 1));
    }
  }
}

TEST_CASE("the fingerprint has no unit, and sees every pressure") {
  std::vector<core::Complex> p;
  for (int i = 0; i < 100; ++i) p.emplace_back(1 + 0.01 * i, -0.5 + 0.02 * i);
  const auto of_p = solve::fingerprint(p);
  CHECK(std::abs(of_p) < 10);
  auto louder = p;
  for (auto& value : louder) value *= 1000;
  CHECK(std::abs(solve::fingerprint(louder) - of_p) < 1e-13);
  for (std::size_t i = 0; i < p.size(); ++i) {
    auto wrong = p;
    wrong[i] *= 1 + 1e-5;
    INFO(i);
    CHECK(std::abs(solve::fingerprint(wrong) - of_p) > 1e-8);
  }
}
