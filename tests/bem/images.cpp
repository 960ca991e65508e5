// A part of a body with its images in planes of symmetry against the whole body; bodies above,
// on and in planes.
#include <array>

#include "bem/dense_solve.h"
#include "bem/field.h"
#include "meshes/generator.h"
#include "support/catch.h"

using namespace febem::bem;
using mesh::Mirrors;

namespace {

/// The panels on the positive sides of planes through the origin, with points near a plane on it.
mesh::Surface cut(mesh::Surface surface, const Mirrors& mirrors) {
  const auto snap = [&](Vec3& x) {
    for (const auto& mirror : mirrors)
      if (std::abs(x[mirror.axis]) < 1e-9) x[mirror.axis] = 0;
  };
  std::ranges::for_each(surface.points, snap);
  for (auto& middles : surface.middles) std::ranges::for_each(middles, snap);
  mesh::Surface result;
  result.points = surface.points;
  result.regions = surface.regions;
  for (Index j = 0; j < surface.size(); ++j) {
    if (!std::ranges::all_of(
            mirrors, [&](const auto& m) { return surface.centroids[j][m.axis] > 0; }))
      continue;
    result.panels.push_back(surface.panels[j]);
    if (!surface.middles.empty()) result.middles.push_back(surface.middles[j]);
    if (!surface.ninth_nodes.empty()) result.ninth_nodes.push_back(surface.ninth_nodes[j]);
  }
  mesh::measure(result);
  return result;
}

/// A cubed sphere, or a cylinder with sharp edges, of quadrilaterals.
mesh::Surface body(bool cylinder, int order) {
  const auto edges = order > 0 ? meshes::Edges::curved : meshes::Edges::straight;
  if (!cylinder)
    return meshes::generate("shell", {{"cells", 2}, {"split", order > 0 ? 1 : 2}}, edges)
        .wet.surface;
  return meshes::generate("cylinder",
      {{"radius", 0.5}, {"length", 1.4}, {"piston_radius", 0.35}, {"around", 8},
          {"piston_rings", 2}, {"rim_rings", 1}, {"back_rings", 3}, {"stations", 4},
          {"grading", 1}},
      edges)
      .wet.surface;
}

/// Mirrors of the first axes with these signs.
Mirrors planes(std::vector<double> signs) {
  Mirrors result;
  for (const double sign : signs) result.push_back({static_cast<int>(result.size()), 0, sign});
  return result;
}

using Shared = std::shared_ptr<const CollocationSurface>;

Collocation collocation(const Shared& surface, double k, bool plain) {
  return {surface, plain ? Formulation{k, la::Vector::Zero(surface->columns.size)}
                         : Formulation{k, surface->own_alpha(coupling_parameter(
                                              surface->surface, surface->space, k))}};
}

Shared shared(const mesh::Surface& surface, int order, const Mirrors& mirrors = {}) {
  return std::make_shared<CollocationSurface>(surface, order, chosen_panel_kernels(), mirrors);
}

}  // namespace

TEST_CASE("a half, a quarter and an eighth of a body radiate as the whole body") {
  const int order = GENERATE(0, 1, 2);
  const bool cylinder = GENERATE(false, true), plain = GENERATE(false, true);
  const auto mirrors = planes(
      GENERATE(std::vector<double>{1}, std::vector<double>{-1, 1}, std::vector<double>{1, 1, -1}));
  if (cylinder && mirrors.size() == 3) {
    SUCCEED("its ends differ");
    return;
  }
  const double k = 2.5;
  const auto whole_surface = body(cylinder, order), part_surface = cut(whole_surface, mirrors);
  REQUIRE(part_surface.size() * (1 << mirrors.size()) == whole_surface.size());
  const auto whole = shared(whole_surface, order), part = shared(part_surface, order, mirrors);
  // dp/dn of a source and its images, by signs.
  PointSource source;
  source.position = {0.1, 0.2, 0.15};
  source.strength = 1;
  const auto motion = [&](const BoundarySpace& space, Index count) {
    la::Vector q = la::Vector::Zero(count);
    for (unsigned image = 0; image < image_count(mirrors); ++image) {
      PointSource one = source;
      one.position = mesh::image_of(mirrors, image, source.position);
      for (Index j = 0; j < count; ++j)
        q[j] += mesh::sign_of(mirrors, image) *
                normal_derivative(one, k, space.points[j], space.normals[j]);
    }
    return q;
  };
  const la::Vector q_whole = motion(whole->space, whole->space.size()),
                   q_part = motion(part->space, part->columns.size);
  const la::Vector p_whole = radiated(collocation(whole, k, plain), q_whole),
                   p_part = radiated(collocation(part, k, plain), q_part);
  double error = 0;
  for (Index i = 0; i < p_part.size(); ++i) {
    Index j = 0;
    (la::RealVector::NullaryExpr(whole->space.size(), [&](Index m) {
      return (whole->space.points[m] - part->space.points[i]).norm();
    })).minCoeff(&j);
    error = std::max(error, std::abs(p_part[i] - p_whole[j]) / p_whole.cwiseAbs().maxCoeff());
  }
  UNSCOPED_INFO("order " << order << " cylinder " << cylinder << " plain " << plain << " planes "
                         << mirrors.size());
  CHECK(error < 1e-10);
  // With order 0 blocks of eight panels choose the rule, and blocks are not symmetric.
  const double of_field = order == 0 ? 1e-7 : 1e-10;
  const std::vector<Vec3> points{{1.3, 0.4, 0.2}, {-2, 1, -3}};
  const std::vector<Vec3> directions{Vec3(1, 2, 2) / 3, Vec3(-2, 1, 2) / 3};
  const Field of_whole(whole, k), of_part(part, k);
  CHECK((of_part.pressure(points, p_part, q_part) - of_whole.pressure(points, p_whole, q_whole))
            .norm() < of_field * p_whole.cwiseAbs().maxCoeff());
  CHECK((of_part.directivity(directions, p_part, q_part) -
            of_whole.directivity(directions, p_whole, q_whole))
            .norm() < 1e-10 * p_whole.cwiseAbs().maxCoeff());
  CHECK(of_part.far_fields(1, 1, p_part, q_part).power(0) ==
        Approx(of_whole.far_fields(1, 1, p_whole, q_whole).power(0)).epsilon(1e-9));
}

