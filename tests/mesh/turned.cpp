// What a surface is does not depend on where it lies, how it is turned and in which unit it is measured.
#include <Eigen/Geometry>
#include <array>
#include <map>
#include <random>
#include <set>

#include "mesh/complaint.h"
#include "mesh/crossing.h"
#include "meshes/generator.h"
#include "support/box_surface.h"
#include "support/catch.h"

using namespace febem;
using mesh::Surface;
using mesh::Vec3;

namespace {

using Cell = std::array<int, 3>;

/// The outside of unit cubes, by the corners nearest to the origin; flat faces and re-entrant edges.
Surface voxel_surface(const std::set<Cell>& cells) {
  Surface s;
  s.regions = {"wet"};
  std::map<Cell, core::Index> numbers;
  const auto point = [&](const Cell& at) {
    const auto [entry, is_new] = numbers.emplace(at, static_cast<core::Index>(s.points.size()));
    if (is_new) s.points.emplace_back(at[0], at[1], at[2]);
    return entry->second;
  };
  for (const Cell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        Cell neighbour = cell;
        neighbour[axis] += side == 1 ? 1 : -1;
        if (cells.contains(neighbour)) continue;
        std::array<core::Index, 4> v{};
        for (std::size_t corner = 0; corner < 4; ++corner) {
          Cell at = cell;
          at[axis] += side;
          at[(axis + 1) % 3] += corner == 1 || corner == 2 ? 1 : 0;
          at[(axis + 2) % 3] += corner >= 2 ? 1 : 0;
          v[side == 1 ? corner : 3 - corner] = point(at);
        }
        s.panels.push_back({v, 4, 0});
      }
  return s;
}

Surface moved(Surface s, std::mt19937& random, double shift, double scale) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond turn = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
  Eigen::AlignedBox3d box;
  for (const Vec3& x : s.points) box.extend(x);
  const Vec3 offset = shift * box.diagonal().norm() * Vec3(normal(random), normal(random), normal(random)).normalized();
  for (Vec3& x : s.points) x = scale * (turn * x + offset);
  measure(s);
  return s;
}

}  // namespace

TEST_CASE("a sound surface is sound however it is turned, moved and scaled") {
  std::vector<std::pair<std::string, Surface>> bodies;
  for (const auto& generator : meshes::generators())
    bodies.emplace_back(generator.name, meshes::generate(generator.name, {}).wet.surface);
  std::set<Cell> notched;
  for (int i = 0; i < 64; ++i)
    if (const Cell cell{i & 3, i >> 2 & 3, i >> 4}; cell[0] < 2 || cell[1] < 2 || cell[2] == 1) notched.insert(cell);
  bodies.emplace_back("voxels", voxel_surface(notched));
  std::mt19937 random(1);
  for (const auto& [name, body] : bodies)
    for (const auto& [shift, scale] : {std::pair(0.0, 1.0), {0.0, 1.0}, {0.0, 1.0}, {1e3, 1.0}, {1.0, 1e-3}, {1.0, 1e3}}) {
      INFO(name << ", moved by " << shift << " sizes, times " << scale);
      const Surface now = moved(body, random, shift, scale);
      CHECK(test::complaint(now) == "");
      CHECK(!mesh::find_crossing(now));
    }
}

TEST_CASE("a surface that meets itself is refused however it is turned, moved and scaled") {
  Surface touching, overlapping;
  test::add_box(touching, {0, 0, 0}, {1, 1, 1});
  test::add_box(touching, {1, 0.2, 0.3}, {2, 1.4, 1.2});
  test::add_box(overlapping, {0, 0, 0}, {2, 2, 2});
  test::add_box(overlapping, {1, 1, 1}, {3, 3, 3});
  std::mt19937 random(2);
  for (const Surface& body : {touching, overlapping})
    for (int turn = 0; turn < 30; ++turn)
      for (const auto& [shift, scale] : {std::pair(0.0, 1.0), {1e3, 1.0}, {1.0, 1e-3}, {1.0, 1e3}})
        CHECK(mesh::find_crossing(moved(body, random, shift, scale)));
}
