// A small free steel shell driven from within, and its equations.
#pragma once

#include "cases/case_file.h"
#include "cases/model.h"
#include "support/assembled.h"

namespace febem::test {

inline const cases::Case& shell_case() {
  static const cases::Case problem = cases::read_case(
      "[geometry]\ngenerator = \"shell\"\ncells = 1\n[structure]\nfree = true\n"
      "[fluid]\ndensity = 1000\nsound_speed = 1500\n"
      "[[material]]\nregions = [\"shell\"]\nyoung = 2e11\npoisson = 0.3\ndensity = "
      "7800\nloss_factor = 0.05\n"
      "[[excitation]]\nkind = \"pressure\"\nfaces = \"inner\"\nlegendre = 2\namplitude = "
      "1\n[frequency]\nhz = [200]\n",
      "c.toml");
  return problem;
}

inline const cases::Model& shell() {
  static const cases::Model model = cases::build_model(shell_case(), ".", 1);
  return model;
}

constexpr double omega = 2 * core::pi * 200;

/// A_s, element by element.
inline la::Matrix stiffness() {
  const auto& s = *shell().structure;
  return assembled(
      s.dofs(), s.solid().element_total(), [&](core::Index e) { return s.element_dofs(e); },
      [&](core::Index e) { return s.dynamic_stiffness(e, omega); });
}

}  // namespace febem::test
