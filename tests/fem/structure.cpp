#include "fem/structure.h"

#include "core/error.h"
#include "fem/loads.h"
#include "fem/steel_body.h"
#include "mesh/curved_panel.h"
#include "mesh/panel_functions.h"
#include "support/assembled.h"
#include "support/bodies.h"
#include "support/catch.h"

using fem::Material;
using fem::Structure;
using mesh::Vec3;

namespace {

Solid bent(ElementKind kind) {
  auto solid = box(kind, {1, 1, 1}, {2, 2, 1});
  for (auto& x : solid.points)
    x = Vec3(x.x() + 0.2 * x.y() * x.y(), x.y(), x.z() * (1 + 0.3 * x.x()));
  return solid;
}

la::RealVector field(const Structure& s, const std::function<Vec3(const Vec3&)>& value) {
  la::RealVector u = la::RealVector::Zero(s.dofs());
  for (Index i = 0; i < s.solid().node_total(); ++i)
    for (int d = 0; d < 3; ++d)
      if (s.dof(i, d) >= 0) u(s.dof(i, d)) = value(s.solid().points[i])(d);
  return u;
}

/// What each column of the coupling T sweeps in a motion of the body.
la::RealVector swept(const Structure& s, const fem::SparseMatrix& t,
    const std::function<Vec3(const Vec3&)>& motion) {
  return t.transpose() * field(s, motion);
}

la::RealVector swept(const Structure& s, const fem::SparseMatrix& t, int axis) {
  return swept(s, t, [&](const Vec3&) { return Vec3::Unit(axis); });
}

}  // namespace

TEST_CASE("free degrees of freedom are numbered node by node, held ones are -1") {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {2, 1, 1});
  solid.points.emplace_back(9, 9, 9);  // belongs to no element
  solid.node_sets["end"] = {0, 3, 4, 7};
  const Structure s(solid, {{"box", steel}}, {{"end", {true, true, true}}}, false);
  CHECK(s.dofs() == 3 * 8);
  Index next = 0;
  for (Index i = 0; i < 13; ++i)
    for (int d = 0; d < 3; ++d) {
      const bool held = i == 0 || i == 3 || i == 4 || i == 7 || i == 12;
      CHECK(s.dof(i, d) == (held ? -1 : next++));
    }
  const la::Vector u = la::Vector::LinSpaced(s.dofs(), 1, {24, 23});
  const auto nodal = s.nodal(u);
  std::vector<core::Complex> displacement;
  for (Index i = 0; i < nodal.rows(); ++i)
    for (int d = 0; d < 3; ++d) displacement.push_back(nodal(i, d));
  CHECK(s.free_of_nodal(displacement) == u);
  const auto dofs = s.element_dofs(0);
  REQUIRE(dofs.size() == 24);
  CHECK(dofs[3] == s.dof(solid.elements[0].nodes[1], 0));
  CHECK(s.node_dofs()[1] == 3);
  CHECK(s.node_dofs()[0] == 0);
}

TEST_CASE("a structure that can move as a rigid body is refused unless it says it is free") {
  auto solid = box(ElementKind::hex20, {1, 1, 1}, {1, 1, 1});
  solid.node_sets["corner"] = {0};
  solid.node_sets["edge"] = {0, 1};
  solid.node_sets["face"] = {0, 1, 2, 3};
  const auto build = [&](std::vector<fem::Support> supports, bool free) {
    return Structure(solid, {{"box", steel}}, std::move(supports), free).dofs();
  };
  CHECK_THROWS_WITH(
      build({}, false), Contains("unsupported structure") && Contains("leave 6 rigid-body"));
  CHECK_THROWS_WITH(build({{"corner", {true, true, true}}}, false), Contains("leave 3 rigid-body"));
  CHECK_THROWS_WITH(build({{"edge", {true, true, true}}}, false), Contains("leave 1 rigid-body"));
  CHECK_THROWS_WITH(build({{"face", {true, false, false}}}, false), Contains("unsupported"));
  CHECK_THROWS_WITH(build({{"fase", {true, true, true}}}, false), Contains("did you mean 'face'"));
  CHECK(build({{"face", {true, true, true}}}, false) == 48);
  CHECK(build({{"corner", {true, true, true}}}, true) == 57);
}

