// A small case at one frequency, and the solutions of two methods beside each other.
#pragma once

#include <string>
#include <vector>

#include "cases/case_file.h"
#include "driver/frequency_solver.h"
#include "la/norms.h"
#include "support/world.h"

namespace febem::test {

/// A free shell struck from aside, so that no symmetry helps, at 200 Hz; `more` is the rest of the
/// case file.
inline cases::Case struck_shell(double loss_factor, const std::string& more = "") {
  return cases::read_case(
      "[geometry]\ngenerator = \"shell\"\ncells = 2\n[structure]\nfree = true\n[fluid]\ndensity = "
      "1000\nsound_speed = 1500\n"
      "[[material]]\nregions = [\"shell\"]\nyoung = 2e11\npoisson = 0.3\ndensity = "
      "7800\nloss_factor = " +
          std::to_string(loss_factor) +
          "\n[[excitation]]\nkind = \"plane_wave\"\ndirection = [0.3, 0.2, 1.0]\namplitude = "
          "2\n[frequency]\nhz = [200]\n" +
          more,
      "c.toml");
}

inline io::FrequencySolution solved(World& world, const cases::Case& problem, double hz) {
  const auto model = cases::build_model(problem, ".", 1);
  tuning::StageStrategies strategies;
  for (const auto& entry : core::stage_table) strategies[entry.stage] = comm::make_strategy({});
  driver::Sweep sweep(problem, model);
  return driver::solve_frequency(sweep, hz, world.run(), strategies).solution;
}

/// Maximum norm of the difference, relative to that of b.
inline double distance(const std::vector<core::Complex>& a, const std::vector<core::Complex>& b) {
  const auto of = [](const auto& values) {
    return Eigen::Map<const la::Vector>(values.data(), std::ssize(values));
  };
  return la::max_norm(of(a) - of(b)) / la::max_norm(of(b));
}

}  // namespace febem::test
