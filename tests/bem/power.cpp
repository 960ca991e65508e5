// Powers of surface values that are complex in every way, by hand; at infinity, of sources that no
// symmetry helps.

#include "bem/field.h"
#include "bem/surfaces.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "support/random_matrix.h"

using namespace febem::bem;

namespace {
constexpr double everywhere = std::numeric_limits<double>::infinity();
}

TEST_CASE(
    "the power through a surface is half the real part of p times the conjugate of v, over the "
    "area") {
  mesh::Surface surface;
  surface.panels.resize(2);
  surface.areas = {2, 5};
  surface.centroids.resize(2);
  la::Vector p(2), v(2);
  p << Complex(1, 2), Complex(0, -3);
  v << Complex(3, 4), Complex(2, 1);
  // Re (1 + 2i)(3 - 4i) = 11, Re (-3i)(2 - i) = -3
  CHECK(surface_power(surface, p, v) == Approx(0.5 * (2 * 11 - 5 * 3)));
  CHECK(surface_power(surface, Complex(0, 1) * p, Complex(0, 1) * v) ==
        Approx(0.5 * (2 * 11 - 5 * 3)));
  CHECK(surface_power(surface, p, Complex(0, 1) * p) == Approx(0).margin(1e-15));
}

TEST_CASE(
    "the far field's power counts a turn of the phase as nothing, and its figures in the fluid's "
    "units") {
  const auto surface = meshes::icosphere(1, 3);
  const la::Vector p = la::Vector::Constant(surface.size(), Complex(1, -2));
  const la::Vector q = la::Vector::Constant(surface.size(), Complex(3, 1));
  const Field field(surface, 0.7);
  const double power = field.far_fields(2, 3, p, q).power(0);
  CHECK(power > 0);
  CHECK(field.far_fields(2, 3, Complex(0, 1) * p, Complex(0, 1) * q).power(0) == Approx(power));
  CHECK(field.far_fields(4, 3, p, q).power(0) == Approx(power / 2));
  CHECK(field.far_fields(2, 9, p, q).power(0) == Approx(power / 3));
  // All directions are alike: 4 pi |f|^2 / (2 rho c) within the roughness of the sphere.
  const std::array<Vec3, 1> up{Vec3(0, 0, 1)};
  const double f = std::norm(field.directivity(up, p, q)(0));
  CHECK(power == Approx(4 * core::pi * f / 12).epsilon(0.01));
}

TEST_CASE("plane waves over a panel err by 1e-4 at most, with few points or many") {
  const auto surface = box({1, 1, 1}, {1, 1, 1});
  const la::Vector p = random_matrix(surface.size(), 1, 3), q = random_matrix(surface.size(), 1, 4);
  for (const double k : {0.1, 0.4, 0.49, 0.5, 1.0, 2.0}) {
    const std::array<Vec3, 3> towards{
        Vec3(1, 0, 0), Vec3(0.6, -0.8, 0), Vec3(1, 2, -3).normalized()};
    const la::Vector f = Field(surface, k).directivity(towards, p, q);
    for (int m = 0; m < 3; ++m) {
      const Vec3 wave = k * towards[m];
      Complex exact = 0;
      for (la::Index j = 0; j < surface.size(); ++j) {
        const Vec3 &n = surface.normals[j], &c = surface.centroids[j];
        Complex integral = std::polar(1.0, -wave.dot(c));
        for (int axis = 0; axis < 3; ++axis)
          if (const double x = wave[axis] / 2; n[axis] == 0 && x != 0) integral *= std::sin(x) / x;
        exact += (Complex(0, -wave.dot(n)) * p[j] - q[j]) * integral / (4 * core::pi);
      }
      CHECK(std::abs(f[m] - exact) < 1e-4 * q.lpNorm<1>() / (4 * core::pi));
    }
  }
}

// The power at infinity of sources that no symmetry helps.

TEST_CASE("power at infinity has directions enough for sources of any pattern on a long body") {
  const auto surface = GENERATE(box({0.4, 0.5, 4}, {3, 4, 30}), box({0.4, 4, 0.5}, {3, 30, 4}),
      box({4, 0.4, 0.5}, {30, 3, 4}));
  const double k = 8;  // 6 panels a wavelength
  const Field field(surface, k);
  const la::Vector p = random_matrix(surface.size(), 1, 3),
                   q = k * random_matrix(surface.size(), 1, 4);
  double power = 0;
  for (const auto& point : sphere_rule({60, everywhere, 2})) {
    const std::array<Vec3, 1> towards{point.direction};
    power += point.weight * std::norm(field.directivity(towards, p, q)(0)) / (2 * 3.0 * 5.0);
  }
  CHECK(field.far_fields(3, 5, p, q).power(0) == Approx(power).epsilon(1e-8));
}

