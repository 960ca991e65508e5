// A rigid sphere of radius 1 of curved panels of order 1 and 2 in the plane wave e^{ikz}, at ka =
// pi, where the CBIE is irregular.

#include "bem/rigid_sphere.h"
#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem::bem;

namespace {

/// A cubed sphere of 6 cells^2 panels of nine nodes.
mesh::Surface cubed_sphere(int cells) {
  return meshes::generate("shell", {{"cells", cells}, {"split", 1}}, meshes::Edges::curved)
      .wet.surface;
}

RigidSphereErrors errors(const mesh::Surface& surface, int order, double k) {
  const auto shared = std::make_shared<CollocationSurface>(surface, order);
  const Collocation collocation(shared, burton_miller(k, surface, shared->space));
  std::vector<Complex> row(2 * static_cast<std::size_t>(shared->space.size()));
  const std::span all(row);
  CHECK(collocation.row(1, all.first(all.size() / 2), all.last(all.size() / 2)) ==
        collocation.row_cost(1).flops);
  return rigid_sphere_errors(collocation, shared);
}

double observed_order(double coarse, double fine, double ratio) {
  return std::log(coarse / fine) / std::log(ratio);
}

}  // namespace

TEST_CASE("curved panels of order 1 and 2 converge at an irregular frequency") {
  const auto one_coarse = errors(cubed_sphere(3), 1, core::pi),
             one_fine = errors(cubed_sphere(5), 1, core::pi);
  CHECK(one_fine.unknowns == 600);
  CHECK(one_fine.pressure < 0.005);
  CHECK(one_fine.extinction < 0.004);
  CHECK(observed_order(one_coarse.pressure, one_fine.pressure, 5.0 / 3) > 1.8);
  const auto two_coarse = errors(cubed_sphere(2), 2, core::pi),
             two_fine = errors(cubed_sphere(4), 2, core::pi);
  CHECK(two_fine.unknowns == 864);
  CHECK(two_fine.pressure < 1.5e-4);
  CHECK(two_fine.extinction < 2e-4);
  CHECK(observed_order(two_coarse.pressure, two_fine.pressure, 2) > 2.8);
}

TEST_CASE(
    "with order 1 a sphere that breathes converges with second order where its first interior mode "
    "resonates") {
  // The field is e^{ikr}/r, with the normal derivative (ik - 1) e^{ik} at r = 1.
  constexpr double k = core::pi;
  std::vector<double> error, h;
  for (const double frequency : {2., 3., 5.}) {
    const auto surface =
        meshes::generate("sphere", {{"frequency", frequency}}, meshes::Edges::curved).wet.surface;
    const auto shared = std::make_shared<CollocationSurface>(surface, 1);
    const Collocation collocation(shared, burton_miller(k, surface, shared->space));
    const la::Vector exact = la::Vector::Constant(shared->space.size(), std::polar(1.0, k));
    error.push_back(
        relative_error(shared->space, radiated(collocation, exact * Complex(-1, k)), exact));
    h.push_back(1 / frequency);
  }
  CHECK(error.back() < 7e-4);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(observed_order(error[i], error[i + 1], h[i] / h[i + 1]) > 2);
}

TEST_CASE(
    "with order 2 the error of a rigid sphere of 1 350 unknowns is below 1e-4 at an irregular "
    "frequency, and the power is of order four") {
  const auto coarse = errors(cubed_sphere(3), 2, core::pi),
             fine = errors(cubed_sphere(5), 2, core::pi);
  CHECK(fine.unknowns == 1350);
  CHECK(fine.pressure < 6e-5);
  CHECK(fine.extinction < 7e-5);
  CHECK(observed_order(coarse.pressure, fine.pressure, 5.0 / 3) > 3.5);
  CHECK(observed_order(coarse.extinction, fine.extinction, 5.0 / 3) > 3.7);
}

TEST_CASE("faces of nine nodes are nearer to the sphere than those of eight") {
  auto surface = cubed_sphere(4);
  const auto too_small = [&] {
    const BoundarySpace space(surface, 2);
    return 1 - std::accumulate(space.mass.begin(), space.mass.end(), 0.0) / (4 * core::pi);
  };
  CHECK(too_small() == Approx(0).margin(1e-4));
  surface.ninth_nodes.clear();
  CHECK(too_small() > 5e-4);
}

TEST_CASE("triangles of order 2 do as well as quadrilaterals") {
  const auto surface =
      meshes::generate("sphere", {{"frequency", 2}}, meshes::Edges::curved).wet.surface;
  CHECK(errors(surface, 2, core::pi).pressure < 0.006);
}

TEST_CASE("a field point and a row see the same panels: the pressure beside a sphere of order 2") {
  const auto surface = cubed_sphere(3);
  const BoundarySpace space(surface, 2);
  // A monopole inside: p = e^{ikr}/r on the surface and outside.
  constexpr double k = 2;
  const auto source = monopole({0.1, 0, 0.2}, Complex(0, 4 * core::pi), 1, 1);
  const auto known = incident_field(source, k, space);
  const std::vector<Vec3> points{{0, 0, 1.1}, {1.5, 0.3, 0}, {4, 4, -2}};
  const la::Vector found = Field(surface, k, 2).pressure(points, known.p, known.q);
  for (std::size_t m = 0; m < points.size(); ++m) {
    const Complex exact = pressure(source, k, points[m]);
    CHECK(std::abs(found[m] - exact) < 3e-3 * std::abs(exact));
  }
}

TEST_CASE("a row does not depend on what its memory held before") {
  const auto surface = cubed_sphere(2);
  for (const int order : {1, 2}) {
    const auto shared = std::make_shared<CollocationSurface>(surface, order);
    const Collocation collocation(shared, burton_miller(core::pi, surface, shared->space));
    std::vector<Complex> row(2 * static_cast<std::size_t>(shared->space.size()));
    const std::span all(row);
    {
      std::vector<std::vector<double>> freed;  // memory of many sizes, none of it a number
      for (std::size_t size = 64; size < 4096; size += 64) freed.emplace_back(size, std::nan(""));
    }
    collocation.row(1, all.first(all.size() / 2), all.last(all.size() / 2));
    CHECK(std::all_of(row.begin(), row.end(),
        [](Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }));
  }
}
