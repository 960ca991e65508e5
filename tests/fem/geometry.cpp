// Measures of elements and bodies that the solution does not show.
#include "core/error.h"
#include "fem/rigid_body.h"
#include "fem/structure.h"
#include "support/bodies.h"
#include "support/catch.h"

TEST_CASE("the quality of an element is its least Jacobian over the mean") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    const auto leaning = box(kind, {0.2, 3, 1}, {1, 1, 1});
    const fem::Structure s(leaning, {{"box", {1e9, 0.3, 1000, 0}}}, {}, true);
    CHECK(s.formulation(0).quality(s.element_points(0)) == Approx(1));
  }
  // One side half as wide as the other: det J goes as 1 - y/3, and the quadrature points lie at y =
  // -+1/sqrt(3).
  auto tapered = box(ElementKind::hex8, {2, 2, 2}, {1, 1, 1});
  for (auto& x : tapered.points)
    if (x.y() > 1) x.x() *= 0.5;
  const fem::Structure s(tapered, {{"box", {1e9, 0.3, 1000, 0}}}, {}, true);
  CHECK(s.formulation(0).quality(s.element_points(0)) == Approx(1 - 1 / (3 * std::sqrt(3.0))));
}

TEST_CASE("rotations are about the centre of the nodes, wherever the body lies") {
  auto body = box(ElementKind::hex20, {1, 2, 3}, {1, 2, 1});
  for (auto& x : body.points) x += mesh::Vec3(10, -20, 30);
  const auto modes =
      fem::free_motions(fem::Structure(body, {{"box", {1e9, 0.3, 1000, 0}}}, {}, true))
          .bodies.at(0)
          .modes;
  REQUIRE(modes.cols() == 6);
  for (int translation = 0; translation < 3; ++translation)
    for (int rotation = 3; rotation < 6; ++rotation)
      CHECK(std::abs(modes.col(translation).dot(modes.col(rotation))) <
            1e-12 * static_cast<double>(body.points.size()));
}

TEST_CASE("a body held on a line that is along no axis can still turn about it") {
  const mesh::Vec3 sides(0.7, 0.31, 0.53);
  auto body = box(ElementKind::hex20, sides, {1, 1, 1});
  for (Index i = 0; i < body.node_total(); ++i)
    if (body.points[i].norm() < 1e-9 || (body.points[i] - sides).norm() < 1e-9)
      body.node_sets["diagonal"].push_back(i);
  REQUIRE(body.node_sets["diagonal"].size() == 2);
  const auto held = [&](const mesh::Vec3& shift) {
    auto moved = body;
    for (auto& x : moved.points) x += shift;
    fem::Structure(
        moved, {{"box", {1e9, 0.3, 1000, 0}}}, {{"diagonal", {true, true, true}}}, false);
  };
  for (const mesh::Vec3& shift :
      {mesh::Vec3(0, 0, 0), mesh::Vec3(0.1, 0.2, 0.3), mesh::Vec3(1.7, -2.9, 0.37)})
    CHECK_THROWS_WITH(held(shift), Contains("leave 1 rigid-body motions"));
}

TEST_CASE(
    "materials of the handbook have the density and the speed of sound in bars that books give") {
  const auto speed = [](const fem::Material& m) { return std::sqrt(m.young / m.density); };
  const auto aluminium = fem::known_material("aluminium"), steel = fem::known_material("steel");
  CHECK(aluminium.density == 2700);
  CHECK(speed(aluminium) == Approx(5050).epsilon(0.005));
  CHECK(steel.density == 7800);
  CHECK(speed(steel) == Approx(5150).epsilon(0.005));
  CHECK(fem::known_material("ceramic").density == 7500);
  CHECK(speed(fem::known_material("ceramic")) == Approx(3050).epsilon(0.005));
  CHECK(speed(fem::known_material("polyurethane")) == Approx(213).epsilon(0.005));
  // The lossier, the softer.
  CHECK(fem::known_material("polyurethane").loss_factor >=
        10 * fem::known_material("ceramic").loss_factor);
  CHECK(fem::known_material("ceramic").loss_factor > steel.loss_factor);
}
