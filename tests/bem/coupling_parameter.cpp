
#include "bem/formulation.h"
#include "bem/surfaces.h"
#include "meshes/generator.h"
#include "meshes/icosphere.h"
#include "support/box_surface.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

double first_irregular(const mesh::Surface& surface) {
  return irregular_wavenumber_bound(surface, mesh::bodies(surface).front());
}

/// Share of the area that has a coupling.
double covered(const mesh::Surface& surface, const la::Vector& alpha) {
  double with = 0, all = 0;
  for (Index j = 0; j < surface.size(); ++j) {
    all += surface.areas[j];
    if (alpha[j] != 0.0) with += surface.areas[j];
  }
  return with / all;
}

double distance_to_edge_of_unit_cube(const Vec3& x) {
  std::array<double, 3> d;
  for (int axis = 0; axis < 3; ++axis) d[axis] = std::min(x[axis], 1 - x[axis]);
  std::sort(d.begin(), d.end());
  return std::hypot(d[0], d[1]);
}

double smooth_max(double a, double b) { return std::pow(std::pow(a, 8) + std::pow(b, 8), 0.125); }

// Near min(1/k, a/2).
double usual(double k, double a) { return 1 / smooth_max(k, 2 / a); }

// By k / k0.
double faded(double share) { return 1 - std::exp(-std::pow(share, 8)); }

}  // namespace

TEST_CASE("no irregular frequency lies below the bound") {
  // First ones: ka = pi of a sphere; (j_{0,1}/b, pi/L) of a cylinder.
  const double sphere = first_irregular(meshes::icosphere(2, 8));
  CHECK(sphere < core::pi / 2 * 1.01);
  CHECK(sphere > core::pi / 2 * 0.99);
  const auto cylinder =
      meshes::generate("cylinder", {{"radius", 0.5}, {"length", 10.0}, {"piston_radius", 0.3}})
          .wet.surface;
  const double k = first_irregular(cylinder),
               first = std::hypot(2.404825557695773 / 0.5, core::pi / 10);
  CHECK(k < first);
  CHECK(k > 0.9 * first);
  CHECK(first_irregular(box({1, 2, 3}, {2, 2, 2})) ==
        Approx(core::pi * std::sqrt(1 + 1 / 4. + 1 / 9.)));
}

TEST_CASE(
    "without sharp edges alpha is +i min(1/k, a/2), and fades far below the first irregular "
    "frequency") {
  const auto sphere = meshes::icosphere(2, 8);
  double area = 0;
  for (const double a : sphere.areas) area += a;
  const double a = std::sqrt(area / (4 * core::pi)), first = first_irregular(sphere);
  for (const double k : {0.311 * first, first, 20.0}) {
    const auto alpha = coupling_parameter(sphere, k);
    for (Index j = 0; j < sphere.size(); ++j) {
      CHECK(alpha[j].real() == 0);
      CHECK(alpha[j].imag() == Approx(usual(k, a) * faded(k / (0.31 * first))));
    }
  }
  const auto at = [&](double share) {
    return coupling_parameter(sphere, share * 0.31 * first)[7].imag();
  };
  CHECK(at(0.4) == Approx(usual(0.4 * 0.31 * first, a) * faded(0.4)));
  CHECK(at(0.3) == 0);
  CHECK(coupling_parameter(sphere, 0) == la::Vector::Zero(sphere.size()));
}

TEST_CASE(
    "a cube has seven tenths of the coupling, and none within a quarter of its side or four panels "
    "from an edge") {
  const double k = 7;
  for (const int n : {10, 24}) {
    INFO(n << " panels along an edge");
    const auto cube = box({1, 1, 1}, {n, n, n});
    const auto alpha = coupling_parameter(cube, k);
    const double clear = std::max(4. / n, 0.25);  // 3V/2A = 1/4
    int with = 0;
    for (Index j = 0; j < cube.size(); ++j) {
      const bool expected = distance_to_edge_of_unit_cube(cube.centroids[j]) >= clear - 1e-9;
      // Of ten panels along an edge only the middle two are four or more away: less than a quarter
      // of the area.
      if (n == 24) CHECK((alpha[j] != 0.0) == expected);
      if (expected) CHECK(alpha[j].imag() == Approx(0.7 * usual(k, std::sqrt(6 / (4 * core::pi)))));
      with += alpha[j] != 0.0;
    }
    CHECK(with > 0);
    CHECK(covered(cube, alpha) >= 0.25 - 1e-9);
    CHECK(covered(cube, alpha) <= (n == 24 ? 0.27 : 0.4));
  }
}