TEST_CASE("the largest amplitude is that of the highest lobe, although the rule misses its peak") {
  const auto surface = GENERATE(box({0.4, 0.5, 4}, {3, 4, 30}), box({4, 0.4, 0.5}, {30, 3, 4}));
  const double k = 8;
  const Field field(surface, k);
  std::vector<Vec3> directions;
  for (const auto& point : sphere_rule({80, everywhere, 2})) directions.push_back(point.direction);
  for (const int seed : {1, 7, 9, 18, 24}) {
    INFO("seed " << seed);
    const la::Vector p = random_matrix(surface.size(), 1, seed),
                     q = k * random_matrix(surface.size(), 1, seed + 100);
    const double found = field.far_fields(3, 5, p, q).largest(0),
                 near = field.directivity(directions, p, q).cwiseAbs().maxCoeff();
    CHECK(found > near);
    CHECK(found < 1.02 * near);
  }
}

TEST_CASE("many strong directions of a broad lobe do not hide a higher lobe between circles") {
  const double length = 4, width = 0.05, k = 8;
  const auto surface = box({width, width, length}, {1, 1, 40});
  la::Vector p = la::Vector::Zero(surface.size()), q = p;
  for (Index j = 0; j < surface.size(); ++j) {
    if (surface.normals[j].z() == 0) q[j] = 1;  // a ring about the equator
    // 0.95 as high: a dipole with lobes to both poles
    if (surface.normals[j].z() == 1) p[j] = 0.95 * 4 * length / (k * width);
  }
  const std::array<Vec3, 2> at{Vec3(1, 0, 0), Vec3(0, 0, 1)};
  const Field field(surface, k);
  const la::Vector f = field.directivity(at, p, q);
  CHECK(std::abs(f[1]) == Approx(0.95 * std::abs(f[0])).epsilon(0.05));
  CHECK(field.far_fields(3, 5, p, q).largest(0) == Approx(std::abs(f[0])).epsilon(0.01));
}

TEST_CASE("the rule over directions is exact for products of far fields up to their degree") {
  const int limit = GENERATE(0, 1, 2, 7, 20, 75), degree = 2 * limit;
  double area = 0, on_axis = 0, off_axis = 0;
  const Vec3 axis = Vec3(1, 2, -1.5).normalized();
  for (const auto& point : sphere_rule({limit, everywhere, 2})) {
    area += point.weight;
    on_axis += point.weight * std::pow(point.direction.z(), degree);
    off_axis += point.weight * std::pow(point.direction.dot(axis), degree);
  }
  CHECK(area == Approx(4 * core::pi).epsilon(1e-12));
  CHECK(on_axis == Approx(4 * core::pi / (degree + 1)).epsilon(1e-11));
  CHECK(off_axis == Approx(4 * core::pi / (degree + 1)).epsilon(1e-11));
}

TEST_CASE("sources near an axis take fewer directions, and the rule is as exact") {
  const double length = GENERATE(0.5, 6.0, 40.0), width = GENERATE(0.02, 0.2, 0.7) * length;
  const int axis = GENERATE(0, 1, 2);
  const auto rule = sphere_rule({highest_order(length), width, axis});
  if (length == 40 && width < 10)
    CHECK(2 * rule.size() < sphere_rule({highest_order(length), everywhere, axis}).size());
  const auto on_surface = [&](double azimuth, double z) {
    Vec3 x;
    x[axis] = z * std::sqrt(length * length - width * width);
    x[(axis + 1) % 3] = width * std::cos(azimuth);
    x[(axis + 2) % 3] = width * std::sin(azimuth);
    return x;
  };
  for (const Vec3& x : {on_surface(0, 1), on_surface(1, -1), on_surface(2, 0.1)})
    for (const Vec3& y : {on_surface(0, -1), on_surface(3, 1), on_surface(4.5, 0)}) {
      Complex sum = 0;
      for (const auto& point : rule) sum += std::polar(point.weight, point.direction.dot(x - y));
      const double r = (x - y).norm();
      CHECK(std::abs(sum / (4 * core::pi) - std::sin(r) / r) < 1e-8);
    }
}