TEST_CASE(
    "coupling: a rigid translation sweeps no volume, a dilation three times the body's, for every "
    "panel "
    "cut") {
  for (const auto kind : mesh::element_kinds())
    for (int split : {1, 2, 3})
      for (bool triangles : {false, true}) {
        INFO(mesh::name(kind) << " split " << split << " triangles " << triangles);
        const auto s = free_body(bent(kind));
        const auto wet = mesh::skin(s.solid(), {split, triangles});
        const auto t = fem::coupling(s, wet);
        CHECK(t.cols() == wet.surface.size());
        for (int d = 0; d < 3; ++d) {
          CHECK(std::abs(swept(s, t, d).sum()) < 1e-13);
        }
        const auto spin = [](const Vec3& x) { return Vec3::UnitZ().cross(x); };
        CHECK(std::abs(swept(s, t, spin).sum()) < 1e-13);
        CHECK(swept(s, t, [](const Vec3& x) { return x; }).sum() ==
              Approx(3 * volume(s)).epsilon(1e-12));
      }
}

TEST_CASE("coupling: panels of several faces sweep what the faces sweep") {
  const auto s = free_body(meshes::box({2, 2, 2}, {4, 4, 4}, [](const Vec3& x) {
    return Vec3(x.x() + 0.2 * x.y() * x.y(), x.y(), x.z() * (1 + 0.1 * x.x()));
  }));
  for (const int order : {0, 1, 2})
    for (const int split : {1, 2, 3}) {
      INFO("order " << order << " split " << split);
      const auto wet = mesh::skin(s.solid(), {split, false, 2});
      const auto t = fem::coupling(s, wet, order);
      CHECK(t.cols() == wet.surface.size() * (order + 1) * (order + 1));
      for (int d = 0; d < 3; ++d) {
        CHECK(std::abs(swept(s, t, d).sum()) < 1e-13);
      }
      CHECK(swept(s, t, [](const Vec3& x) { return x; }).sum() ==
            Approx(3 * volume(s)).epsilon(1e-12));
    }
}

TEST_CASE("coupling: functions of a panel of several faces are those of the panel") {
  // On a flat face T^T takes a normal displacement x to the integrals of x phi over the panel,
  // whose rule is exact.
  const auto s = free_body(meshes::box({2, 2, 2}, {4, 4, 4}));
  auto joined = mesh::skin(s.solid(), {1, false, 2});
  const auto t = fem::coupling(s, joined, 2);
  const auto volume_of =
      swept(s, t, [](const Vec3& x) { return Vec3(0, 0, x.x() + x.y() * x.y()); });
  const mesh::PanelFunctions functions(2, 4);
  for (Index j = 0; j < joined.surface.size(); ++j)
    for (int f = 0; f < functions.size(); ++f) {
      const auto& [at, weight, cell] = functions.nodes()[f];
      std::array<Vec3, 4> corners;
      for (int v = 0; v < 4; ++v)
        corners[v] = joined.surface.points[joined.surface.panels[j].vertices[v]];
      const double r = at.x(), q = at.y();
      const Vec3 x = ((1 - r) * (1 - q) * corners[0] + (1 + r) * (1 - q) * corners[1] +
                         (1 + r) * (1 + q) * corners[2] + (1 - r) * (1 + q) * corners[3]) /
                     4;
      const double area = weight / 4 * joined.surface.areas[j] * joined.surface.normals[j].z();
      CHECK(volume_of(j * functions.size() + f) ==
            Approx(area * (x.x() + x.y() * x.y())).margin(1e-12));
    }
}

TEST_CASE("coupling: a panel of a flat face takes its own area along the normal") {
  const auto s = free_body(box(ElementKind::hex20, {2, 1, 1}, {2, 1, 1}));
  const auto wet = mesh::skin(s.solid(), {2, true});
  const auto t = fem::coupling(s, wet);
  for (int d = 0; d < 3; ++d) {
    const auto displaced = swept(s, t, d);
    for (Index j = 0; j < wet.surface.size(); ++j)
      CHECK(displaced(j) == Approx(wet.surface.areas[j] * wet.surface.normals[j](d)).margin(1e-14));
  }
}

