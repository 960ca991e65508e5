// The thick steel shell of the ladder, in water.
#pragma once

#include <string>

#include "exact/elastic_sphere.h"
#include "verify/case_text.h"

namespace febem::verify {

inline constexpr exact::ElasticSphere thick_shell{210e9, 0.3, 7800.0, 1.0, 0.95};
inline constexpr exact::Fluid exact_water{1000.0, 1500.0};

/// Its case without excitation and frequency: 6 cells^2 bricks, 24 cells^2 panels.
inline std::string thick_shell_case(int cells) {
  return geometry("shell", "thickness = 0.05\ncells = " + std::to_string(cells)) + water() +
         free_structure("shell", thick_shell.youngs_modulus, thick_shell.poisson_ratio, thick_shell.density);
}

}  // namespace febem::verify
