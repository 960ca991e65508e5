#include <numeric>
#include <set>

#include "mesh/complaint.h"
#include "mesh/element_topology.h"
#include "mesh/frontal_order.h"
#include "mesh/wet_surface.h"
#include "support/bodies.h"
#include "support/box_surface.h"
#include "support/catch.h"

namespace {

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::string skin_complaint(const Solid& solid, const mesh::SkinOptions& options = {}) {
  return complaint_of([&] { mesh::skin(solid, options); });
}

std::string match_complaint(const Solid& solid, const mesh::Surface& surface) {
  return complaint_of([&] { mesh::match(solid, surface); });
}

// A 3 x 3 x 3 box without its middle brick.
Solid hollow_box() {
  auto solid = meshes::box({3, 3, 3}, {3, 3, 3});
  solid.elements.erase(solid.elements.begin() + 13);
  return solid;
}

}  // namespace

TEST_CASE("elements that touch no other are ordered too") {
  mesh::Solid solid;
  for (int i = 0; i < 16; ++i)
    solid.points.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) + 2 * (i >> 3));
  mesh::Element brick;
  brick.kind = mesh::ElementKind::hex8;
  brick.nodes = {0, 1, 3, 2, 4, 5, 7, 6};
  solid.elements = {brick};
  CHECK(mesh::frontal_order(solid) == std::vector<mesh::Index>{0});
  brick.nodes = {8, 9, 11, 10, 12, 13, 15, 14};
  solid.elements.push_back(brick);
  CHECK(mesh::frontal_order(solid).size() == 2);
  CHECK(mesh::front_size(solid, mesh::frontal_order(solid)) == 24);
}

TEST_CASE("bodies are ordered one after the other, and the front is that of the largest") {
  const auto large = meshes::box({4, 2, 2}, {4, 2, 2}), small = meshes::box({2, 1, 1}, {2, 1, 1});
  auto all = small;
  append(all, large, {5, 0, 0});
  append(all, small, {0, 5, 0});
  std::swap(all.elements[0], all.elements[9]);
  std::swap(all.elements[1], all.elements[19]);
  auto order = mesh::frontal_order(all);
  CHECK(mesh::front_size(all, order) == mesh::front_size(large, mesh::frontal_order(large)));
  std::sort(order.begin(), order.end());
  for (Index e = 0; e < 20; ++e) CHECK(order[e] == e);
}

TEST_CASE("the faces of every kind of element point outwards and close") {
  for (const auto kind : mesh::element_kinds()) {
    const auto solid = box(kind, {1, 1, 1}, {1, 1, 1});
    INFO(mesh::name(kind));
    Vec3 centre = Vec3::Zero();
    for (int i = 0; i < mesh::node_count(kind); ++i)
      centre += solid.points[solid.elements[0].nodes[i]] / mesh::node_count(kind);
    Vec3 sum = Vec3::Zero();
    for (int f = 0; f < static_cast<int>(mesh::faces(kind).size()); ++f) {
      const mesh::FaceGeometry face(solid, {0, f});
      const bool triangle = face.topology.corners == 3;
      const Eigen::Vector2d middle =
          triangle ? Eigen::Vector2d(1. / 3, 1. / 3) : Eigen::Vector2d(0, 0);
      const Vec3 area = (triangle ? 0.5 : 4.0) * face.area_vector(middle);
      CHECK(area.dot(face.position(middle) - centre) > 0);
      sum += area;
    }
    CHECK(sum.norm() < 1e-14);
  }
}

TEST_CASE(
    "face shape functions are one at their node, zero at the others, and their gradients are "
    "right") {
  for (const auto kind : mesh::element_kinds())
    for (const auto& face : mesh::faces(kind)) {
      const auto corners = mesh::reference_corners(face.corners);
      for (int i = 0; i < face.nodes; ++i) {
        Eigen::Vector2d at = corners[i % face.corners];
        if (i >= face.corners) at = (at + corners[(i + 1) % face.corners]) / 2;
        const auto shape = mesh::face_shape(face, at);
        for (int j = 0; j < face.nodes; ++j)
          CHECK(shape.value(j) == Approx(i == j ? 1 : 0).margin(1e-14));
      }
      const Eigen::Vector2d at(0.21, 0.37);
      const auto shape = mesh::face_shape(face, at);
      for (int d = 0; d < 2; ++d) {
        const Eigen::Vector2d step = 1e-6 * Eigen::Vector2d::Unit(d);
        const Eigen::Matrix<double, 8, 1> difference =
            (mesh::face_shape(face, at + step).value - mesh::face_shape(face, at - step).value) /
            2e-6;
        CHECK((difference - shape.gradient.col(d)).norm() < 1e-8);
      }
    }
}

