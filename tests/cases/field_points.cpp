// Where field points and point sources may lie.
#include "cases/field_points.h"

#include <cstdio>

#include "cases/case_file.h"
#include "cases/resolution.h"
#include "core/error.h"
#include "meshes/brick_builder.h"
#include "meshes/generator.h"
#include "support/bodies.h"
#include "support/catch.h"

using mesh::Vec3;

namespace {

const mesh::Surface& sphere() {
  static const auto surface = meshes::generate("sphere", {{"frequency", 2}}).wet.surface;
  return surface;
}

cases::Case sphere_case(const std::string& frequency = "hz = [100]") {
  return cases::read_case(
      "[geometry]\ngenerator = \"sphere\"\nfrequency = 2\n[fluid]\ndensity = 1000\nsound_speed = "
      "1500\n"
      "[[excitation]]\nkind = \"velocity\"\namplitude = 1\n[output]\nfield_points = [[9, 9, "
      "9]]\n[frequency]\n" +
          frequency + "\n",
      "c.toml");
}

void check(const Vec3& point) {
  auto problem = sphere_case();
  problem.output.field_points = {point};
  cases::check_field_points(problem, sphere());
}

}  // namespace

TEST_CASE("a field point is taken from a tenth of the nearest panel's longest edge on") {
  const Vec3 c = sphere().centroids[0], n = sphere().normals[0];
  const double clearance = 0.1 * mesh::longest_edge(sphere(), 0);
  CHECK_NOTHROW(check(c + 1.001 * clearance * n));
  CHECK_THROWS_WITH(check(c + 0.999 * clearance * n),
      Contains("c.toml:11: key 'output.field_points': the point [") &&
          Contains("from the surface"));
  CHECK_THROWS_WITH(check(c), Contains(" 0 m from the surface") ||
                                  Contains("e-17 m from the surface") ||
                                  Contains("e-16 m from the surface"));
  CHECK_THROWS_WITH(check(c - 0.999 * clearance * n), Contains("from the surface"));
  CHECK_THROWS_WITH(check(c - 1.001 * clearance * n), Contains("inside the body"));
  CHECK_THROWS_WITH(check({0, 0, 0}), Contains("[0, 0, 0] is inside the body"));
  CHECK_THROWS_WITH(check({0, 1e200, 0}), Contains("too far away"));
}

TEST_CASE("elements a shear wavelength are counted where they are fewest") {
  // Two bricks of 1 x 1 x 3 and 1 x 1 x 2 m; shear waves go 3 m in a period in the first, 1 m in
  // the second.
  auto solid = meshes::box({1, 1, 5}, {1, 1, 2}, [](const Vec3& x) {
    return Vec3(x.x(), x.y(), x.z() < 2.5 ? 1.2 * x.z() : 3 + 0.8 * (x.z() - 2.5));
  });
  solid.regions = {"a", "b"};
  solid.elements[1].region = 1;
  const auto material = [](double speed) {
    return fem::Material{2 * speed * speed * 1000, 0, 1000, 0};
  };
  const fem::Structure structure(solid, {{"a", material(30)}, {"b", material(10)}}, {}, true);
  CHECK(cases::elements_per_shear_wavelength(structure, 10) == Approx(0.5));
  const fem::Structure stiffer(solid, {{"a", material(30)}, {"b", material(100)}}, {}, true);
  CHECK(cases::elements_per_shear_wavelength(stiffer, 10) == Approx(1));
}

TEST_CASE("elements a bending wavelength are those of the wall where they are fewest") {
  // A plate of 4 x 1 elements, 0.01 m thick, thin beside its wavelength of some metre; thick beside
  // that of ultrasound, where bending waves are shear waves slowed down by the factor of Mindlin's
  // theory.
  const auto solid = meshes::box({2, 1, 0.01}, {4, 1, 1});
  const fem::Material metal{210e9, 0.3, 7800, 0};
  const fem::Structure plate(solid, {{"box", metal}}, {}, true);
  const double stiffness = 210e9 * 1e-6 / (12 * 0.91), omega = 2 * core::pi * 100;
  const double wavelength = 2 * core::pi / std::pow(7800 * 0.01 * omega * omega / stiffness, 0.25);
  CHECK(cases::elements_per_bending_wavelength(plate, 100) == Approx(wavelength / 1).epsilon(2e-3));
  CHECK(cases::elements_per_bending_wavelength(plate, 400) == Approx(wavelength / 2).epsilon(5e-3));
  CHECK(
      cases::elements_per_bending_wavelength(plate, 1e8) ==
      Approx(cases::elements_per_shear_wavelength(plate, 1e8) * std::sqrt(5.0 / 6)).epsilon(1e-3));
  // No element is the whole thickness of a block of three layers.
  const fem::Structure block(meshes::box({3, 3, 3}, {3, 3, 3}), {{"box", metal}}, {}, true);
  CHECK(std::isnan(cases::elements_per_bending_wavelength(block, 100)));
}

