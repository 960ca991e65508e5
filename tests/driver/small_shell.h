// A small free steel shell driven from within, and its equations.
#pragma once

#include "cases/case_file.h"
#include "cases/model.h"

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
  const auto& structure = *shell().structure;
  la::Matrix a = la::Matrix::Zero(structure.dofs(), structure.dofs());
  for (core::Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto dofs = structure.element_dofs(e);
    const la::Matrix element = structure.dynamic_stiffness(e, omega);
    for (std::size_t i = 0; i < dofs.size(); ++i)
      for (std::size_t j = 0; j < dofs.size(); ++j)
        if (dofs[i] >= 0 && dofs[j] >= 0)
          a(dofs[i], dofs[j]) +=
              element(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  }
  return a;
}

}  // namespace febem::test
