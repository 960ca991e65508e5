// What a surface is does not depend on where it lies, how it is turned and in which unit it is
// measured.
#include <Eigen/Geometry>

#include "mesh/complaint.h"
#include "mesh/crossing.h"
#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"
#include "support/voxels.h"

using mesh::Surface;
using mesh::Vec3;

namespace {

Surface moved(Surface s, std::mt19937& random, double shift, double scale) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond turn =
      Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
          .normalized();
  Eigen::AlignedBox3d box;
  for (const Vec3& x : s.points) box.extend(x);
  const Vec3 offset = shift * box.diagonal().norm() *
                      Vec3(normal(random), normal(random), normal(random)).normalized();
  for (Vec3& x : s.points) x = scale * (turn * x + offset);
  measure(s);
  return s;
}

/// A box with triangles of no pattern on its flat faces, as mesh generators make them.
Surface unstructured_box(int cells) {
  Surface s = test::voxel_surface([cells] {
    std::set<test::Cell> all;
    for (int i = 0; i < cells * cells * cells; ++i)
      all.insert({i % cells, i / cells % cells, i / cells / cells});
    return all;
  }());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-0.2, 0.2);
  for (Vec3& x : s.points)
    for (double& along : x)
      if (along != 0 && along != cells) along += shift(random);
  Surface cut = s;
  cut.panels.clear();
  for (const auto& [v, count, region] : s.panels) {
    const bool other = random() % 2 == 0;
    cut.panels.push_back({{v[0], v[1], other ? v[3] : v[2], -1}, 3, region});
    cut.panels.push_back({{other ? v[1] : v[0], v[2], v[3], -1}, 3, region});
  }
  return cut;
}

/// A ball of eight triangles.
Surface octahedron(const Vec3& centre, double radius) {
  Surface s;
  s.regions = {"wet"};
  for (int axis = 0; axis < 3; ++axis)
    for (const int sign : {1, -1}) s.points.push_back(centre + sign * radius * Vec3::Unit(axis));
  for (int octant = 0; octant < 8; ++octant) {
    core::Index x = octant & 1, y = 2 + (octant >> 1 & 1), z = 4 + (octant >> 2);
    if ((x + y + z) % 2 == 1) std::swap(x, y);
    s.panels.push_back({{x, y, z, -1}, 3, 0});
  }
  return s;
}

Surface unit_box(const Vec3& low) { return test::boxes({{low, low + Vec3::Ones()}}); }

Surface turned_by_45(Surface s, const Vec3& about, const Vec3& axis) {
  for (Vec3& x : s.points) x = about + Eigen::AngleAxisd(core::pi / 4, axis) * (x - about);
  return s;
}

/// A unit cube of one panel a face, and another body that just touches it when moved by `gap` along
/// `away`.
struct Contact {
  std::string name;
  Surface other;
  Vec3 away;

  Surface at(double gap) const { return test::joined(unit_box(Vec3::Zero()), other, gap * away); }
};

std::vector<Contact> contacts() {
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ(), diagonal = Vec3::Ones() / std::sqrt(3.0),
             xy = Vec3(1, 1, 0) / std::sqrt(2.0);
  const double reach = std::sqrt(2.0) / 2;
  return {{"the same face", unit_box({1, 0, 0}), x},
      {"parts of a face", unit_box({1, 0.3, -0.4}), x},
      {"a face within a face", test::boxes({{{1, 0.3, 0.4}, {1.5, 0.7, 0.6}}}), x},
      {"the same edge", unit_box({1, 1, 0}), xy},
      {"the same vertex", unit_box({1, 1, 1}), diagonal},
      {"a vertex on a face", octahedron({2, 0.4, 0.3}, 1), x},
      {"a vertex on an edge",
          turned_by_45(octahedron({1 + reach, 1 + reach, 0.3}, 1), {1 + reach, 1 + reach, 0.3}, z),
          xy},
      {"an edge on a face",
          turned_by_45(unit_box({1 + reach - 0.5, 0.1, -0.2}), {1 + reach, 0.6, 0.3}, z), x},
      {"an edge across an edge",
          turned_by_45(turned_by_45(unit_box({1, 1, 0}), {1.5, 1.5, 0.5}, x), {1.5, 1.5, 0.5}, -z),
          xy}};
}

}  // namespace

TEST_CASE("a sound surface is sound however it is turned, moved and scaled") {
  std::vector<std::pair<std::string, Surface>> bodies;
  for (const auto& generator : meshes::generators())
    bodies.emplace_back(generator.name, meshes::generate(generator.name, {}).wet.surface);
  bodies.emplace_back(
      "panels of 5 to 1", meshes::generate("box", {{"panels_x", 40}, {"panels_y", 8}}).wet.surface);
  bodies.emplace_back("panels of 50 to 1",
      meshes::generate("box", {{"panels_x", 100}, {"panels_y", 2}, {"panels_z", 5}}).wet.surface);
  bodies.emplace_back("voxels", test::notched_block());
  bodies.emplace_back("unstructured", unstructured_box(8));
  std::mt19937 random(1);
  for (const auto& [name, body] : bodies)
    for (const auto& [shift, scale] :
        {std::pair(0.0, 1.0), {0.0, 1.0}, {0.0, 1.0}, {1e3, 1.0}, {1.0, 1e-3}, {1.0, 1e3}}) {
      INFO(name << ", moved by " << shift << " sizes, times " << scale);
      const Surface now = moved(body, random, shift, scale);
      CHECK(test::complaint(now) == "");
      CHECK(!mesh::find_crossing(now));
    }
}

TEST_CASE(
    "bodies that touch or cross are refused, and those apart are not, however they are turned, "
    "moved and scaled") {
  std::mt19937 random(2);
  for (const auto& contact : contacts())
    for (const auto& [gap, apart] : {std::pair(1e-3, true), {1e-5, true}, {2e-6, true},
             {2e-7, false}, {0.0, false}, {-1e-9, false}, {-1e-3, false}}) {
      const Surface bodies = contact.at(gap);
      for (const auto& [shift, scale] :
          {std::pair(0.0, 1.0), {0.0, 1.0}, {1e3, 1.0}, {1.0, 1e-3}, {1.0, 1e3}}) {
        INFO(contact.name << ", " << gap << " apart, moved by " << shift << " sizes, times "
                          << scale);
        const Surface now = moved(bodies, random, shift, scale);
        CHECK(mesh::find_crossing(now).has_value() == !apart);
        CHECK((test::complaint(now) == "") == apart);
      }
    }
}

TEST_CASE("boxes that run into each other are refused however they are turned, moved and scaled") {
  const auto overlapping = test::boxes({{{0, 0, 0}, {2, 2, 2}}, {{1, 1, 1}, {3, 3, 3}}});
  std::mt19937 random(4);
  for (int turn = 0; turn < 30; ++turn)
    for (const auto& [shift, scale] : {std::pair(0.0, 1.0), {1e3, 1.0}, {1.0, 1e-3}, {1.0, 1e3}})
      CHECK(mesh::find_crossing(moved(overlapping, random, shift, scale)));
}