TEST_CASE("the skin of a box has its area, volume and number of panels") {
  for (const auto kind : mesh::element_kinds())
    for (int split : {1, 2, 3})
      for (bool triangles : {false, true}) {
        const auto wet = mesh::skin(box(kind, {2, 3, 1}, {2, 3, 1}), {split, triangles});
        INFO(mesh::name(kind) << " split " << split << " triangles " << triangles);
        const int quadrilaterals = kind == ElementKind::tet10     ? 0
                                   : kind == ElementKind::wedge15 ? 10
                                                                  : 22;
        const int per_quadrilateral = triangles ? 2 : 1;
        CHECK(wet.surface.size() ==
              split * split * (quadrilaterals * per_quadrilateral + 2 * (22 - quadrilaterals)));
        CHECK(total(wet.surface.areas) == Approx(22));
        CHECK(enclosed_volume(wet.surface) == Approx(6));
        CHECK(wet.parts.size() == wet.surface.panels.size());
        CHECK(wet.surface.regions == Texts{"wet"});
      }
}

TEST_CASE("quadrilaterals are cut along their shorter diagonal") {
  // Parallelograms whose diagonals are 1.12 and 1.80 long at two ends; nothing else is longer than
  // 1.5. Both ways round.
  for (const double shear : {0.5, -0.5}) {
    const auto leaning = meshes::box({1, 1, 1}, {1, 1, 1},
        [&](const Vec3& x) { return Vec3(x.x() + shear * x.y(), x.y(), x.z()); });
    const auto surface = mesh::skin(leaning, {1, true}).surface;
    for (const auto& panel : surface.panels)
      for (int v = 0; v < 3; ++v)
        CHECK((surface.points[panel.vertices[v]] - surface.points[panel.next(v)]).norm() < 1.51);
  }
}

TEST_CASE("each panel vertex is the image of its face coordinates") {
  const auto bent = meshes::box({1, 1, 1}, {2, 2, 2}, [](const Vec3& x) {
    return Vec3(x.x() + 0.2 * x.y() * x.y(), x.y(), x.z() * (1 + 0.3 * x.x()));
  });
  const auto wet = mesh::skin(bent, {3, false});
  for (Index j = 0; j < wet.surface.size(); ++j) {
    const mesh::FaceGeometry face(bent, wet.parts[j].face);
    for (int v = 0; v < 4; ++v)
      CHECK((face.position(wet.parts[j].on_face[v]) -
                wet.surface.points[wet.surface.panels[j].vertices[v]])
                .norm() < 1e-14);
  }
}

TEST_CASE("inner cavities stay dry") {
  const auto wet = mesh::skin(hollow_box(), {1, false});
  CHECK(wet.surface.size() == 54);
  CHECK(enclosed_volume(wet.surface) == Approx(27));
}

TEST_CASE("face sets named wet:NAME become panel regions") {
  auto solid = meshes::box({2, 2, 2}, {2, 2, 2});
  solid.face_sets["wet:top"] = faces_where(solid, [](const Vec3& x) { return x.z() == 2; });
  const auto wet = mesh::skin(solid, {2, false});
  CHECK(wet.surface.regions == Texts{"top", "wet"});
  double top = 0;
  for (Index j = 0; j < wet.surface.size(); ++j)
    if (wet.surface.panels[j].region == 0) {
      top += wet.surface.areas[j];
      CHECK(wet.surface.normals[j].z() == Approx(1));
    }
  CHECK(top == Approx(4));

  solid.face_sets["wet:bottom"] = faces_where(solid, [](const Vec3& x) { return x.z() == 0; });
  const auto both = mesh::skin(solid, {1, false}).surface;
  CHECK(both.regions == Texts{"bottom", "top", "wet"});
  for (Index j = 0; j < both.size(); ++j) {
    const double z = both.normals[j].z();
    CHECK(both.panels[j].region == (z < -0.5 ? 0 : z > 0.5 ? 1 : 2));
  }

  solid.face_sets["wet:inside"] = {{0, 1}};  // the face between two bricks
  CHECK_THAT(skin_complaint(solid), Contains("wet:inside"));
}

