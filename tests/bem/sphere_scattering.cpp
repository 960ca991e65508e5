// A rigid sphere of radius 1 scatters the plane wave e^{ikz}.
#include "exact/sphere_scattering.h"

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/plane_wave.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem;
using bem::Complex;

namespace {

struct ScatteringErrors {
  double surface;   ///< relative L2 error of the total pressure
  double backward;  ///< relative error of the scattered far field towards the source
};

ScatteringErrors scattering_errors(int frequency, double k, bem::Equation equation) {
  const auto surface = meshes::icosphere(1, frequency);
  const auto formulation = equation(k, surface);
  const bem::Index size = surface.size();
  const auto incident = bem::incident_field(bem::PlaneWave{}, k, surface);
  const auto [h, b] = bem::form(bem::Collocation(surface, formulation));
  const la::Vector p = bem::solve(h, incident.p + formulation.alpha.cwiseProduct(incident.q));
  la::Vector exact(size);
  for (bem::Index j = 0; j < size; ++j)
    exact[j] = exact::rigid_sphere_pressure(k, std::acos(surface.centroids[j].normalized().z()));
  const std::array<mesh::Vec3, 1> backwards{-mesh::Vec3::UnitZ()};
  const Complex f = 2.0 * bem::Field(surface, k).directivity(backwards, p, la::Vector::Zero(size))[0];
  const Complex form_function = exact::rigid_sphere_form_function(k, core::pi);
  return {bem::relative_error(surface, p, exact), std::abs(f - form_function) / std::abs(form_function)};
}

}  // namespace

TEST_CASE("Burton-Miller: pressure on a rigid sphere and its echo") {
  const auto low = scattering_errors(6, 1, bem::burton_miller), high = scattering_errors(8, 5, bem::burton_miller);
  CHECK(low.surface < 0.01);
  CHECK(low.backward < 0.01);
  CHECK(high.surface < 0.02);
  CHECK(high.backward < 0.03);
}

TEST_CASE("Burton-Miller and the plain CBIE agree away from irregular frequencies") {
  const auto plain = scattering_errors(5, 1, bem::cbie);
  CHECK(plain.surface < 0.01);
  CHECK(plain.backward < 0.01);
}
