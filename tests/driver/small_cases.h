// Small cases at one frequency, and their solutions.
#pragma once

#include "cases/case_file.h"
#include "cases/model.h"
#include "comm/dry_transport.h"
#include "driver/frequency_solver.h"
#include "la/norms.h"
#include "support/assembled.h"
#include "support/world.h"

namespace febem::test {

/// A body in water; `more` is the rest of the case file.
inline cases::Case in_water(const std::string& geometry, const std::string& more) {
  return cases::read_case("[geometry]\ngenerator = " + geometry +
                              "\n[fluid]\ndensity = 1000\nsound_speed = 1500\n" + more,
      "c.toml");
}

inline cases::Model model_of(const cases::Case& problem) {
  return cases::build_model(problem, ".", 1);
}

/// A steel shell that nothing holds.
inline cases::Case free_shell(
    const std::string& parameters, const std::string& more, double loss_factor = 0.05) {
  return in_water("\"shell\"\n" + parameters,
      R"([structure]
free = true
[[material]]
regions = ["shell"]
young = 2e11
poisson = 0.3
density = 7800
loss_factor = )" +
          std::to_string(loss_factor) + "\n" + more);
}

/// From aside, so that no symmetry helps.
constexpr const char* wave = R"([[excitation]]
kind = "plane_wave"
direction = [0.3, 0.2, 1.0]
amplitude = 2
)";

/// A free shell struck by the wave at 200 Hz.
inline cases::Case struck_shell(double loss_factor, const std::string& more = "") {
  return free_shell("cells = 2", wave + ("[frequency]\nhz = [200]\n" + more), loss_factor);
}

/// A rigid cylinder that moves, on panels of different sizes.
inline cases::Case moving_cylinder(const std::string& more) {
  return in_water("\"cylinder\"\naround = 8\nstations = 12",
      "[[excitation]]\nkind = \"velocity\"\namplitude = 1\n[frequency]\nhz = [100]\n" + more);
}

/// A rank run by itself, without arithmetic and without messages.
struct Dry {
  Dry(int rank, int ranks)
      : alone(rank, ranks), ledger(alone), run(ledger, {}, timing::Arithmetic::dry()) {}
  core::RankMetrics own(core::Stage stage) const { return ledger.metrics(core::name(stage)); }

  comm::DryTransport alone;
  comm::Ledger ledger;
  common::Run run;
};

/// The solutions of all load cases.
inline std::vector<io::FrequencySolution> solved_all(
    World& world, const cases::Case& problem, double hz) {
  const auto model = model_of(problem);
  comm::StageStrategies strategies;
  for (const auto& entry : core::stage_table) strategies[entry.stage] = comm::make_strategy({});
  driver::Sweep sweep(problem, model, world.run());
  return driver::solve_frequency(sweep, hz, world.run(), strategies).solutions;
}
inline io::FrequencySolution solved(World& world, const cases::Case& problem, double hz) {
  return solved_all(world, problem, hz).front();
}

/// Maximum norm of the difference, relative to that of b.
inline double distance(const la::Vector& a, const la::Vector& b) {
  return la::max_norm(a - b) / la::max_norm(b);
}
inline double distance(const std::vector<core::Complex>& a, const std::vector<core::Complex>& b) {
  const auto of = [](const auto& values) {
    return la::Vector::Map(values.data(), std::ssize(values));
  };
  return distance(of(a), of(b));
}

/// A free shell driven from within.
inline const cases::Case& shell_case() {
  static const cases::Case problem = free_shell("cells = 1", R"([[excitation]]
kind = "pressure"
faces = "inner"
legendre = 2
amplitude = 1
[frequency]
hz = [200]
)");
  return problem;
}

inline const cases::Model& shell() {
  static const cases::Model model = model_of(shell_case());
  return model;
}

constexpr double omega = 2 * core::pi * 200;

/// A_s, element by element.
inline la::Matrix stiffness() {
  const auto& s = *shell().structure;
  return assembled(
      s.dofs(), s.solid().element_total(), [&](core::Index e) { return s.element_dofs(e); },
      [&](core::Index e) { return dynamic_stiffness(s, e, omega); });
}

}  // namespace febem::test