TEST_CASE("structures that have no skin are refused") {
  CHECK_THAT(skin_complaint(Solid{}), Contains("no elements"));
  CHECK_THAT(skin_complaint(meshes::box({1, 1, 1}, {1, 1, 1}), {0, false}), Contains("split"));
  auto twice = meshes::box({1, 1, 1}, {1, 1, 1});
  twice.elements.push_back(twice.elements[0]);
  CHECK_THAT(skin_complaint(twice),
      Contains("body 1 (2 elements, the first is 0, around (0.5, 0.5, 0.5)) are there twice"));
}

TEST_CASE(
    "each body of a structure has its skin, whatever lies between their numbers and wherever they "
    "are") {
  const auto one = meshes::box({1, 1, 1}, {2, 2, 1});
  const auto alone = mesh::skin(one, {2, false}).surface;
  for (const double distance : {1.001, 5.0, 1e3}) {
    auto two = one;
    append(two, one, {distance, 0, 0});
    std::swap(two.elements[1], two.elements[6]);
    two.face_sets["wet:far"] =
        faces_where(two, [&](const Vec3& x) { return x.x() == distance + 1; });
    const auto wet = mesh::skin(two, {2, false});
    INFO(distance);
    REQUIRE(wet.surface.size() == 2 * alone.size());
    CHECK(total(wet.surface.areas) == Approx(2 * total(alone.areas)));
    CHECK(wet.surface.regions == Texts{"far", "wet"});
    CHECK(std::ssize(wet.parts) == wet.surface.size());
    const auto found = mesh::match(two, wet.surface);
    for (Index j = 0; j < wet.surface.size(); ++j)
      CHECK(found.parts[j].face.element == wet.parts[j].face.element);
  }
}

TEST_CASE(
    "a body in a bay of another one is wet, one in a cavity is refused, and one in the other's "
    "midst too") {
  auto bay = meshes::box({3, 3, 3}, {3, 3, 3});
  bay.elements.erase(bay.elements.begin() + 22);  // the middle brick of the upper layer
  const auto grain = meshes::box({0.5, 0.5, 0.5}, {1, 1, 1});
  const auto panels = mesh::skin(bay, {1, false}).surface.size();
  append(bay, grain, {1.2, 1.3, 2.2});
  CHECK(mesh::skin(bay, {1, false}).surface.size() == panels + 6);
  auto hollow = hollow_box();
  append(hollow, grain, {1.2, 1.3, 1.2});
  CHECK_THAT(skin_complaint(hollow, {1, false}),
      Contains("surface: body 2 (6 panels, the first is 54, around (1.45, 1.55, 1.45)) is nested "
               "inside body 1") &&
          Contains("where there is no fluid"));
  auto within = meshes::box({3, 3, 3}, {3, 3, 3});
  append(within, grain, {1.2, 1.3, 1.2});
  CHECK_THAT(skin_complaint(within, {1, false}), Contains("nested inside body 1"));
}

TEST_CASE("bodies that touch or cross are refused, and so is one that holds together at a node") {
  const auto one = meshes::box({1, 1, 1}, {1, 1, 1});
  for (const auto& shift : {Vec3(1, 0, 0), Vec3(0.5, 0.3, 0.2), Vec3(1, 0.5, 0.5), Vec3(1, 1, 1),
           Vec3(1 + 1e-8, 0, 0)}) {
    auto two = one;
    append(two, one, shift);
    INFO(shift.transpose());
    CHECK_THAT(skin_complaint(two, {1, false}), Contains("overlap or touch"));
  }
  auto joint = one;
  append(joint, one, {1, 1, 1});
  for (Index i = 20; i < 40; ++i)
    if (joint.points[i] == Vec3(1, 1, 1))
      for (auto& node : joint.elements[1].nodes)
        if (node == i)
          node = static_cast<Index>(
              std::find(joint.points.begin(), joint.points.end(), Vec3(1, 1, 1)) -
              joint.points.begin());
  CHECK_THAT(skin_complaint(joint, {1, false}),
      Contains("parts of body 1 (2 elements") && Contains("single nodes only: elements 0 and 1"));
}

TEST_CASE(
    "a body is right side out wherever it lies, curved or not, and each says of itself where it is "
    "not") {
  const auto dome = [](const Vec3& x) {
    return Vec3(x.x(), x.y(), x.z() * (1 + 0.8 * x.x() * (1 - x.x()) * x.y()));
  };
  const auto one = meshes::box({1, 1, 1}, {1, 1, 1}, dome);
  for (const auto& shift :
      {Vec3(0, 0, 0), Vec3(1e3, 0, 0), Vec3(0, 0, -1e6), Vec3(-1e6, 1e6, 1e6)}) {
    auto moved = one;
    append(moved, one, shift + Vec3(0, 0, 4));
    for (auto& x : moved.points) x += shift;
    INFO(shift.transpose());
    CHECK(mesh::skin(moved, {2, false}).surface.size() == 48);
  }
  auto turned = one;
  append(turned, one, {4, 0, 0});
  for (std::size_t i = 20; i < 40; ++i) turned.points[i].x() = 9 - turned.points[i].x();
  CHECK_THAT(skin_complaint(turned),
      Contains("the elements of body 2 (1 element, number 1, around (4.5, 0.5, 0.6))") &&
          Contains("are inside out"));
}

