// Faces that are joined to blocks, and the panels that lie on several faces.
#include "mesh/complaint.h"
#include "mesh/element_topology.h"
#include "mesh/wet_surface.h"
#include "meshes/brick_builder.h"
#include "meshes/generator.h"
#include "support/bodies.h"
#include "support/catch.h"

using mesh::Index;
using mesh::Vec3;

namespace {

double extent(const std::array<Eigen::Vector2d, 4>& corners) {
  double sum = 0;
  for (int v = 0; v < 4; ++v)
    sum += 0.5 *
           (corners[v].x() * corners[(v + 1) % 4].y() - corners[v].y() * corners[(v + 1) % 4].x());
  return sum;
}

mesh::Solid ball(int cells) { return meshes::generate("shell", {{"cells", cells}}).solid; }

}  // namespace

TEST_CASE("joined faces are cut as one: the parts fill each panel and each face once") {
  for (const int join : {2, 3})
    for (const int split : {1, 2, 3}) {
      INFO("join " << join << ", split " << split);
      for (const auto& solid : {meshes::box({2, 3, 1}, {12, 6, 6}), ball(6)}) {
        const auto faces = std::ssize(mesh::outer_faces(solid, mesh::boundary_faces(solid)));
        const auto wet = mesh::skin(solid, {split, false, join});
        CHECK(wet.surface.size() * join * join == faces * split * split);
        std::vector<double> of_panel(wet.surface.panels.size(), 0.0);
        std::map<mesh::Face, double> of_face;
        Index last = 0;
        for (const auto& part : wet.parts) {
          CHECK((part.panel == last || part.panel == last + 1));
          last = part.panel;
          CHECK(extent(part.on_face) > 0);
          of_panel[part.panel] += extent(part.on_panel);
          of_face[part.face] += extent(part.on_face);
        }
        for (const double area : of_panel) CHECK(area == Approx(4));
        CHECK(std::ssize(of_face) == faces);
        for (const auto& [face, area] : of_face) CHECK(area == Approx(4));
      }
    }
}

TEST_CASE("a part lies on its face where it lies on its panel") {
  // On a box a panel is the bilinear image of its vertices, however the faces are turned in their
  // blocks.
  const auto solid = meshes::box({2, 3, 1}, {12, 6, 6});
  for (const int split : {1, 2, 3}) {
    const auto wet = mesh::skin(solid, {split, false, 2});
    CHECK(mesh::enclosed_volume(wet.surface) == Approx(6));
    for (const auto& part : wet.parts) {
      const mesh::FaceGeometry face(solid, part.face);
      const auto& vertices = wet.surface.panels[part.panel].vertices;
      for (int v = 0; v < 4; ++v) {
        const double r = part.on_panel[v].x(), s = part.on_panel[v].y();
        const auto& p = wet.surface.points;
        const Vec3 x =
            ((1 - r) * (1 - s) * p[vertices[0]] + (1 + r) * (1 - s) * p[vertices[1]] +
                (1 + r) * (1 + s) * p[vertices[2]] + (1 - r) * (1 + s) * p[vertices[3]]) /
            4;
        CHECK((face.position(part.on_face[v]) - x).norm() < 1e-14);
      }
    }
  }
}

TEST_CASE("curved panels of several faces pass through the faces at their middles") {
  for (const int join : {2, 3}) {
    const auto solid = ball(6);
    auto wet = mesh::skin(solid, {1, false, join});
    mesh::curve_edges(solid, wet);
    REQUIRE(wet.surface.ninth_nodes.size() == wet.surface.panels.size());
    // Nodes are on the sphere, and so are points of 8-node faces to the fourth order of their size.
    const double off = join == 2 ? 1e-12 : 1e-3;
    for (Index j = 0; j < wet.surface.size(); ++j) {
      CHECK(std::abs(wet.surface.ninth_nodes[j].norm() - 1) < off);
      const auto& panel = wet.surface.panels[j];
      for (int v = 0; v < 4; ++v) {
        const Vec3 &a = wet.surface.points[panel.vertices[v]],
                   &b = wet.surface.points[panel.next(v)], &m = wet.surface.middles[j][v];
        CHECK(std::abs(m.norm() - 1) < off);
        CHECK((m - a).norm() == Approx((m - b).norm()).epsilon(0.2));
      }
    }
  }
}

TEST_CASE("faces that make no squares are refused, with the first") {
  const auto complaint = [](const mesh::Solid& solid, const mesh::SkinOptions& options) {
    return complaint_of([&] { mesh::skin(solid, options); });
  };
  CHECK_THAT(complaint(meshes::box({1, 1, 1}, {2, 3, 2}), {1, false, 2}),
      Contains("join = 2: face ") && Contains("that 2 divides"));
  CHECK_THAT(complaint(meshes::box({1, 1, 1}, {2, 2, 1}), {1, false, 2}),
      Contains("join = 2: face "));  // not around an edge
  CHECK_THAT(complaint(box(mesh::ElementKind::tet10, {1, 1, 1}, {2, 2, 2}), {1, false, 2}),
      Contains("without triangles"));
  CHECK_THAT(complaint(meshes::box({1, 1, 1}, {2, 2, 2}), {1, true, 2}),
      Contains("cannot be cut into triangles"));
  auto marked = meshes::box({1, 1, 1}, {2, 2, 2});
  marked.face_sets["wet:half"] = {{0, 0}};
  CHECK_THAT(complaint(marked, {1, false, 2}), Contains("of one region"));
}