TEST_CASE(
    "thin bricks of 8 nodes that are no parallelograms are warned of, with their number and the "
    "most skewed") {
  const auto plate = [](mesh::ElementKind kind, double thickness, double shift) {
    auto solid = test::box(kind, {1, 1, thickness}, {4, 4, 1});
    for (auto& x : solid.points)
      if ((x.head<2>() - Eigen::Vector2d(0.25, 0.5)).norm() < 1e-9)
        x.x() += shift;  // one line of nodes across the wall, of four bricks
    return solid;
  };
  const auto warning = [](const mesh::Solid& solid) {
    return cases::wall_warning(solid, fem::free_faces(solid));
  };
  CHECK(warning(plate(mesh::ElementKind::hex8, 0.01, 0)).empty());
  CHECK(warning(plate(mesh::ElementKind::hex8, 0.01, 0.0099)).empty());
  CHECK(warning(plate(mesh::ElementKind::hex20, 0.01, 0.02)).empty());
  CHECK_THAT(warning(plate(mesh::ElementKind::hex8, 0.01, 0.0101)),
      Contains("4 thin bricks of 8 nodes are not parallelograms along the wall, element "));
}

TEST_CASE("a field point is not where a point source is") {
  auto problem = sphere_case();
  problem.excitations.front().kind = "dipole";
  problem.excitations.front().position = {0, 0, 3};
  problem.output.field_points = {{0, 0, 3}};
  CHECK_THROWS_WITH(
      cases::check_field_points(problem, sphere()), Contains("[0, 0, 3] is where the dipole is"));
  problem.output.field_points = {{0, 0, 3.001}};
  CHECK_NOTHROW(cases::check_field_points(problem, sphere()));
}

TEST_CASE(
    "a point source keeps half a panel's length from the surface on either side, and may be inside "
    "a rigid body only") {
  const Vec3 c = sphere().centroids[0], n = sphere().normals[0];
  const double clearance = 0.5 * mesh::longest_edge(sphere(), 0);
  auto problem = cases::read_case(
      "[geometry]\ngenerator = \"sphere\"\nfrequency = 2\n[fluid]\ndensity = 1000\nsound_speed = "
      "1500\n"
      "[[excitation]]\nkind = \"monopole\"\namplitude = 1\nposition = [0, 0, 0]\n[frequency]\nhz = "
      "[100]\n",
      "c.toml");
  const auto check_at = [&](const Vec3& position) {
    problem.excitations.front().position = position;
    cases::check_point_sources(problem, sphere());
  };
  for (const double side : {-1.0, 1.0}) {
    CHECK_NOTHROW(check_at(c + 1.001 * side * clearance * n));
    CHECK_THROWS_WITH(check_at(c + 0.999 * side * clearance * n),
        Contains("c.toml:10: key 'excitation.position': the monopole at [") &&
            Contains("from the surface"));
  }
  CHECK_NOTHROW(check_at({0, 0, 0}));
  problem.impedances = {cases::Impedance{1, 1, 0}};
  CHECK_NOTHROW(check_at({0, 0, 3}));
  CHECK_THROWS_WITH(check_at({0, 0, 0}),
      Contains("the monopole at [0, 0, 0] is inside the body: a locally reacting surface"));
  problem.impedances.clear();
  problem.structure.emplace();
  CHECK_NOTHROW(check_at({0, 0, 3}));
  CHECK_THROWS_WITH(check_at({0, 0, 0}),
      Contains("is inside the body: there is no fluid") && Contains("[structure]"));
}