TEST_CASE("a given surface is matched with the skin it lies on, whatever the order of its panels") {
  const auto bent = meshes::box({1, 1, 1}, {2, 1, 2}, [](const Vec3& x) {
    return Vec3(x.x() + 0.2 * x.y() * x.y(), x.y(), x.z() * (1 + 0.3 * x.x()));
  });
  const auto wet = mesh::skin(bent, {2, true});
  auto given = wet.surface;
  std::reverse(given.panels.begin(), given.panels.end());
  const auto found = mesh::match(bent, given);
  const Index n = given.size();
  for (Index j = 0; j < n; ++j) {
    const auto &a = found.parts[j], &b = wet.parts[n - 1 - j];
    CHECK(a.face.element == b.face.element);
    CHECK(a.face.face == b.face.face);
    for (int v = 0; v < 3; ++v) CHECK((a.on_face[v] - b.on_face[v]).norm() < 1e-9);
  }
}

TEST_CASE("a surface that is not the structure's skin is refused") {
  const auto solid = meshes::box({1, 1, 1}, {1, 1, 1});
  auto surface = mesh::skin(solid, {2, false}).surface;
  for (auto& x : surface.points) x *= 1.05;
  CHECK_THAT(match_complaint(solid, surface), Contains("does not lie on the skin"));
  const auto half = mesh::skin(meshes::box({1, 1, 0.5}, {1, 1, 1}), {2, false}).surface;
  CHECK_THAT(match_complaint(solid, half), Contains("does not lie on the skin"));
}

TEST_CASE("the panels of a cavity that a surface brings along are refused, not matched") {
  const auto solid = hollow_box();
  auto surface = mesh::skin(solid, {1, false}).surface;
  test::add_box(surface, {1, 1, 1}, {2, 2, 2}, false);
  CHECK_THAT(match_complaint(solid, surface),
      Contains("body 2 (6 panels") && Contains("is a cavity inside body 1"));
}

TEST_CASE("vertices may be off the skin by 1e-4 of the panel's size") {
  const auto solid = meshes::box({1, 1, 1}, {1, 1, 1});
  const auto surface = mesh::skin(solid, {2, false}).surface;  // panels of size 0.5
  for (const Vec3& direction : {Vec3(Vec3::UnitX()), Vec3(-Vec3::UnitX())})
    for (const auto& [shift, fits] : {std::pair{4e-5, true}, {7e-5, false}}) {
      auto moved = surface;
      for (auto& x : moved.points)
        if ((x - Vec3(1, 0.5, 0.5)).norm() < 1e-9) x += shift * direction;
      CHECK(match_complaint(solid, moved).empty() == fits);
    }
}

TEST_CASE("the frontal order is a permutation with a front no larger than a cross-section needs") {
  const auto bar = meshes::box({20, 1, 1}, {20, 2, 2});
  auto shuffled = bar;
  for (std::size_t i = 0; i < shuffled.elements.size(); ++i)
    std::swap(shuffled.elements[i], shuffled.elements[(i * 37 + 11) % shuffled.elements.size()]);
  const auto order = mesh::frontal_order(shuffled);
  CHECK(std::set<Index>(order.begin(), order.end()).size() == shuffled.elements.size());
  // A section has 21 nodes; the first brick of a layer brings 12 and finishes 4, the second brings
  // 7.
  CHECK(mesh::front_size(shuffled, order) <= 3 * (21 + 12 - 4 + 7));
  std::vector<Index> as_given(shuffled.elements.size());
  std::iota(as_given.begin(), as_given.end(), 0);
  CHECK(mesh::front_size(shuffled, order) < mesh::front_size(shuffled, as_given));
}

TEST_CASE("the front counts the free degrees of freedom of live nodes") {
  const auto two = meshes::box({2, 1, 1}, {2, 1, 1});
  CHECK(mesh::front_size(two, {0, 1}) == 3 * 20);
  std::vector<int> dofs(two.points.size(), 0);
  dofs[0] = 2;
  CHECK(mesh::front_size(two, {0, 1}, dofs) == 2);
}