TEST_CASE(
    "coupling of order 1 and 2: the functions of a panel add up to the panel, and on flat panels "
    "they have the weights of their nodes") {
  for (const int order : {1, 2})
    for (const bool triangles : {false, true}) {
      const auto s = free_body(box(ElementKind::hex20, {2, 1, 1}, {2, 1, 1}));
      const auto wet = mesh::skin(s.solid(), {2, triangles});
      const mesh::PanelFunctions functions(order, triangles ? 3 : 4);
      const auto t = fem::coupling(s, wet, order);
      REQUIRE(t.cols() == wet.surface.size() * functions.size());
      for (int d = 0; d < 3; ++d) {
        const auto displaced = swept(s, t, d);
        for (Index j = 0; j < wet.surface.size(); ++j)
          for (int f = 0; f < functions.size(); ++f) {
            const double part = functions.nodes()[f].weight / (triangles ? 0.5 : 4);
            CHECK(displaced(j * functions.size() + f) ==
                  Approx(part * wet.surface.areas[j] * wet.surface.normals[j](d)).margin(1e-14));
          }
      }
      const auto bent_body = free_body(bent(ElementKind::hex20));
      const auto bent_wet = mesh::skin(bent_body.solid(), {2, triangles});
      const la::RealMatrix whole = fem::coupling(bent_body, bent_wet),
                           parts = fem::coupling(bent_body, bent_wet, order);
      for (Index j = 0; j < bent_wet.surface.size(); ++j)
        CHECK((parts.middleCols(j * functions.size(), functions.size()).rowwise().sum() -
                  whole.col(j))
                  .norm() < 1e-12 * whole.norm());
    }
}

TEST_CASE(
    "coupling to panels with ninth nodes: the area is that of the panel, at its nodes exactly, and "
    "a uniform pressure has no resultant") {
  const auto s = free_body(bent(ElementKind::hex20));
  auto wet = mesh::skin(s.solid(), {2, false});
  mesh::curve_edges(s.solid(), wet);
  const std::array with_face{
      la::RealMatrix(fem::coupling(s, wet, 1)), la::RealMatrix(fem::coupling(s, wet, 2))};
  for (Index j = 0; j < wet.surface.size(); ++j)
    wet.surface.ninth_nodes.push_back(middle_of_face(wet.surface, j));
  for (const int order : {1, 2})
    CHECK((fem::coupling(s, wet, order) - with_face[order - 1]).norm() < 1e-14);
  for (Index j = 0; j < wet.surface.size(); ++j)
    wet.surface.ninth_nodes[j] += 0.05 * wet.surface.normals[j] + Vec3(0.01, 0, -0.02);
  const mesh::PanelFunctions functions(2, 4);
  const la::RealMatrix one = fem::coupling(s, wet, 1).transpose(),
                       two = fem::coupling(s, wet, 2).transpose();
  CHECK((two.transpose() - with_face[1]).norm() > 1e-3);
  for (int d = 0; d < 3; ++d) {
    const la::RealVector along = field(s, [&](const Vec3&) { return Vec3::Unit(d); }),
                         displaced = two * along;
    CHECK(std::abs(displaced.sum()) < 1e-14);
    for (Index j = 0; j < wet.surface.size(); ++j) {
      const mesh::CurvedPanel panel(wet.surface, j);
      for (int f = 0; f < functions.size(); ++f) {
        const auto& node = functions.nodes()[f];
        CHECK(displaced(j * functions.size() + f) ==
              Approx(node.weight * panel.at(node.at).area_vector()(d)).margin(1e-15));
      }
      CHECK((one * along).segment(4 * j, 4).sum() ==
            Approx(displaced.segment(9 * j, 9).sum()).margin(1e-14));
    }
  }
}