namespace {

/// Field points around a sphere with a monopole outside.
cases::FieldPoints points_of(const cases::FieldGrid& grid) {
  auto problem = sphere_case();
  problem.excitations.front().kind = "monopole";
  problem.excitations.front().position = {0, 0, 3};
  problem.output.field_points = {{5, 0, 0}, {0, 5, 0}};
  problem.output.grids = {grid};
  return cases::field_points(problem, sphere());
}

}  // namespace

TEST_CASE(
    "a grid that cuts the body has pressures at those points that may be field points, and at no "
    "other") {
  cases::FieldGrid grid{{-2, -1.5, 0.25}, {{4, 0, 0}, {0, 3, 0}, {0, 0, -1}}, {41, 31, 3}};
  const auto points = points_of(grid);
  REQUIRE(points.all.size() == 2 + 41 * 31 * 3);
  REQUIRE(points.in_fluid.size() == points.all.size());
  CHECK(points.all[1] == Vec3(0, 5, 0));
  CHECK(points.all[2] == grid.origin);
  std::vector<Vec3> computed;
  for (std::size_t i = 0; i < points.all.size(); ++i) {
    INFO(points.all[i].transpose());
    const auto refused = [&] {
      try {
        check(points.all[i]);
        return false;
      } catch (const core::InputError&) {
        return true;
      }
    }();
    CHECK(points.in_fluid[i] == (refused ? 0 : 1));
    if (!refused) computed.push_back(points.all[i]);
  }
  CHECK(points.computed == computed);
  CHECK(computed.size() > 2000);
  CHECK(computed.size() < 3500);
}

TEST_CASE("a grid has no pressure where a point source is, and is refused if it has none at all") {
  const auto points = points_of({{-1, 0, 3}, {{2, 0, 0}}, {3}});
  CHECK(points.in_fluid == std::vector<std::int32_t>{1, 1, 1, 0, 1});
  CHECK(points.computed.size() == 4);
  cases::FieldGrid inside{{-0.1, 0, 0}, {{0.2, 0, 0}}, {3}};
  inside.lines[""] = 17;
  CHECK_THROWS_WITH(points_of(inside),
      Contains("c.toml:17: key 'output.grid': none of its points is in the fluid"));
}

TEST_CASE("two panels a wavelength are the least") {
  const double edge = mesh::longest_edge(sphere());
  CHECK(cases::panels_per_wavelength({1000, 1500}, sphere(), 0, 1500 / (5 * edge)) == Approx(5));
  CHECK(cases::panels_per_wavelength({1000, 1500}, sphere(), 2, 1500 / (5 * edge)) == Approx(15));
  const auto at = [&](double panels) {
    auto problem = sphere_case("hz = [100, 200]");
    problem.frequency.hz = {1500 / (panels * edge), 10};
    cases::check_wavelengths(problem, sphere());
  };
  CHECK_NOTHROW(at(2.001));
  CHECK_THROWS_WITH(at(1.999),
      Contains("c.toml:13: key 'frequency.hz': at ") && Contains("it must be 2 at least"));
  char bearable[40];  // two panels a wavelength
  std::snprintf(bearable, sizeof bearable, "or stay below %.3g Hz", 1500 / (2 * edge));
  CHECK_THROWS_WITH(at(1), Contains(bearable));
}

TEST_CASE("the clearance of a point is that of the panel it is near, whatever the others' size") {
  auto egg = sphere();
  for (auto& x : egg.points) x.z() *= 5;
  mesh::measure(egg);
  core::Index smallest = 0;
  for (core::Index j = 0; j < egg.size(); ++j)
    if (mesh::longest_edge(egg, j) < mesh::longest_edge(egg, smallest)) smallest = j;
  REQUIRE(mesh::longest_edge(egg, smallest) < 0.8 * mesh::longest_edge(egg));
  const double clearance = 0.1 * mesh::longest_edge(egg, smallest);
  auto problem = sphere_case();
  const auto at = [&](double distance) {
    problem.output.field_points = {egg.centroids[smallest] + distance * egg.normals[smallest]};
    cases::check_field_points(problem, egg);
  };
  CHECK_NOTHROW(at(1.001 * clearance));
  CHECK_THROWS_WITH(at(0.999 * clearance), Contains("from the surface"));
}
