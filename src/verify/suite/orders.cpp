// A rigid sphere in the plane wave e^{ikz} at ka = pi, where the CBIE is irregular, by boundary
// elements of order 0, 1 and 2.
#include <array>
#include <string>

#include "verify/case_text.h"
#include "verify/exact/partial_waves.h"
#include "verify/measures.h"

namespace febem::verify {
namespace {

constexpr double irregular_ka = core::pi;

struct Family {
  int order;
  std::array<int, 3> cells;     ///< of the cubed sphere, whose 6 cells^2 faces are the panels
  double pressure, extinction;  ///< tolerances of the finest mesh
  double pressure_order,
      power_order;  ///< least orders of convergence; 0: the error has no steady order
};

constexpr std::array families{Family{0, {4, 6, 9}, 0.02, 0.02, 1.8, 0},
    Family{1, {3, 4, 5}, 0.005, 0.005, 1.8, 0}, Family{2, {2, 3, 5}, 1e-4, 1e-4, 2.8, 3.7}};

void converge(VerificationSuite& suite, const Family& family) {
  std::vector<double> h, of_pressure, of_power;
  const double exact_power =
      core::pi / (irregular_ka * 1.5e6) * exact::sphere_form_function(irregular_ka, 0).imag();
  for (const int cells : family.cells) {
    const auto text = geometry("shell", "cells = " + std::to_string(cells) + "\nsplit = 1") +
                      water() + plane_wave() + at_ka({irregular_ka}) +
                      "[formulation]\norder = " + std::to_string(family.order) + "\n";
    suite.solve(text, [&](const SolvedFrequency& solved) {
      const auto label = ", order " + std::to_string(family.order) + ", " +
                         std::to_string(solved.surface().size()) + " unknowns";
      const auto pressure = compare_surface_pressure(
          "surface pressure" + label, solved,
          [](double theta) { return exact::sphere_pressure(irregular_ka, theta); },
          family.pressure);
      const auto power = compare("extinction, W" + label, exact_power,
          solved.solution.figures.extinction_power_w, family.extinction);
      if (cells == family.cells.back()) {
        suite.record(pressure);
        suite.record(power);
      }
      h.push_back(1.0 / cells);
      of_pressure.push_back(pressure.error);
      of_power.push_back(power.error);
    });
  }
  if (!suite.is_master()) return;
  const auto label = "order " + std::to_string(family.order) + ", ";
  suite.record(order_at_least(family.pressure_order, label + "pressure", h, of_pressure, 0));
  if (family.power_order > 0)
    suite.record(order_at_least(family.power_order, label + "power", h, of_power, 0));
}

void run_orders(VerificationSuite& suite) {
  for (const auto& family : families) converge(suite, family);
}

}  // namespace

extern const VerificationCase orders_case{"orders",
    "a rigid sphere by boundary elements of order 0, 1 and 2: orders of convergence", run_orders};

}  // namespace febem::verify
