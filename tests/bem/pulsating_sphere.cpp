// A sphere of radius 1 that pulsates with unit velocity: z = p/(rho c v) = -ix/(1 - ix).
#include "bem/dense_solve.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;

namespace {

/// Relative error of the surface pressure.
double error(const mesh::Surface& surface, const bem::Formulation& formulation) {
  const double k = formulation.wavenumber;
  const auto [h, b] = bem::form(bem::Collocation(surface, formulation));
  const Complex q(0, k), z = Complex(0, -k) / Complex(1, -k);  // rho c = 1
  const la::Vector p = bem::solve(h, -b * la::Vector::Constant(surface.size(), q));
  return bem::relative_error(surface, p, la::Vector::Constant(surface.size(), z));
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace

TEST_CASE("Burton-Miller converges with second order at regular and irregular frequencies") {
  const auto coarse = meshes::icosphere(1, 4), fine = meshes::icosphere(1, 8);
  const double length = 1;
  const auto at = [&](double ka) {
    return std::pair(error(coarse, bem::burton_miller(ka, length)),
                     error(fine, bem::burton_miller(ka, length)));
  };
  const auto [coarse_1, fine_1] = at(1);
  CHECK(fine_1 < 2e-3);
  CHECK(order(coarse_1, fine_1) > 1.8);
  const auto [coarse_pi, fine_pi] = at(core::pi);
  CHECK(fine_pi < 4.5e-3);
  CHECK(order(coarse_pi, fine_pi) > 1.8);
}

TEST_CASE("the plain CBIE converges at ka = 1 and fails at ka = pi") {
  const auto coarse = meshes::icosphere(1, 4), fine = meshes::icosphere(1, 8);
  const double fine_1 = error(fine, bem::cbie(1));
  CHECK(fine_1 < 2.2e-3);
  CHECK(order(error(coarse, bem::cbie(1)), fine_1) > 1.8);
  CHECK(error(coarse, bem::cbie(core::pi)) > 0.05);
  CHECK(error(fine, bem::cbie(core::pi)) > 0.05);
}
