// The powers of a body do not depend on how it is turned and where it lies.
#include <Eigen/Geometry>

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "bem/formulation.h"
#include "meshes/generator.h"
#include "support/catch.h"
#include "support/voxels.h"

using namespace febem::bem;

namespace {

struct Powers {
  double all, region;
};

/// Radiated by a surface that pulsates, and by its first region alone, rho = c = 1.
Powers powers(const mesh::Surface& surface, double k) {
  la::Matrix v = la::Matrix::Zero(surface.size(), 2);
  for (Index j = 0; j < surface.size(); ++j) {
    v(j, 0) = 1;
    if (surface.panels[j].region == 0) v(j, 1) = 1;
  }
  const la::Matrix p = radiated(Collocation(surface, burton_miller(k, surface)), Complex(0, k) * v);
  return {surface_power(surface, p.col(0), v.col(0)), surface_power(surface, p.col(1), v.col(1))};
}

}  // namespace

TEST_CASE("the radiated power is the same however a body is turned and moved") {
  std::vector<std::pair<std::string, mesh::Surface>> bodies;
  for (const auto& [name, values] : std::vector<std::pair<std::string, meshes::Values>>{
           {"sphere", {{"frequency", 4}, {"cap_angle", 40}}},
           {"shell", {{"cells", 4}, {"split", 1}}},
           {"solid_sphere", {{"cells", 4}, {"layers", 1}, {"split", 1}}},
           {"box", {{"size_x", 0.7}, {"size_y", 1.3}, {"panels_x", 4}, {"panels_y", 7},
                       {"panels_z", 6}}},
           {"box", {{"panels_x", 6}, {"panels_y", 6}, {"panels_z", 6}}},
           {"cats_eye", {{"cells", 4}}},
           {"cylinder", {{"length", 0.3}, {"around", 16}, {"stations", 11}, {"piston_rings", 2},
                            {"rim_rings", 1}, {"back_rings", 2}, {"grading", 1}}},
           {"elastic_cylinder", {{"length", 0.3}, {"around", 16}, {"stations", 10}, {"split", 1}}},
           {"sonobuoy", {{"length", 0.3}, {"split", 1}}}})
    bodies.emplace_back(name, meshes::generate(name, values).wet.surface);
  bodies.emplace_back("notched block", notched_block());
  measure(bodies.back().second);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const auto& [name, surface] : bodies) {
    // Where the coupling parameter fades.
    const double k = 0.85 * irregular_wavenumber_bound(surface, mesh::bodies(surface).front());
    const auto here = powers(surface, k);
    CHECK(here.all > 0);
    CHECK(here.region > 0);
    for (int turn = 0; turn < 2; ++turn) {
      const Eigen::Quaterniond by =
          Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
              .normalized();
      auto turned = surface;
      for (Vec3& x : turned.points) x = by * x + Vec3(0.3, -0.2, 0.5);
      measure(turned);
      const auto there = powers(turned, k);
      INFO(name << ", turn " << turn << ": " << there.all / here.all - 1 << ", "
                << there.region / here.region - 1);
      CHECK(there.all == Approx(here.all).epsilon(1e-9));
      CHECK(there.region == Approx(here.region).epsilon(1e-9));
    }
  }
}