TEST_CASE("with sharp edges alpha fades below the first irregular frequency") {
  const auto cube = box({1, 1, 1}, {12, 12, 12});
  const double first = first_irregular(cube);
  const auto largest = [&](double k) { return coupling_parameter(cube, k).imag().maxCoeff(); };
  const double a = std::sqrt(6 / (4 * core::pi));
  for (const double share : {1., 0.8, 0.4})
    CHECK(largest(share * first) == Approx(0.7 * faded(share / 0.93) * usual(share * first, a)));
  CHECK(largest(first) > 0.8 * 0.7 * usual(first, a));
  CHECK(largest(0.29 * first) == 0);
}

TEST_CASE(
    "with order 1 or 2 each panel has a part of the coupling that grows with k times its radius, "
    "beside edges too") {
  const double k = 7, whole = 0.7 * usual(k, std::sqrt(6 / (4 * core::pi)));
  const auto part = [&](int order, int cuts) {
    const auto cube = box({1, 1, 1}, {cuts, cuts, cuts});
    const BoundarySpace space(cube, order);
    const auto alpha = coupling_parameter(cube, space, k);
    for (Index n = 0; n < space.size(); ++n) {
      CHECK(alpha[n].real() == 0);
      CHECK(alpha[n].imag() == Approx(alpha[0].imag()));
    }
    return alpha[0].imag() / whole;
  };
  const auto squared = [&](int cuts) { return std::pow(k / (std::sqrt(2) * cuts), 2); };
  CHECK(part(1, 10) == Approx(smooth_max(0.1 * squared(10), 0.02)));
  CHECK(part(1, 2) == Approx(0.2));
  CHECK(part(1, 20) == Approx(smooth_max(0.1 * squared(20), 0.02)));
  CHECK(part(2, 3) == Approx(smooth_max(0.02 * squared(3), 0.02)));
  CHECK(part(2, 1) == Approx(0.2));
  CHECK(part(2, 8) == Approx(0.02).epsilon(1e-3));
  // Panels of one body that differ in size differ in alpha.
  const auto slab = box({1, 1, 2}, {3, 3, 3});
  const BoundarySpace space(slab, 1);
  const auto alpha = coupling_parameter(slab, space, 3);
  const auto part_of = [&](Index n) {
    return smooth_max(0.1 * std::pow(3 * space.panels()[space.panel[n]].radius(), 2), 0.02);
  };
  for (Index n = 0; n < space.size(); ++n)
    CHECK(alpha[n].imag() / alpha[0].imag() == Approx(part_of(n) / part_of(0)));
}

TEST_CASE("concave edges take nothing from the coupling") {
  const auto surface = meshes::generate("cats_eye", {{"cells", 10}}).wet.surface;
  const auto alpha = coupling_parameter(surface, 7);
  int corner = 0;
  for (Index j = 0; j < surface.size(); ++j) {
    const Vec3& x = surface.centroids[j];
    if (surface.regions[surface.panels[j].region] != "mouth") continue;
    // The mouth's three edges meet at the origin; its rim is the circle of radius 1.
    if (x.norm() < 0.4) {
      ++corner;
      CHECK(alpha[j] != 0.0);
    }
    if (x.norm() > 0.75) CHECK(alpha[j] == 0.0);
  }
  CHECK(corner > 20);
}

TEST_CASE(
    "however coarse a body is, a quarter of its area keeps its coupling, alike in what is alike") {
  const auto coarse = box({1, 1, 1}, {3, 3, 3});
  const auto alpha = coupling_parameter(coarse, 7);
  // Of 3 x 3 panels a face the middle one is farthest from the edges (1/9); the next are its four
  // neighbours and corners, all half a panel away from an edge.
  CHECK(covered(coarse, alpha) == Approx(1));
  const auto plate = meshes::generate("cylinder", {{"length", 0.01}, {"stations", 2}}).wet.surface;
  CHECK(covered(plate, coupling_parameter(plate, 300)) >= 0.25);
}

TEST_CASE("each body has the coupling that it has alone") {
  const auto ball = meshes::icosphere(1, 6);
  const auto cube = box({0.5, 0.5, 0.5}, {12, 12, 12});
  const auto both = joined(ball, cube, {3, 0, 0});
  REQUIRE(mesh::bodies(both).size() == 2);
  const double k = 3;
  const auto alpha = coupling_parameter(both, k);
  CHECK(alpha.head(ball.size()).isApprox(coupling_parameter(ball, k)));
  CHECK(alpha.tail(cube.size()).isApprox(coupling_parameter(cube, k)));
  CHECK(alpha[0] != 0.0);
}
