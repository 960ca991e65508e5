// What the gradient of the pressure adds to the double layer across a sharp edge.
#include "bem/edge_correction.h"

#include "bem/field.h"
#include "bem/operators.h"
#include "bem/surfaces.h"
#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

/// What only the edge correction puts into row i of K.
std::vector<Complex> corrections(const mesh::Surface& surface, Index i) {
  std::vector<Complex> k(surface.size());
  EdgeCorrection(surface, vertex_neighbours(surface)).add(PanelQuadrature(surface), i, 1, k);
  return k;
}

Complex product(const std::vector<Complex>& row, const la::Vector& p) {
  return std::inner_product(row.begin(), row.end(), p.begin(), Complex(0));
}

/// On the face z = 0 of the unit cube the distance from its edge x = 0 to this power, elsewhere
/// zero.
la::Vector singular_pressure(const mesh::Surface& surface, double power) {
  la::Vector p = la::Vector::Zero(surface.size());
  for (Index j = 0; j < surface.size(); ++j)
    if (surface.normals[j].z() < -0.5) p[j] = std::pow(surface.centroids[j].x(), power);
  return p;
}

Index nearest(const mesh::Surface& surface, const Vec3& x) {
  Index best = 0;
  for (Index j = 1; j < surface.size(); ++j)
    if ((surface.centroids[j] - x).norm() < (surface.centroids[best] - x).norm()) best = j;
  return best;
}

}  // namespace

TEST_CASE("the slope of the best line through r^lambda, over that between the first centroids") {
  CHECK(edge_gradient_factor(0) == Approx(1));
  for (const double turn : {0.5, core::pi / 2, 2.5}) {
    const double lambda = core::pi / (core::pi + turn);
    double moment = 0;  // int r^lambda (r - 1/2) over 0 < r < 1
    const int steps = 200000;
    for (int m = 0; m < steps; ++m) {
      const double r = (m + 0.5) / steps;
      moment += std::pow(r, lambda) * (r - 0.5) / steps;
    }
    CHECK(edge_gradient_factor(turn) ==
          Approx(12 * moment / (std::pow(1.5, lambda) - std::pow(0.5, lambda))).epsilon(1e-6));
  }
}

TEST_CASE("the double layer of a pressure that is singular at an edge, seen from its other side") {
  const auto coarse = box({1, 1, 1}, {8, 8, 8}), fine = box({1, 1, 1}, {128, 128, 8});
  const auto p = singular_pressure(coarse, 2.0 / 3), p_fine = singular_pressure(fine, 2.0 / 3);
  for (const auto& [height, share] : {std::pair(0.5 / 8, 0.4), std::pair(1.5 / 8, 0.75)}) {
    const Vec3 x(0, 0.5 + 0.5 / 8, height);
    const auto i = nearest(coarse, x);
    REQUIRE((coarse.centroids[i] - x).norm() < 1e-12);
    // Only the face z = 0 has a pressure; x is not on it.
    mesh::Surface face = fine;
    la::Vector p_face(fine.size());
    face.panels.clear();
    Index count = 0;
    for (Index j = 0; j < fine.size(); ++j)
      if (fine.normals[j].z() < -0.5) {
        face.panels.push_back(fine.panels[j]);
        p_face[count++] = p_fine[j];
      }
    mesh::measure(face);
    const la::Vector p_known = p_face.head(count), q = la::Vector::Zero(count);
    const std::array<Vec3, 1> at{x};
    const Complex exact = Field(face, 0).pressure(at, p_known, q)(0);
    const Complex corrected =
        (operators(CollocationSurface(coarse), 0, i)[1].transpose() * p).value();
    const Complex plain = corrected - product(corrections(coarse, i), p);
    INFO(height << ": exact " << exact << ", corrected " << corrected << ", plain " << plain);
    CHECK(std::abs(corrected - exact) < share * std::abs(plain - exact));
  }
}

TEST_CASE("a constant pressure has no gradient, beside edges and elsewhere") {
  const auto surface = box({1, 1, 1.5}, {4, 5, 6});
  const la::Vector one = la::Vector::Ones(surface.size());
  for (Index i = 0; i < surface.size(); ++i)
    CHECK(std::abs(product(corrections(surface, i), one)) < 1e-14);
}

TEST_CASE("panels on one side of all edges, and those far from them, are left alone") {
  const auto sphere = meshes::generate("sphere", {{"frequency", 3}}).wet.surface;
  for (Index i = 0; i < sphere.size(); ++i)
    for (const Complex& k : corrections(sphere, i)) CHECK(k == 0.0);
  const auto cube = box({1, 1, 1}, {16, 16, 16});
  const auto middle = nearest(cube, Vec3(0.5 + 0.5 / 16, 0.5 + 0.5 / 16, 0));
  for (const Complex& k : corrections(cube, middle)) CHECK(k == 0.0);
  const auto beside = corrections(cube, nearest(cube, Vec3(0.5 / 16, 0.5 + 0.5 / 16, 0)));
  CHECK(std::any_of(beside.begin(), beside.end(), [](const Complex& k) { return k != 0.0; }));
  for (Index j = 0; j < cube.size(); ++j)
    if (cube.normals[j].z() < -0.5) CHECK(beside[j] == 0.0);
}

TEST_CASE("the correction is the same for a body of any size") {
  const auto small = box({0.125, 0.125, 0.125}, {8, 8, 8}), large = box({64, 64, 64}, {8, 8, 8});
  const auto i = nearest(small, Vec3(0, 0.0703125, 0.0234375));
  const auto of_small = corrections(small, i), of_large = corrections(large, i);
  CHECK(std::any_of(of_small.begin(), of_small.end(), [](const Complex& k) { return k != 0.0; }));
  for (Index j = 0; j < small.size(); ++j) CHECK(std::abs(of_small[j] - of_large[j]) < 1e-12);
}
