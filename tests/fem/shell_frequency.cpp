#include <Eigen/SparseCholesky>

#include "fem/structure.h"
#include "meshes/generator.h"
#include "support/catch.h"

namespace {

// The eigenfrequency (Hz) nearest to `guess` by inverse iteration.
double frequency_near(const fem::Structure& structure, double guess) {
  const auto [k, m, loss] = fem::assemble(structure);
  const double shift = std::pow(2 * core::pi * guess, 2);
  const Eigen::SimplicialLDLT<fem::SparseMatrix> solver(fem::SparseMatrix(k - shift * m));
  la::RealVector x = la::RealVector::LinSpaced(structure.dofs(), -1, 2).array().sin();
  for (int step = 0; step < 30; ++step) {
    x = solver.solve(m * x);
    x /= std::sqrt(x.dot(m * x));
  }
  return std::sqrt(x.dot(k * x)) / (2 * core::pi);
}

}  // namespace

TEST_CASE("a thick steel shell vibrates at its exact n = 2 frequency, with order above three") {
  // Elasticity theory: radius 1, thickness 0.05, E = 210e9, nu = 0.3, rho = 7800.
  const double exact = 623.843;
  std::vector<double> error;
  for (int cells : {3, 6}) {
    const auto g = meshes::generate("shell", {{"cells", cells}});
    const fem::Structure s(g.solid, {{"shell", {210e9, 0.3, 7800, 0}}}, {}, true);
    error.push_back(std::abs(frequency_near(s, 620) / exact - 1));
  }
  CHECK(error[1] < 5e-4);
  CHECK(std::log2(error[0] / error[1]) > 3);
}