TEST_CASE("a body above or on a plane that moves as a source and its image radiates their field") {
  const int order = GENERATE(0, 1, 2);
  const bool touches = GENERATE(false, true);
  const double sign = GENERATE(1, -1), height = touches ? 0 : 1.3, k = 2;
  const Mirrors mirrors{{2, -height, sign}};
  const auto sphere = meshes::generate("shell", {{"cells", order > 0 ? 4 : 8}, {"split", 1}},
      order > 0 ? meshes::Edges::curved : meshes::Edges::straight)
                          .wet.surface;
  const auto surface = touches ? cut(sphere, {{2, 0, sign}}) : sphere;
  const auto above = shared(surface, order, mirrors);
  PointSource source;
  source.position = {0.1, -0.2, 0.3};
  source.strength = 4 * core::pi;
  PointSource other = source;
  other.position = mirrors.front().image(source.position);
  other.strength *= sign;
  // The means of each panel, so that the volume velocity is right.
  la::Vector q(above->columns.size), exact(q.size());
  for (Index j = 0; j < q.size(); ++j) {
    const Vec3 &x = above->space.points[j], &normal = above->space.normals[j];
    exact[j] = pressure(source, k, x) + pressure(other, k, x);
    q[j] = normal_derivative(source, k, x, normal) + normal_derivative(other, k, x, normal);
  }
  const la::Vector p = radiated(collocation(above, k, false), q);
  const double tolerance = std::array{0.02, 2e-3, 4e-4}[order];
  CHECK((p - exact).norm() < tolerance * exact.norm());
  const Vec3 ear(1.5, 0.4, 0.8);
  const Complex heard = Field(above, k).pressure(std::array{ear}, p, q)(0),
                expected = pressure(source, k, ear) + pressure(other, k, ear);
  CHECK(std::abs(heard - expected) < tolerance * std::abs(expected));
}

TEST_CASE("a piston in a rigid baffle has Rayleigh's impedance") {
  const int order = GENERATE(0, 1, 2);
  const double x = GENERATE(0.5, 4.0), k = x;  // of radius 1
  const bool quarter = GENERATE(false, true);
  // The disc is the end of a cylinder, moved into the plane z = 0.2.
  auto cylinder = meshes::generate("cylinder",
      {{"radius", 1.5}, {"length", 0.4}, {"piston_radius", 1}, {"around", 32},
          {"piston_rings", order > 0 ? 4 : 8}, {"rim_rings", 1}, {"back_rings", 3},
          {"stations", 2}},
      order > 0 ? meshes::Edges::curved : meshes::Edges::straight)
                      .wet.surface;
  mesh::Surface disc = cylinder;
  disc.panels.clear();
  disc.middles.clear();
  for (Index j = 0; j < cylinder.size(); ++j)
    if (cylinder.panels[j].region == 0) {
      disc.panels.push_back(cylinder.panels[j]);
      if (order > 0) disc.middles.push_back(cylinder.middles[j]);
    }
  mesh::measure(disc);
  Mirrors mirrors;
  if (quarter) mirrors = planes({1, 1});
  disc = cut(disc, mirrors);
  mirrors.push_back({2, 0.2, 1});
  const auto piston = shared(disc, order, mirrors);
  const la::Vector q = la::Vector::Constant(piston->columns.size, Complex(0, k));  // v = 1
  const la::Vector p = radiated(collocation(piston, k, false), q);
  const Eigen::Map<const la::RealVector> mass(piston->space.mass.data(), p.size());
  const Complex z = p.cwiseProduct(mass.cast<Complex>()).sum() / mass.sum();
  // 1 - J_1(2x)/x - i H_1(2x)/x
  const Complex exact =
      x < 1 ? Complex(0.119898828510, -0.396914680585) : Complex(0.941340913287, -0.122029076980);
  UNSCOPED_INFO("order " << order << " k " << k << " unknowns " << p.size() << " z " << z);
  const double tolerance = std::array{0.015, 0.004, 0.002}[order];
  CHECK(std::abs(z.real() / exact.real() - 1) < tolerance);
  CHECK(std::abs(z.imag() / exact.imag() - 1) < tolerance);
}