TEST_CASE("coupling does not depend on whether the surface was cut here or given") {
  const auto s = free_body(bent(ElementKind::hex20));
  const auto wet = mesh::skin(s.solid(), {2, false});
  const auto given = mesh::match(s.solid(), wet.surface);
  CHECK((la::RealMatrix(fem::coupling(s, wet)) - la::RealMatrix(fem::coupling(s, given))).norm() <
        1e-10);
  mesh::WetSurface rigid{wet.surface, {}};
  CHECK_THROWS_AS(fem::coupling(s, rigid), core::InputError);
}

TEST_CASE("a point force is shared by its node set") {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {1, 1, 1});
  solid.node_sets["tip"] = {6, 7};
  const auto s = free_body(solid);
  const auto load = fem::point_force(s, "tip", {2, 0, -6});
  CHECK(load(s.dof(6, 2)) == Approx(-3));
  CHECK(load(s.dof(7, 0)) == Approx(1));
  CHECK(load.sum() == Approx(-4));
  CHECK_THROWS_WITH(fem::point_force(s, "tap", {1, 0, 0}), Contains("did you mean 'tip'"));
}

TEST_CASE("positive pressure pushes against the outward normal, with its distribution") {
  auto solid = box(ElementKind::hex20, {1, 1, 1}, {2, 2, 2});
  for (auto& x : solid.points) x -= Vec3(0.5, 0.5, 0);
  solid.face_sets["top"] = faces_where(solid, [](const Vec3& x) { return x.z() == 1; });
  const auto s = free_body(solid);
  const auto along_z = field(s, [](const Vec3&) { return Vec3::UnitZ(); });
  CHECK(along_z.dot(fem::pressure(s, "top", 3, fem::uniform())) == Approx(-3));
  CHECK(along_z.dot(fem::pressure(s, "top", 1, [](const Vec3& x) { return x.x() * x.x(); })) ==
        Approx(-1. / 12));
  CHECK_THROWS_WITH(fem::pressure(s, "tops", 1, fem::uniform()), Contains("did you mean 'top'"));

  const auto p2 = fem::legendre(2, {0, 0, 2});
  CHECK(p2({0, 0, 5}) == Approx(1));
  CHECK(p2({1, 1, 0}) == Approx(-0.5));
  CHECK(fem::legendre(3, {1, 0, 0})({-2, 0, 0}) == Approx(-1));
}

TEST_CASE("a uniformly squeezed block has the exact displacement") {
  // Pressure p on the end of a bar with Poisson's ratio 0, held at the other end: u = -p x / E.
  auto solid = box(ElementKind::hex20, {2, 1, 1}, {2, 1, 1});
  solid.face_sets["end"] = faces_where(solid, [](const Vec3& x) { return x.x() == 2; });
  for (Index i = 0; i < solid.node_total(); ++i)
    if (solid.points[i].x() == 0) solid.node_sets["wall"].push_back(i);
  const Structure s(solid, {{"box", {1e9, 0, 1000, 0}}}, {{"wall", {true, true, true}}}, false);
  const auto load = fem::pressure(s, "end", 1e6, fem::uniform());
  const la::RealVector u = la::RealMatrix(fem::assemble(s).stiffness).ldlt().solve(load);
  CHECK((u - field(s, [](const Vec3& x) { return Vec3(-1e-3 * x.x(), 0, 0); })).norm() < 1e-12);
}

TEST_CASE("P_n of the angle from an axis of any length, at points of any distance") {
  const Vec3 x(2, -1, 3), axis(0.5, 2, -4);
  const double c = x.dot(axis) / (x.norm() * axis.norm());
  for (const double length : {1e-3, 1.0, 70.0}) {
    CHECK(fem::legendre(0, length * axis)(x) == Approx(1));
    CHECK(fem::legendre(1, length * axis)(5 * x) == Approx(c));
    CHECK(fem::legendre(2, length * axis)(x) == Approx((3 * c * c - 1) / 2));
    CHECK(fem::legendre(3, length * axis)(0.1 * x) == Approx((5 * c * c * c - 3 * c) / 2));
  }
  CHECK_THROWS_AS(fem::legendre(-1, axis), core::InputError);
  CHECK_THROWS_AS(fem::legendre(1, Vec3::Zero()), core::InputError);
}
