#include "bem/collocation.h"

#include "bem/operators.h"
#include "bem/panel_integrals.h"
#include "bem/surfaces.h"
#include "core/error.h"
#include "la/norms.h"
#include "meshes/icosphere.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

/// The largest difference between a row sum of K (1) or N (3) at k = 0 and `expected`.
double closure_error(const mesh::Surface& surface, int which, double expected) {
  const CollocationSurface shared(surface);
  double error = 0;
  for (Index i = 0; i < surface.size(); ++i)
    error = la::larger(error, std::abs(operators(shared, 0, i)[which].sum() - expected));
  return error;
}

/// The points of the rule for a panel seen from nearby: the panel is quartered until each part is
/// far enough.
core::Count points_seen(const PanelShape& shape, const Vec3& from) {
  const double distance = (from - shape.centre).norm() / shape.radius;
  REQUIRE(distance < 16);
  if (distance >= 7) return shape.corner_count == 3 ? 7 : 9;
  if (distance >= 4.2) return 16;
  if (distance >= 2.8) return 25;
  if (distance >= 1.6) return 64;
  core::Count sum = 0;
  for (const auto& part : split(shape)) sum += points_seen(part, from);
  return sum;
}

}  // namespace

TEST_CASE("closure at k = 0: K 1 = -1/2 and N 1 = 0 on closed surfaces") {
  const auto sphere = meshes::icosphere(1, 5), cuboid = box({1, 0.5, 2}, {5, 3, 9});
  CHECK(closure_error(sphere, 1, -0.5) < 1e-6);
  CHECK(closure_error(sphere, 3, 0) < 1e-4);
  CHECK(closure_error(cuboid, 1, -0.5) < 1e-6);
  CHECK(closure_error(cuboid, 3, 0) < 5e-5);
}

TEST_CASE("K' is the transpose of K weighted with the areas, the edge correction aside") {
  const auto surface = box({1, 0.5, 2}, {2, 3, 4});
  const CollocationSurface shared(surface);
  const EdgeCorrection edges(surface, vertex_neighbours(surface));
  const PanelQuadrature quadrature(surface);
  const auto transposed = operators(shared, 1.5, 7)[2];
  for (const Index j : {0, 6, 7, 8, 30}) {
    std::vector<Complex> correction(surface.size());
    edges.add(quadrature, j, 1, correction);
    const Complex expected =
        (operators(shared, 1.5, j)[1][7] - correction[7]) * surface.areas[j] / surface.areas[7];
    CHECK(std::abs(transposed[j] - expected) < 1e-16);
  }
}

TEST_CASE(
    "H and B are the combinations of the operators that the formulation says, each row with its "
    "own alpha") {
  const auto surface = meshes::icosphere(1, 2);
  const Index n = surface.size();
  Formulation formulation{1.2, la::Vector::Constant(n, Complex(0.1, 0.3))};
  formulation.alpha[12] = Complex(0.2, 0.05);
  formulation.alpha[13] = 0;
  const Collocation collocation(surface, formulation);
  std::vector<Complex> h(n), b(n);
  for (const Index i : {11, 12, 13}) {
    INFO("row " << i);
    const Complex alpha = formulation.alpha[i];
    collocation.row(i, h, b);
    const auto [s, k, k_transposed, hypersingular] = operators(CollocationSurface(surface), 1.2, i);
    for (Index j = 0; j < n; ++j) {
      const double half = i == j ? 0.5 : 0.0;
      CHECK(std::abs(h[j] - (half - k[j] - alpha * hypersingular[j])) < 1e-15);
      CHECK(std::abs(b[j] - (s[j] + alpha * (half + k_transposed[j]))) < 1e-15);
      if (alpha == 0.0) CHECK((h[j] == half - k[j] && b[j] == s[j]));
    }
  }
}

TEST_CASE("a row has the same bits whoever computes it and whenever") {
  const auto surface = meshes::icosphere(1, 4);
  const Collocation one(surface, burton_miller(2, surface));
  const auto moved = surface;
  const Collocation other(moved, burton_miller(2, moved));
  const Index n = surface.size();
  std::vector<Complex> h(n), b(n), h_again(n), b_again(n);
  one.row(100, h, b);
  for (const Index i : {319, 0, 101, 100}) other.row(i, h_again, b_again);
  CHECK(h == h_again);
  CHECK(b == b_again);
}

TEST_CASE("the flops of a row are those of its quadrature points") {
  // Squeezed, since between equal rectangles the limits of "near" are met exactly.
  auto squeezed = box({1, 0.5, 2}, {2, 3, 4});
  for (auto& x : squeezed.points) x.head<2>() *= 1 + 0.1 * x.z() * x.z();
  mesh::measure(squeezed);
  for (const bool edges : {false, true}) {
    const auto surface = edges ? squeezed : meshes::icosphere(1, 3);
    const Collocation both(surface, uniform_coupling(2, 1, surface)),
        plain(surface, cbie(2, surface));
    const PanelIntegrals integrals(surface, chosen_panel_kernels());
    std::vector<Complex> h(surface.size()), b(surface.size());
    for (Index i = 0; i < surface.size(); i += 5) {
      const core::Count from_here =
          integrals.over_panels({surface.centroids[i], surface.normals[i], i}, {2}, false).points;
      const core::Count to_here = integrals.seen_from_others(i, 2, false).points;
      core::Count nearby = 0, across = 0;
      const auto own = panel_shape(surface, i);
      for (Index j = 0; j < surface.size(); ++j) {
        if (j == i) continue;
        const auto other = panel_shape(surface, j);
        if (!((own.centre - other.centre).norm() < 4 * std::max(own.radius, other.radius)))
          continue;
        nearby += points_seen(other, own.centre);
        if (edges && own.normal.dot(other.normal) < std::cos(40 * core::pi / 180))
          across += points_seen(other, own.centre);
      }
      // At a point: 3 + 5 + 3 for the distance, 38 for sine and cosine, 11 for the two kernels, 2
      // to add up each; 18 for the hypersingular one and 2 to add it up; 31 for its moment, and for
      // that of the double layer across an edge.
      CHECK(plain.row(i, h, b) == 64 * from_here + 31 * across);
      CHECK(both.row(i, h, b) == (64 + 20) * from_here + 62 * to_here + 31 * nearby + 31 * across);
    }
  }
}

TEST_CASE("a wavenumber that is negative or not a number is refused") {
  const auto surface = meshes::icosphere(1, 1);
  CHECK_THROWS_AS(Collocation(surface, cbie(-1, surface)), core::InputError);
  CHECK_THROWS_AS(Collocation(surface, cbie(std::numeric_limits<double>::quiet_NaN(), surface)),
      core::InputError);
}

TEST_CASE("what a row costs is known without doing it") {
  // Near pairs, far pairs, sharp edges, triangles; rows with and without N.
  for (const auto& surface : {box({1, 0.5, 2}, {5, 3, 9}), meshes::icosphere(1, 6)}) {
    auto formulation = uniform_coupling(3, 0.1, surface);
    formulation.alpha[2] = 0;
    const Collocation collocation(surface, formulation);
    std::vector<Complex> h(collocation.size()), b(collocation.size());
    for (Index i = 0; i < collocation.size(); ++i) {
      const auto cost = collocation.row_cost(i);
      CHECK(cost.flops == collocation.row(i, h, b));
      CHECK(cost.pairs == (i == 2 ? 1 : 2) * collocation.size());
      CHECK(cost.near_pairs > 0);
      CHECK(cost.near_pairs < cost.pairs);
    }
  }
}
